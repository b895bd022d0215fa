import {
  divide,
  formatScaled,
  minor,
  minorDigits,
  settlementCurrency,
  type MarketKey,
  type Minor,
  type Shares,
} from "@sanshi/money";
import {
  commissionRateUnits,
  feeLines,
  handlingFees,
  type FeeLine,
  type FeeName,
  type FeeSchedule,
} from "./data/fees.ts";
import { sources } from "./data/sources.ts";
import { dated } from "./dated.ts";
import { cited, type LocalDate, type RuleReference } from "./rule-reference.ts";
import { sessionsOf } from "./sessions.ts";

export { commissionCeilings, commissionRateUnits } from "./data/fees.ts";
export type { CommissionCeiling, FeeLine, FeeName, FeeSchedule } from "./data/fees.ts";

export type FeeItem = {
  readonly name: FeeName;
  readonly amountMinor: Minor;
  readonly reference: RuleReference;
};

/** Whose fees: a market's, or those of Beijing's shares. */
export type FeesKey = MarketKey | "beijing";

export function feesKeyOf(stock: { market: MarketKey; code: string }): FeesKey {
  return sessionsOf(stock) === "beijing" ? "beijing" : stock.market;
}

/** The fees that hold on a trade's date; an operator's edited copy goes to `feesUnder`. */
export function feeSchedule(of: FeesKey, date: LocalDate): FeeSchedule {
  const known = scheduleByDate[of].get(date);
  if (known !== undefined) return known;
  if (scheduleByDate[of].size >= cachedDatesMax) scheduleByDate[of].clear();
  const schedule = linesOf(of).map((history) => dated(history, date));
  scheduleByDate[of].set(date, schedule);
  return schedule;
}

function linesOf(of: FeesKey): readonly (readonly FeeLine[])[] {
  if (of !== "beijing") return feeLines[of];
  const { shanghaiAndShenzhen, beijing } = handlingFees;
  return feeLines.cny.map((history) => (history === shanghaiAndShenzhen ? beijing : history));
}

const cachedDatesMax = 5_000;
const scheduleByDate: Record<FeesKey, Map<LocalDate, FeeSchedule>> = {
  jpy: new Map(),
  usd: new Map(),
  cny: new Map(),
  beijing: new Map(),
};

/** Every version of a market's fees that starts after a day, by fee and then by start. */
export function feesAnnounced(market: MarketKey, date: LocalDate): readonly FeeLine[] {
  return feeLines[market].flatMap((history) =>
    history.filter(({ reference }) => reference.validFrom > date),
  );
}

/** The broker's own part of the fees: what an operator decides, from a day on. */
export type Commission = {
  readonly validFrom: LocalDate;
  /** Millionths of the trade's value. */
  readonly rate: bigint;
  /** The least that a trade costs. */
  readonly minimumMinor: Minor;
  /** The most; null: no upper bound. */
  readonly maximumMinor: Minor | null;
};

/** A market's schedule with the broker's own commission; the statutory lines stay as they are. */
export function withCommission(schedule: FeeSchedule, own: Commission): FeeSchedule {
  return schedule.map((line) =>
    line.name === "broker_commission" ? commissionLine(line, own) : line,
  );
}

function commissionLine(line: FeeLine, own: Commission): FeeLine {
  return {
    ...line,
    numerator: own.rate,
    denominator: commissionRateUnits,
    minimumMinor: own.minimumMinor,
    maximumMinor: own.maximumMinor,
    reference: cited(line.reference.rule, own.validFrom, sources.housePrices),
  };
}

/** The commission of a market's schedule. */
export function commissionOf(schedule: FeeSchedule): FeeLine {
  const line = schedule.find(({ name }) => name === "broker_commission");
  if (line === undefined) throw new Error("a schedule without a commission");
  return line;
}

/**
 * A fee's rate as people read it: percent of the trade's value (`0.0341`), or money a share
 * (`0.000195`). Every denominator is a power of ten, so nothing is rounded.
 */
export function feeRate(market: MarketKey, { basis, numerator, denominator }: FeeLine): string {
  const digits = denominator.toString().length - 1;
  const text =
    basis === "notional"
      ? formatScaled(numerator, digits - 2)
      : formatScaled(numerator, digits + minorDigits(settlementCurrency(market)));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/**
 * What a trade costs beside its price, in the market's currency. An item for every fee of that side,
 * also where it comes to zero, so that a confirmation can show "commission 0".
 *
 * @param notionalMinor the trade's value, not negative.
 */
export function fees(trade: {
  readonly market: MarketKey;
  readonly side: "buy" | "sell";
  readonly notionalMinor: Minor;
  readonly quantity: Shares;
  readonly date: LocalDate;
}): { items: readonly FeeItem[]; totalMinor: Minor } {
  return feesUnder(feeSchedule(trade.market, trade.date), trade);
}

/** The same by a schedule at hand: what an order was placed under, or a broker's own. */
export function feesUnder(
  schedule: FeeSchedule,
  trade: {
    readonly side: "buy" | "sell";
    readonly notionalMinor: Minor;
    readonly quantity: Shares;
  },
): { items: readonly FeeItem[]; totalMinor: Minor } {
  const items: FeeItem[] = [];
  let total = 0n;
  for (const line of schedule) {
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
