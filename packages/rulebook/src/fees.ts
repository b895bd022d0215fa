import { divide, minor, type MarketKey, type Minor, type Shares } from "@sanshi/money";
import { feeLines, type FeeLine, type FeeName, type FeeSchedule } from "./data/fees.ts";
import { dated } from "./dated.ts";
import type { LocalDate, RuleReference } from "./rule-reference.ts";

export type { FeeLine, FeeName, FeeSchedule } from "./data/fees.ts";

export type FeeItem = {
  readonly name: FeeName;
  readonly amountMinor: Minor;
  readonly reference: RuleReference;
};

/** The fees that hold on a trade's date; an operator's edited copy can be given to `fees`. */
export function feeSchedule(market: MarketKey, date: LocalDate): FeeSchedule {
  const known = scheduleByDate[market].get(date);
  if (known !== undefined) return known;
  if (scheduleByDate[market].size >= cachedDatesMax) scheduleByDate[market].clear();
  const schedule = feeLines[market].map((history) => dated(history, date));
  scheduleByDate[market].set(date, schedule);
  return schedule;
}

const cachedDatesMax = 5_000;
const scheduleByDate: Record<MarketKey, Map<LocalDate, FeeSchedule>> = {
  jpy: new Map(),
  usd: new Map(),
  cny: new Map(),
};

/**
 * What a trade costs beside its price, in the market's currency. An item for every fee of that side,
 * also where it comes to zero, so that a confirmation can show "commission 0".
 *
 * @param notionalMinor the trade's value, not negative.
 * @param schedule replaces the market's own schedule.
 */
export function fees(trade: {
  readonly market: MarketKey;
  readonly side: "buy" | "sell";
  readonly notionalMinor: Minor;
  readonly quantity: Shares;
  readonly date: LocalDate;
  readonly schedule?: FeeSchedule;
}): { items: readonly FeeItem[]; totalMinor: Minor } {
  const lines = trade.schedule ?? feeSchedule(trade.market, trade.date);
  const items: FeeItem[] = [];
  let total = 0n;
  for (const line of lines) {
    if (line.sides !== "both" && line.sides !== trade.side) continue;
    const basis = line.basis === "notional" ? trade.notionalMinor : trade.quantity;
    const amountMinor = feeAmount(line, basis);
    items.push({ name: line.name, amountMinor, reference: line.reference });
    total += amountMinor;
  }
  return { items, totalMinor: minor(total) };
}

/** A trade of nothing costs nothing, whatever the minimum. */
function feeAmount(line: FeeLine, basis: bigint): Minor {
  if (basis <= 0n) return minor(0n);
  const amount =
    line.numerator === 0n ? 0n : divide(basis * line.numerator, line.denominator, line.rounding);
  if (amount < line.minimumMinor) return line.minimumMinor;
  if (line.maximumMinor !== null && amount > line.maximumMinor) return line.maximumMinor;
  return minor(amount);
}
