import type { MarketKey, Minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { isHeld, type PositionFigures } from "./portfolio.rules.ts";
import { livePositions, type PositionRecord } from "./portfolio.store.ts";
import { dayProfitsOf, figuresNow } from "./valuation.ts";

/** A position that is held, with its figures of now. */
export type HeldOpening = {
  record: PositionRecord;
  figures: PositionFigures;
  dayProfit: Minor;
};

/** Everything that a customer holds in a market, the oldest first. Reads with the caller's reader. */
export async function heldOpenings(
  context: Pick<Context, "quotes" | "clock" | "hours">,
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
): Promise<HeldOpening[]> {
  const records = await heldRecords(reader, customerId, market);
  const days = await dayProfitsOf(context, reader, records);
  return records.flatMap((record, index) => {
    const dayProfit = days[index];
    return dayProfit === undefined
      ? []
      : [{ record, figures: figuresNow(context, record), dayProfit }];
  });
}

/** The same without figures. */
export async function heldRecords(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
): Promise<PositionRecord[]> {
  const live = await livePositions(reader, customerId, [market]);
  return live.filter(({ status }) => isHeld(status)).toSorted(oldestFirst);
}

/** By the first fill: an order that waited long is no older than its shares. */
function oldestFirst(one: PositionRecord, other: PositionRecord): number {
  const apart = (one.opened_at ?? one.placed_at) - (other.opened_at ?? other.placed_at);
  return apart === 0 ? Number(one.id - other.id) : apart;
}
