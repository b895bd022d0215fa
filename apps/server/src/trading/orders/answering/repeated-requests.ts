import { iso } from "@sanshi/contract";
import type { RawJson } from "../../../platform/http/answers.ts";
import { refuse, type Outcome } from "../../../platform/outcome.ts";
import { whileCommitting } from "../../../platform/sql/connection-faults.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { sellableOnWire } from "../checking/exchange-facts.ts";
import { filledAnswer, outcomeOf, withSellable } from "./order-answers.ts";
import { knownRequests, type FilledOrder, type KnownRequest } from "./requests.store.ts";

/** The same id and input give the first answer again; the same id with other input gives none. */
export async function settleReplays(
  services: OrderServices,
  works: readonly {
    customerId: bigint;
    requestId: string;
    inputHash: string;
    /** What an order that opens buys, which decides from when on it can be sold. */
    opens?: Bought;
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
        ? outcomeOf(keptAnswer(services, first, work.opens))
        : refuse("request_id_reused"),
    );
  }
}

type Bought = Parameters<typeof sellableOnWire>[1];

/** As text, or made again from the records that the order left. */
function keptAnswer(
  { context }: OrderServices,
  { answer, filled }: KnownRequest,
  opens: Bought | undefined,
): string {
  if (answer === null && filled === null) throw new Error("a request without an answer");
  const kept = answer ?? (filled === null ? "" : answerOfRecords(filled));
  if (opens === undefined) return kept;
  return withSellable(kept, (filledAt) => sellableOnWire(context, opens, filledAt));
}

function answerOfRecords(filled: FilledOrder): string {
  return filledAnswer(filled, filled.quoteSequence, {
    filled_at: iso(filled.filledAt),
    sellable_at: iso(filled.sellableAt),
    sellable_at_status: "published",
  });
}
