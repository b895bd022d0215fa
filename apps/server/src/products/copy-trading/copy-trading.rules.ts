import { dayMs, liveFollowingsMax, minuteMs, type RefusalCode } from "@sanshi/contract";
import {
  divide,
  formatMinor,
  minor,
  minorDigits,
  parseScaled,
  type Currency,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import {
  dateBegins,
  marketDate,
  tradingHours,
  type LocalDate,
  type MarketHours,
} from "@sanshi/rulebook";

/** A unit has six decimals, and its value six below the minor unit. */
export const unitScale = 1_000_000n;
const valueScale = 1_000_000n;
/** What every unit begins at: 10,000 yen, 100 dollars, 100 yuan. */
export const firstUnitValue = 10_000n * valueScale;

/** What units are worth, rounded down: nobody is paid a fraction that is not there. */
export function worthOf(units: bigint, unitValue: bigint): Minor {
  return minor(divide(units * unitValue, unitScale * valueScale, "floor"));
}

/** As many units as an amount buys, rounded down: whoever is in already loses nothing to who comes. */
export function unitsFor(amount: Minor, unitValue: bigint): bigint {
  return divide(amount * unitScale * valueScale, unitValue, "floor");
}

const yearMs = 365 * dayMs;
const basisPointsOfOne = 10_000n;

export type Priced = {
  managementFee: Minor;
  performanceFee: Minor;
  /** What of the management fee is less than a minor unit, in its own small parts. */
  feeFraction: bigint;
  unitValue: bigint;
  highWater: bigint;
};

/**
 * A unit's value after both fees. The management fee is a year's part of what is there for the time that went by;
 * of what a unit has gained above the highest value that it ever had, the performance fee takes its part once.
 */
export function priceUnits(
  pool: { gross: Minor; units: bigint; elapsedMs: number; feeFraction: bigint; highWater: bigint },
  terms: { managementBasisPoints: number; performanceBasisPoints: number },
): Priced {
  const { units, highWater } = pool;
  const gross = pool.gross > 0n ? pool.gross : 0n;
  const parts = basisPointsOfOne * BigInt(yearMs);
  const accrued =
    gross * BigInt(terms.managementBasisPoints) * BigInt(pool.elapsedMs) + pool.feeFraction;
  const due = divide(accrued, parts, "floor");
  const managementFee = due > gross ? gross : due;
  const feeFraction = accrued - divide(accrued, parts, "floor") * parts;
  const after = gross - managementFee;
  const before = valueOfOne(after, units);
  const gain = before > highWater ? before - highWater : 0n;
  const performanceFee = divide(
    gain * units * BigInt(terms.performanceBasisPoints),
    basisPointsOfOne * unitScale * valueScale,
    "floor",
  );
  const unitValue = valueOfOne(after - performanceFee, units);
  return {
    managementFee: minor(managementFee),
    performanceFee: minor(performanceFee),
    feeFraction,
    unitValue,
    highWater: unitValue > highWater ? unitValue : highWater,
  };
}

function valueOfOne(net: bigint, units: bigint): bigint {
  return units === 0n ? 0n : divide(net * unitScale * valueScale, units, "floor");
}

export type Schedule = {
  market: MarketKey;
  valuedAtMinute: number;
  cutOffMinutes: number;
};

export type Valuations = {
  /** The newest moment that has come; null before the first. */
  current: number | null;
  /** The one that comes, and the one after it. */
  next: number | null;
  afterNext: number | null;
};

/** A holiday season is shorter. */
const daysLookedMax = 15;

/** When each day begins on which a market trades, around now: milliseconds since the epoch, the earliest first. */
export function tradingDaysAround(market: MarketKey, now: number, hours: MarketHours): number[] {
  const days: number[] = [];
  for (let day = -daysLookedMax; day <= daysLookedMax; day += 1) {
    const date = marketDate(market, now + day * dayMs, hours);
    if (tradingHours(market, date, hours) === null) continue;
    const begins = dateBegins(market, date, hours);
    if (begins !== days.at(-1)) days.push(begins);
  }
  return days;
}

/** The moments at which a pool is valued, on each day that its market trades, around now. */
export function valuationsAround(
  { market, valuedAtMinute }: Schedule,
  now: number,
  hours: MarketHours,
): Valuations {
  const days = tradingDaysAround(market, now, hours);
  const moments = days.map((begins) => begins + valuedAtMinute * minuteMs);
  const ahead = moments.filter((at) => at > now);
  return {
    current: moments.findLast((at) => at <= now) ?? null,
    next: ahead[0] ?? null,
    afterNext: ahead[1] ?? null,
  };
}

/** Whoever asks now is in this valuation; null where the market's calendar has none ahead. */
export function valuationFor(
  schedule: Schedule,
  now: number,
  hours: MarketHours,
): { askedUntil: number; at: number } | null {
  const { next, afterNext } = valuationsAround(schedule, now, hours);
  const cutOffMs = schedule.cutOffMinutes * minuteMs;
  const at = next !== null && now < next - cutOffMs ? next : afterNext;
  return at === null ? null : { askedUntil: at - cutOffMs, at };
}

export type FollowForm = { amount: string };

export type Follower = {
  state: string;
  isVerified: boolean;
  available: Minor;
  /** What a closing has left unpaid in this currency. */
  owed: Minor;
  /** Whether a margin call is open in this market: its money has to stay. */
  isCalledIn: boolean;
  /** Followings that have not ended. */
  live: number;
};

export type Followable = {
  currency: Currency;
  minimum: Minor;
  capacity: Minor;
  /** What followers have in it by what they paid, and what waits to be bought. */
  taken: Minor;
  deadline: number;
  isOpen: boolean;
  isThere: boolean;
  /** Whether there is a valuation to be in. */
  isValued: boolean;
};

type Objection = { code: RefusalCode; params?: Record<string, string> };
type Checked = { ok: true; amount: Minor } | { ok: false; objection: Objection };

/** In the order in which the contract lists them. */
export function checkFollow(
  { amount: typed }: FollowForm,
  product: Followable | null,
  follower: Follower,
  now: number,
): Checked {
  const no = (code: RefusalCode, params?: Record<string, string>): Checked => ({
    ok: false,
    objection: params === undefined ? { code } : { code, params },
  });
  if (follower.state === "frozen") return no("account_frozen");
  if (follower.state !== "active") return no("trading_disabled");
  if (!follower.isVerified) return no("not_verified");
  if (product === null || !product.isThere) return no("product_not_available");
  if (!product.isOpen || !product.isValued || now >= product.deadline) {
    return no("product_follow_expired");
  }
  const { currency } = product;
  const read = parseScaled(typed, 8);
  if (read === null || read <= 0n) return no("amount_not_positive");
  const amount = parseScaled(typed, minorDigits(currency));
  if (amount === null) return no("amount_too_precise");
  if (amount < product.minimum) {
    return no("amount_below_minimum", {
      minimum: formatMinor(product.minimum, currency),
      currency,
    });
  }
  const left = product.capacity - product.taken;
  if (amount > left) {
    const shown = formatMinor(minor(left > 0n ? left : 0n), currency);
    return no("follow_capacity_exceeded", { left: `${shown} ${currency}` });
  }
  if (follower.live >= liveFollowingsMax) {
    return no("followings_too_many", { max: String(liveFollowingsMax) });
  }
  if (follower.owed > 0n) return no("unpaid_debt");
  if (follower.isCalledIn) return no("margin_call_open");
  if (amount > follower.available) return no("insufficient_balance");
  return { ok: true, amount: minor(amount) };
}

/** What a fee of so many basis points takes of an amount. */
export function basisPointsOf(amount: Minor, basisPoints: number): Minor {
  return minor(divide(amount * BigInt(basisPoints), basisPointsOfOne, "ceiling"));
}

/** A week of the calendar, or a month: where it is another one, a strategy decides anew. */
export function isAnotherPeriod(
  every: "day" | "week" | "month",
  last: LocalDate | null,
  today: LocalDate,
): boolean {
  if (last === null) return true;
  if (every === "day") return last !== today;
  if (every === "month") return last.slice(0, 7) !== today.slice(0, 7);
  return weekOf(last) !== weekOf(today);
}

/** Weeks since a Monday. */
function weekOf(date: LocalDate): number {
  return Math.floor((Date.parse(`${date}T00:00:00Z`) / dayMs + 3) / 7);
}
