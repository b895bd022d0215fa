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

export const candlePeriods = ["1m", "5m", "15m", "30m", "day", "week", "month", "year"] as const;

export type CandlePeriod = (typeof candlePeriods)[number];

export const adjustModes = ["none", "forward", "backward"] as const;

export type AdjustMode = (typeof adjustModes)[number];

export const stockSorts = ["gainers", "losers", "turnover", "volume", "code"] as const;

export const watchlistMax = 200;

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

export const haltMinutesMax = 90 * 24 * 60;

/** So many halts that have ended stay in the public list. */
export const endedHaltsShownMax = 50;
