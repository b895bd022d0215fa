import { operatorRoles } from "../permissions.ts";

/**
 * What the last price must do. A price is in the market's currency; a percentage is the day's change
 * against the previous close, given without a sign.
 */
export const alertKinds = [
  "price_at_or_above",
  "price_at_or_below",
  "percent_up",
  "percent_down",
] as const;

export type AlertKind = (typeof alertKinds)[number];

/** Of one customer, waiting. */
export const alertsMax = 50;

export const instrumentNameLengthMax = 60;

export const searchTermsMax = 10;

/** In each market: what a feed carries has a price in memory, and a row in every list. */
export const instrumentsAddedMax = 100;

/** Far more than come to one market by an offering while an instance lives. */
export const instrumentsOfferedMax = 5_000;

export const candlePeriods = ["1m", "5m", "15m", "30m", "day", "week", "month", "year"] as const;

export type CandlePeriod = (typeof candlePeriods)[number];

export const adjustModes = ["none", "forward", "backward"] as const;

export type AdjustMode = (typeof adjustModes)[number];

export const stockSorts = ["gainers", "losers", "turnover", "volume", "code"] as const;

export const watchlistMax = 200;

/** What a customer draws on a stock's chart: a line through two points, a price, the retracements of a move. */
export const chartLineKinds = ["trend", "level", "fibonacci"] as const;

export type ChartLineKind = (typeof chartLineKinds)[number];

/** Of one customer on one stock, and on all of them. */
export const chartLinesMax = 30;
export const chartLinesOfCustomerMax = 1_000;

/** What happens to a company on a day: results are told, or a dividend or a split takes effect. */
export const companyEventKinds = ["earnings", "dividend", "split"] as const;

export const companyEventsMax = 40;

/** A day of the exchanges without trading, and one with a shorter session. */
export const holidayKinds = ["closed", "half_day"] as const;

/**
 * How far an exchange's calendar of a year is known: `published` by it, `expected` by the law and its rules, or
 * `unknown`, with weekends alone.
 */
export const calendarStatuses = ["published", "expected", "unknown"] as const;

export const relatedStocksMax = 5;

export const stockNewsMax = 5;

/** A day's line in a list has at most so many points, from its first session's start to its last one's end. */
export const dayLinePoints = 40;

/** So many months before and after the running one a calendar knows. */
export const calendarMonthsBefore = 6;

export const calendarMonthsAfter = 6;

/** Of one customer. */
export const savedScreensMax = 20;

export const screenNameLengthMax = 30;

/** What a screen of stocks asks for, each from or up to a figure. */
export const screenBounds = [
  "price_min",
  "price_max",
  "change_min",
  "change_max",
  "volume_min",
  "volume_max",
  "yield_min",
  "yield_max",
  "per_min",
  "per_max",
  "below_high_max",
  "above_low_max",
] as const;

export type ScreenBound = (typeof screenBounds)[number];

export const newsStates = ["draft", "published", "withdrawn"] as const;

/**
 * What an article is about. The sentences are the app's own, per kind and language, filled with the
 * article's figures; only an `article`, which an operator wrote, carries its three texts with it.
 * Articles of the same moment stand in this order.
 */
export const newsKinds = [
  "article",
  "market_close",
  "market_open",
  "top_gainer",
  "top_loser",
  "most_active",
  "listing",
  "limit_up_close",
  "limit_down_close",
  "year_high",
  "year_low",
  "large_gain",
  "large_loss",
  "limit_up",
  "limit_down",
  "split",
  "split_ahead",
  "dividend",
  "dividend_ahead",
] as const;

export type NewsKind = (typeof newsKinds)[number];

/** Where the figures come from; `editor` for what an operator wrote. */
export const newsSources = ["simulated", "replay", "live", "editor"] as const;

export const newsTableKinds = [
  "opened_up",
  "opened_down",
  "gainers",
  "losers",
  "active",
  "limit_up",
  "limit_down",
  "year_high",
  "year_low",
  "dividends",
] as const;

export type NewsTableKind = (typeof newsTableKinds)[number];

/** What a trading halt stops: everything, a market, or one stock. */
/** Who halts trading: an operator of a role, or the rules of the market by themselves. */
export const haltRoles = [...operatorRoles, "market_rule"] as const;
export type HaltRole = (typeof haltRoles)[number];

export const haltScopes = ["all", "market", "instrument"] as const;

export type HaltScope = (typeof haltScopes)[number];

/**
 * For so long at most what is held cannot be sold or bought back: nobody's money is kept in a position
 * without an end.
 */
export const closingBarredHoursMax = 24;

/** Whether operators halt more than opening orders of one stock. */
export function isWideHalt(halt: { code: string | null; closingAllowed: boolean }): boolean {
  return halt.code === null || !halt.closingAllowed;
}

/** For so long a part is widely halted within a month: all halts of it together, and those of one operator alone. */
export const wideHaltTotal = { hoursMax: 72, aloneHoursMax: 24, withinDays: 30 } as const;

export const haltMinutesMax = 90 * 24 * 60;

/** So many halts that have ended stay in the public list. */
export const endedHaltsShownMax = 50;

/** How a listing ends: by the exchange's or the company's decision, or because another company takes it over. */
export const stockEndKinds = ["delisted", "merged"] as const;

/** Where the rules of all markets are, as JSON and for everybody: `GET`, with an `etag`; `RulesBody` is its shape. */
export const rulesAddress = "/api/rules.json";
