import { hash } from "node:crypto";
import { refuse, type Outcome } from "./outcome.ts";
import { firstRow, sql, type Database, type Transaction } from "./sql/database.ts";

/** What a customer asks for under a request id; `input` is all that the answer depends on. */
export type ClientRequest = {
  customerId: bigint;
  requestId: string;
  call: string;
  input: Readonly<Record<string, string | null | undefined>>;
};

/**
 * Decides a request once: the same id and input get the first answer again, a refusal included; the
 * same id with other input is refused. `decide` works in the same transaction, so that the answer and
 * what it tells are kept together or not at all; a parallel request of the same id waits for it.
 */
export async function answerOnce<Value>(
  transaction: Transaction,
  request: ClientRequest,
  decide: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const { customerId, requestId } = request;
  const inputHash = hash("sha256", JSON.stringify([request.call, request.input]));
  const taken = await sql`INSERT INTO client_request (customer_id, request_id, input_hash, answer)
    VALUES (${customerId}, ${requestId}::uuid, decode(${inputHash}, 'hex'), 'null')
    ON CONFLICT DO NOTHING`.execute(transaction);
  if (taken.numAffectedRows === 0n) return keptAnswer(transaction, request, inputHash);
  const outcome = await decide();
  await sql`UPDATE client_request SET answer = ${JSON.stringify(outcome)}
    WHERE customer_id = ${customerId} AND request_id = ${requestId}::uuid`.execute(transaction);
  return outcome;
}

/**
 * The same in a transaction of its own, for a call that is older than request ids: a client that gives none
 * has it decided each time.
 */
export function answeredOnceWithId<Value>(
  database: Database,
  request: Omit<ClientRequest, "requestId"> & { requestId: string | undefined },
  decide: (transaction: Transaction) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const { requestId } = request;
  return database.transaction((transaction) =>
    requestId === undefined
      ? decide(transaction)
      : answerOnce(transaction, { ...request, requestId }, () => decide(transaction)),
  );
}

async function keptAnswer<Value>(
  transaction: Transaction,
  { customerId, requestId }: ClientRequest,
  inputHash: string,
): Promise<Outcome<Value>> {
  const kept = await firstRow(
    transaction,
    sql<{ is_same: boolean; answer: Outcome<Value> }>`
      SELECT input_hash = decode(${inputHash}, 'hex') AS is_same, answer FROM client_request
      WHERE customer_id = ${customerId} AND request_id = ${requestId}::uuid`,
  );
  return kept?.is_same === true ? kept.answer : refuse("request_id_reused");
}
