import type { RawJson } from "../../../platform/http/answers.ts";
import { refuse, type Outcome } from "../../../platform/outcome.ts";
import { whileCommitting } from "../../../platform/sql/connection-faults.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { filledAnswer, outcomeOf } from "./order-answers.ts";
import { knownRequests, type KnownRequest } from "./requests.store.ts";

/** The same id and input give the first answer again; the same id with other input gives none. */
export async function settleReplays(
  services: OrderServices,
  works: readonly {
    customerId: bigint;
    requestId: string;
    inputHash: string;
    settle(outcome: Outcome<RawJson>): void;
  }[],
): Promise<void> {
  // They are known, so something came of them: what is not read here is the answer.
  const known = await whileCommitting(() => knownRequests(services.context.database.reader, works));
  for (const work of works) {
    const first = known.find(
      (row) =>
        row.customer_id === work.customerId && row.request_id === work.requestId.toLowerCase(),
    );
    if (first === undefined) throw new Error("a request that is known and cannot be found");
    work.settle(
      first.input_hash === work.inputHash
        ? outcomeOf(keptAnswer(first))
        : refuse("request_id_reused"),
    );
  }
}

/** As text, or made again from the records that the order left. */
function keptAnswer({ answer, filled }: KnownRequest): string {
  if (answer !== null) return answer;
  if (filled === null) throw new Error("a request without an answer");
  return filledAnswer(filled);
}
