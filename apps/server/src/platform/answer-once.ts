import { hash } from "node:crypto";
import { refuse, type Outcome } from "./outcome.ts";
import {
  firstRow,
  rows,
  sql,
  type Narrowed,
  type Database,
  type Reader,
  type Transaction,
} from "./sql/database.ts";
import type { FindAnswerRow, FindAnswersRow } from "./answer-once.sql-types.ts";

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
  const inputHash = hashOf(request);
  const taken = await sql`INSERT INTO client_request (customer_id, request_id, input_hash, answer)
    VALUES (${customerId}, ${requestId}::uuid, decode(${inputHash}, 'hex'), 'null')
    ON CONFLICT DO NOTHING`.execute(transaction);
  if (taken.numAffectedRows === 0n) {
    const kept = await findAnswer<Value>(transaction, request, inputHash);
    return kept ?? refuse("request_id_reused");
  }
  const outcome = await decide();
  await sql`UPDATE client_request SET answer = ${JSON.stringify(outcome)}
    WHERE customer_id = ${customerId} AND request_id = ${requestId}::uuid`.execute(transaction);
  return outcome;
}

/** A call that is older than request ids: a client that gives none has it decided each time. */
type PerhapsRepeated = Omit<ClientRequest, "requestId"> & { requestId: string | undefined };

export function answerOnceWithId<Value>(
  transaction: Transaction,
  request: PerhapsRepeated,
  decide: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const { requestId } = request;
  return requestId === undefined
    ? decide()
    : answerOnce(transaction, { ...request, requestId }, decide);
}

/** The same in a transaction of its own. */
export function answeredOnceWithId<Value>(
  database: Database,
  request: PerhapsRepeated,
  decide: (transaction: Transaction) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  return database.transaction((transaction) =>
    answerOnceWithId(transaction, request, () => decide(transaction)),
  );
}

/**
 * The answer that was given before, for a call of which a part must not be done again: a proof that was
 * used up, an attempt that would be counted. Null where it is to be decided now, and under the same id then.
 */
export async function answerBefore<Value>(
  reader: Reader,
  request: PerhapsRepeated,
): Promise<Outcome<Value> | null> {
  const { requestId } = request;
  if (requestId === undefined) return null;
  return findAnswer(reader, { ...request, requestId }, hashOf(request));
}

/** The first answers of those of many requests that were decided before, in the order of the requests. */
export async function answersBefore<Value>(
  reader: Reader,
  requests: readonly ClientRequest[],
): Promise<(Outcome<Value> | null)[]> {
  const known = await rows(
    reader,
    sql<
      Narrowed<
        FindAnswersRow,
        { place: number; customer_id: bigint; is_same: boolean; answer: Outcome<Value> }
      >
    >`
      SELECT place::int, customer_id, input_hash = decode(sent.hash, 'hex') AS is_same, answer
      FROM unnest(${requests.map(({ customerId }) => customerId)}::bigint[],
        ${requests.map(({ requestId }) => requestId)}::uuid[],
        ${requests.map(hashOf)}::text[]) WITH ORDINALITY AS sent (customer_id, request_id, hash, place)
      JOIN client_request USING (customer_id, request_id)`,
  );
  const byPlace = new Map(known.map((one) => [one.place, one]));
  return requests.map((_request, index) => {
    const one = byPlace.get(index + 1);
    if (one === undefined) return null;
    return one.is_same ? one.answer : refuse("request_id_reused");
  });
}

/**
 * Keeps the first answers to many requests. False where one of them was decided by somebody else in the meantime:
 * then nothing of what the caller's transaction did may stand.
 */
export async function keepAnswers(
  transaction: Transaction,
  answered: readonly (ClientRequest & { outcome: Outcome<unknown> })[],
): Promise<boolean> {
  const kept = await sql`INSERT INTO client_request (customer_id, request_id, input_hash, answer)
    SELECT customer_id, request_id, decode(hash, 'hex'), answer::json
    FROM unnest(${answered.map(({ customerId }) => customerId)}::bigint[],
      ${answered.map(({ requestId }) => requestId)}::uuid[], ${answered.map(hashOf)}::text[],
      ${answered.map(({ outcome }) => JSON.stringify(outcome))}::text[])
      AS sent (customer_id, request_id, hash, answer)
    ORDER BY customer_id, request_id ON CONFLICT DO NOTHING`.execute(transaction);
  return kept.numAffectedRows === BigInt(answered.length);
}

function hashOf({ call, input }: Pick<ClientRequest, "call" | "input">): string {
  return hash("sha256", JSON.stringify([call, input]));
}

async function findAnswer<Value>(
  reader: Reader,
  { customerId, requestId }: ClientRequest,
  inputHash: string,
): Promise<Outcome<Value> | null> {
  const kept = await firstRow(
    reader,
    sql<Narrowed<FindAnswerRow, { is_same: boolean; answer: Outcome<Value> }>>`
      SELECT input_hash = decode(${inputHash}, 'hex') AS is_same, answer FROM client_request
      WHERE customer_id = ${customerId} AND request_id = ${requestId}::uuid`,
  );
  if (kept === undefined) return null;
  return kept.is_same ? kept.answer : refuse("request_id_reused");
}
