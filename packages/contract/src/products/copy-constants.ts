/** Every strategy that decides here by its own code, by the name of its file. */
export const copyStrategies = [
  "momentum",
  "mean_reversion",
  "low_volatility",
  "dividend",
  "pairs",
  "index_leveraged",
  "equal_weight",
  "yesterdays_winners",
] as const;

/** And the one that mirrors a customer's own account, as that customer consented to. */
export const copyProductStrategies = [...copyStrategies, "mirror"] as const;

export type CopyStrategy = (typeof copyProductStrategies)[number];

/** Where a customer's consent to the own account being offered stands; `over` is a product that has ended. */
export const copyConsentStates = ["consented", "offered", "over", "revoked"] as const;

/** The name under which a customer's account is offered: letters, digits and what stands between them. */
export const shownAsLengthMax = 40;
export const shownAsPattern = /^[\p{L}\p{N}][\p{L}\p{N} ・·._-]{0,38}[\p{L}\p{N}]$/u;
export const copyConsentsShownMax = 20;

/** The specification's numbers. */
export const followingStatuses = { following: 0, ended: 1 } as const;

/** "May I?" for the screen and the server alike. */
export const followingCan = {
  end: (
    following: { status: number; end_asked_at: string | null; locked_until: string | null },
    now: number,
  ) =>
    following.status === followingStatuses.following &&
    following.end_asked_at === null &&
    following.locked_until !== null &&
    Date.parse(following.locked_until) <= now,
};

/** Where a product stands: to be followed, closed to new money, being wound down, or over. */
export const copyProductStates = ["open", "closed", "winding_down", "ended"] as const;

/** Why units are sold: `returned` is money of a product that ended before it bought units. */
export const followEndCauses = ["customer", "stop", "wind_down", "returned"] as const;

/** What a valuation waits for. */
export const suspensionCauses = ["halted", "no_price", "not_adjusted"] as const;

export type SuspensionCause = (typeof suspensionCauses)[number];

/** What figures and the ranking are for; each but the last as many months back from today. */
export const copyPeriods = ["month", "quarter", "year", "start"] as const;

export type CopyPeriod = (typeof copyPeriods)[number];

export const copyPeriodMonths = { month: 1, quarter: 3, year: 12 } as const;

/** Of a product's valuations so many are reckoned with, the newest; one for each of about twelve years' trading days. */
export const copySeriesMax = 3_000;

/** What of a valuation is recomputed and compared with what was kept. */
export const replayedFigures = [
  "quantity",
  "balance",
  "gross",
  "units",
  "management_fee",
  "performance_fee",
  "unit_value",
  "paid_in",
  "paid_out",
] as const;

export const copyProductsShownMax = 200;
/** Followings of one customer that have not ended, whatever their market. */
export const liveFollowingsMax = 200;
/** Of a market, those that go on first: all of them are always among them. */
export const followingsShownMax = liveFollowingsMax;
/** Points of a product's chart: its own valuations, and as many of the back-test. */
export const copyChartPointsMax = 260;
/** Of the trading days before a product began, so many are tested at once, by their bars; about three years. */
export const backtestDaysMax = 750;
/** And of the years before it, so many once the instance has time for it, by their minutes. */
export const backtestYearsMax = 5;

/** What a back-test was made of: bars of days, or all minutes of them. */
export const backtestBars = ["days", "minutes"] as const;

export type BacktestBars = (typeof backtestBars)[number];

/** What a following is called in records and messages. */
export function followingNumber(id: bigint): string {
  return `CT-${id.toString().padStart(8, "0")}`;
}
