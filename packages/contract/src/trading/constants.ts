import { divide, price, type Price } from "@sanshi/money";

/**
 * `in_force`: charged today. `planned`: from a later day on. `past`: another has followed it.
 * `replaced` and `withdrawn`: decided otherwise before their day came; `withdrawal`: what has withdrawn
 * one.
 */
export const commissionStates = [
  "in_force",
  "planned",
  "past",
  "replaced",
  "withdrawn",
  "withdrawal",
] as const;

export type CommissionState = (typeof commissionStates)[number];

/** Of a commission's rate in per cent: 0.0001 % is the smallest step. */
export const commissionRateDigits = 4;

/** An exchange's notice is a page; a file of a year's days is shorter. */
export const calendarNoticeLengthMax = 20_000;

/** No exchange closes on so many weekdays of a year. */
export const calendarDaysMax = 60;

/** How far ahead a year's calendar can be entered: New York publishes three. */
export const calendarYearsAheadMax = 3;

/** From this day of December on operators are reminded of a market's next year while it is not published. */
export const calendarReminderFrom = "12-01";

/** A typhoon or a mourning is known some days before, and no closing months ahead is unscheduled. */
export const closingDaysAheadMax = 30;

/** What a day is by a notice or a calendar. */
export const calendarDayKinds = ["closed", "half_day"] as const;

/**
 * What an operator confirms before proposing a year: days that the law closes are missing, days that have begun
 * stay as they were, and a published year is replaced.
 */
export const calendarWarnings = ["certain_missing", "passed_kept", "replaces_published"] as const;

export type CalendarWarning = (typeof calendarWarnings)[number];

export const netAssetRanges = ["1w", "1m", "3m", "6m", "1y", "all"] as const;

/** The number on the wire; every transition not drawn in the product's section 4 is refused. */
export const positionStatuses = {
  holding: 0,
  closing: 1,
  closed: 2,
  pending: 3,
  cancelled: 4,
  locked: 5,
  rejected: 6,
} as const;

/** Its name, as the records have it. */
export type PositionStatus = keyof typeof positionStatuses;

/** When an order on a US stock trades: in the exchanges' own hours, or before and after them too. */
export const orderHours = ["regular", "extended"] as const;
export type OrderHours = (typeof orderHours)[number];

export const sellLockMinutes = 15;

export const quantityMax = 1_000_000_000n;

export const workingOrdersMax = 200;
/** Closing orders that one position can have at work. */
export const closingOrdersMax = 20;

/** Parts of which an order to open can say where each is closed. */
export const exitPartsMax = 10;

/** The lists show the newest; `ccsz`, `fdyk` and `lsyk` count all of them. */
export const heldPositionsShownMax = 1_000;

export const closedPositionsShownMax = 200;

/** Whose money a holding was opened with: the customer's own, or borrowed too. A short is always on margin. */
export const holdingFundings = ["cash", "margin"] as const;

export type HoldingFunding = (typeof holdingFundings)[number];

/**
 * Why an opening is not closed with the others of its holding: too soon after it was bought, by our own or the
 * exchange's rule; locked up or lent; or all of it waits in closing orders.
 */
export const leftOutReasons = ["sell_locked", "bought_today", "locked", "closing"] as const;

export type LeftOutReason = (typeof leftOutReasons)[number];

/** So many openings are closed by one call; the rest by another. */
export const closingPartsMax = 100;

/** A chart marks the newest. */
export const stockFillsShownMax = 200;

/**
 * How an order is placed: at once at the market, at a limit or better, or, once the market has reached
 * `stop_price`, as one of the two. A stop that buys lies above the market, one that sells below. `oco` is a limit
 * and a stop of which whichever comes first cancels the other: one order, so its shares or money wait once.
 * `trailing_stop` is a stop to close that follows the best traded price since it was placed, at a distance.
 */
export const orderKinds = [
  "market",
  "limit",
  "stop",
  "stop_limit",
  "oco",
  "trailing_stop",
] as const;

export type OrderKind = (typeof orderKinds)[number];

/** Those that open a position; a trailing stop closes one. */
export type OpeningKind = Exclude<OrderKind, "trailing_stop">;

/**
 * `day`: what is not filled when the trading day ends, expires; `until_date` when the day `good_until` ends.
 * `at_open` and `at_close` trade in the next opening or closing auction alone, at the market or at a limit;
 * `market_at_close` is a limit that becomes a market order in the close; `after_hours` trades at the close's price in
 * the session after it alone, where the limit allows that price. The last two trade at once: what is not
 * filled then is cancelled, or, of `fill_or_kill`, all of it.
 */
export const timesInForce = [
  "day",
  "until_cancelled",
  "until_date",
  "at_open",
  "at_close",
  "market_at_close",
  "after_hours",
  "immediate_or_cancel",
  "fill_or_kill",
] as const;

export type TimeInForce = (typeof timesInForce)[number];

/** What of an order at a venue that answers later is not settled; `unknown` is being asked about. */
export const venueNotes = ["pending_new", "pending_cancel", "pending_replace", "unknown"] as const;

export type VenueNote = (typeof venueNotes)[number];

/** Why what the venue says cannot be true of the order as we have it, or that the books have no entry for it. */
export const venueDisputes = [
  "trade_after_end",
  "ended_twice",
  "unknown_trade",
  "correction_grew",
  "not_asked",
  "figures_differ",
  "not_bookable",
] as const;

export type VenueDispute = (typeof venueDisputes)[number];

/** So many orders that need an operator are shown at once. */
export const venueOrdersShownMax = 200;

/** Why a position or an order is no more; `null` on the wire while it is, and on a plain sale. */
export const positionEndings = [
  "cancelled",
  "expired",
  "insufficient_balance",
  "insufficient_credit_limit",
  "no_counterparty",
  "rejected_by_venue",
  "corporate_action",
  "take_profit",
  "stop_loss",
  "forced_sale",
  "busted",
  "stock_end",
] as const;

export type PositionEnding = (typeof positionEndings)[number];

/** A stop that buys fills at the market, which may have gone past it. */
const stopReservePercent = 5n;

/** The price, rounded up, at which the money of an order that buys at a stop is reserved. */
export function reservedAtStop(stop: Price): Price {
  return price(divide(stop * (100n + stopReservePercent), 100n, "ceiling"));
}

/**
 * The price at which the money of an order at the market is held until it meets one: the highest that the day
 * allows, and where a day has no limits so much above the last one as of a stop.
 */
export function reservedAtMarket(last: Price, limitUp: Price | null): Price {
  return limitUp ?? reservedAtStop(last);
}

/** A quote that is older, in an open market, is no price to trade at; milliseconds. */
export const quoteAgeMsMax = 15_000;
/** A quote that says it was made later than so long after now has an age that nobody knows. */
export const quoteLeadMsMax = 2_000;
