import type { CustomerState, RefusalCode } from "@sanshi/contract";
import {
  divide,
  formatMinor,
  formatShares,
  minor,
  parseMinor,
  shares,
  type Currency,
  type Price,
  type Shares,
} from "@sanshi/money";
import type { DayTrading, DayTradingTimes } from "@sanshi/rulebook";

export type Asked = {
  side: "long" | "short";
  /** One of the two: what is traded for, or how many shares. */
  amount?: string | undefined;
  quantity?: string | undefined;
  leverage: string;
};
export type Objection = { code: RefusalCode; params?: Record<string, string> };
type Checked = { ok: true; quantity: string } | { ok: false; objection: Objection };

/** What of the market decides how many shares an amount buys. */
export type Facts = {
  now: number;
  terms: DayTrading;
  times: DayTradingTimes;
  /** Continuous trading is on: what is opened now is a position at once. */
  isOpen: boolean;
  /** At which it would trade now; null without a quote. */
  price: Price | null;
  lot: Shares;
  currency: Currency;
  state: CustomerState;
  unitsPerMinor: bigint;
};

/** What speaks against a trade of one day before the order is asked; otherwise how many shares it is of. */
export function checkIntraday(asked: Asked, facts: Facts): Checked {
  const { terms, times, now } = facts;
  const object = (code: RefusalCode, params?: Record<string, string>): Checked => ({
    ok: false,
    objection: params === undefined ? { code } : { code, params },
  });
  const { state } = facts;
  if (state === "frozen" || state === "banned") return object("account_frozen");
  if (state === "trading_disabled") return object("trading_disabled");
  if (terms.leverageMultiples.length === 0) return object("product_not_available");
  if (now >= times.takenUntil || !facts.isOpen) {
    return object("intraday_closed", { time: new Date(times.takenUntil).toISOString() });
  }
  if (!terms.leverageMultiples.includes(Number(asked.leverage))) {
    return object("leverage_not_offered", { max: String(terms.leverageMax) });
  }
  if (asked.amount !== undefined && asked.quantity !== undefined) {
    return object("amount_or_quantity");
  }
  // What is wrong with a number of shares, the order path says.
  if (asked.quantity !== undefined) return { ok: true, quantity: asked.quantity };
  const amount = asked.amount === undefined ? null : parseMinor(asked.amount, facts.currency);
  if (amount === null || amount <= 0n) return object("amount_not_positive");
  if (facts.price === null) return object("price_unavailable");
  const whole = divide(amount * facts.unitsPerMinor, facts.price, "floor");
  const quantity = whole - (whole % facts.lot);
  return quantity > 0n
    ? { ok: true, quantity: formatShares(shares(quantity)) }
    : object("amount_below_minimum", { min: oneLot(facts.price, facts), currency: facts.currency });
}

function oneLot(price: Price, { lot, unitsPerMinor, currency }: Facts): string {
  return formatMinor(minor(divide(price * lot, unitsPerMinor, "ceiling")), currency);
}

/** Of one day's results: how many won and lost, and what each came to on average. */
export function summary(results: readonly bigint[]): {
  wins: number;
  losses: number;
  averageWin: bigint;
  averageLoss: bigint;
} {
  const won = results.filter((result) => result > 0n);
  const lost = results.filter((result) => result < 0n);
  const average = (all: readonly bigint[]) =>
    all.length === 0
      ? 0n
      : divide(
          all.reduce((sum, one) => sum + one, 0n),
          BigInt(all.length),
          "floor",
        );
  return {
    wins: won.length,
    losses: lost.length,
    averageWin: average(won),
    averageLoss: average(lost),
  };
}
