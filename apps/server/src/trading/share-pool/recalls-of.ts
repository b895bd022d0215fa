import type { CallOutput, Calls } from "@sanshi/contract";
import { formatPrice, formatShares, settlementCurrency, type MarketKey } from "@sanshi/money";
import { calendarStatusAt } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { buyInsOf, recallsOfPosition } from "./share-pool.store.ts";

type Shown = Pick<CallOutput<Calls["/trade/position"]>, "recalls" | "buy_ins">;

/** What is recalled of a position, and the receipts of what was bought in, as the contract has them. */
export async function recallsOf(
  { hours }: Pick<Context, "hours">,
  reader: Reader,
  positionId: bigint,
  market: MarketKey,
): Promise<Shown> {
  const [recalled, bought] = await Promise.all([
    recallsOfPosition(reader, positionId),
    buyInsOf(reader, positionId),
  ]);
  const iso = (at: number) => new Date(at).toISOString();
  return {
    recalls: recalled.map((one) => ({
      quantity: formatShares(one.quantity),
      due_at: iso(one.due_at),
      due_at_status: calendarStatusAt(market, one.due_at, hours),
    })),
    buy_ins: bought.map((one) => ({
      at: iso(one.bought_at),
      quantity: formatShares(one.quantity),
      price: formatPrice(one.price, settlementCurrency(market)),
      due_at: iso(one.due_at),
      rule: one.rule,
      since: one.rule_since,
    })),
  };
}
