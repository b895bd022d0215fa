import type { RefusalCode } from "../refusals.ts";

/** Japan's three kinds of account, and what accounts are called elsewhere. */
export const cardTypes = ["ordinary", "current", "savings", "checking", "debit_card"] as const;

export type CardType = (typeof cardTypes)[number];

/** The kinds that banks of a country offer; `elsewhere` is every country but Japan. */
export const cardTypesByCountry = {
  JP: ["ordinary", "current", "savings"],
  elsewhere: ["checking", "savings", "current", "debit_card"],
} as const satisfies Record<string, readonly CardType[]>;

/** Of one customer at a time. */
export const bankCardsMax = 5;

/**
 * What a case waits for that was not decided in the time that was promised: that somebody looks at it,
 * the operator who does, a second operator's approval, or the bank.
 */
export const delayReasons = ["not_reviewed", "in_review", "second_operator", "bank"] as const;

export type DelayReason = (typeof delayReasons)[number];

export const depositStatuses = { under_review: 0, approved: 1, rejected: 2 } as const;

/** What a deposit is called in records and messages. */
export function depositNumber(id: bigint): string {
  return `D-${id.toString().padStart(8, "0")}`;
}

/** How long a quoted rate is held for the customer. */
export const exchangeQuoteSeconds = 15;

/** Days of a pair's history. */
export const exchangeRanges = { "1w": 7, "1m": 30, "3m": 91, "6m": 182, "1y": 365 } as const;

export type ExchangeRange = keyof typeof exchangeRanges;

/** What moved a customer's money; `other` is a kind that this release has no words for. */
export const recordKinds = [
  "order_filled",
  "position_closed",
  "stock_end_settled",
  "shares_exchanged",
  "order_reserved",
  "order_released",
  "dividend",
  "dividend_equivalent",
  "split_fraction",
  "fill_reversed",
  "simulated_grant",
  "exchange_sold",
  "exchange_bought",
  "correction",
  "deposit",
  "withdrawal_held",
  "withdrawal_paid",
  "withdrawal_returned",
  "subscription_paid",
  "follow_asked",
  "follow_returned",
  "follow_ended",
  "subscription_returned",
  "subscription_listed",
  "application_held",
  "application_returned",
  "stock_lending_fee",
  "loan_paid_out",
  "loan_interest",
  "loan_interest_waived",
  "loan_repaid",
  "loan_written_off",
  "loan_claimed",
  "other",
] as const;

export type RecordKind = (typeof recordKinds)[number];

/** The tabs of the records; `other` is what is neither trade nor top-up nor withdrawal. */
export const recordGroups = ["all", "trade", "deposit", "withdrawal", "other"] as const;

export type RecordGroup = (typeof recordGroups)[number];

/** What holds money for something, and lets it go again: own money, which is no less for it. */
export const holdKinds = [
  "order_reserved",
  "order_released",
  "withdrawal_held",
  "withdrawal_returned",
  "subscription_paid",
  "subscription_returned",
  "application_held",
  "application_returned",
] as const satisfies readonly RecordKind[];

/** Whether records are listed with what is only held, without it, or that alone. */
export const recordHolds = ["all", "without", "only"] as const;

export type RecordHolds = (typeof recordHolds)[number];

export const recordSearchLengthMax = 64;

/** The specification's calendar window of six months: the most days that `from` and `to` may span. */
export const recordDaysMax = 184;

/** As many rows as one exported file has; the newest are kept. */
export const recordExportRowsMax = 5_000;

/** A customer's own accounts, and the house's side of a transfer. */
export const recordPurposes = [
  ...(["available", "reserved_orders", "reserved_withdrawals", "debt"] as const),
  ...(["followed", "unit_result"] as const),
  "reserved_subscriptions",
  "reserved_applications",
  ...(["margin_debt", "short_collateral", "shortfall_debt", "interest"] as const),
  ...(["loan_debt", "loan_interest_debt", "loan_interest"] as const),
  ...(["loan_provision", "loan_losses"] as const),
  ...(["market", "fees", "dividends", "simulated_grant"] as const),
  ...(["exchange", "exchange_income", "lending_fees"] as const),
  ...(["corrections", "goodwill", "suspense"] as const),
  "bank",
  "other",
] as const;

/** The most days that one statement spans. */
export const statementDaysMax = 184;

/** As many movements as one statement lists; the figures at its head count all of them. */
export const statementRowsMax = 5_000;

/** The specification's IDs, and those that foreigners have. */
export const idTypes = [
  "drivers_licence",
  "my_number_card",
  "health_insurance_card",
  "passport",
  "residence_card",
] as const;

export type IdType = (typeof idTypes)[number];

/** The specification's numbers. */
export const verificationStatuses = {
  not_verified: 0,
  under_review: 1,
  verified: 2,
  failed: 3,
} as const;

/** The sides of which photos are taken: a My Number card's back shows what nobody may keep. */
export const photographedSides: Record<IdType, readonly ("front" | "back")[]> = {
  drivers_licence: ["front", "back"],
  my_number_card: ["front"],
  health_insurance_card: ["front", "back"],
  passport: ["front", "back"],
  residence_card: ["front", "back"],
};

export const nameLengthMax = 80;

export const withdrawalStatuses = { under_review: 0, paid: 1, rejected: 2, cancelled: 3 } as const;

/** What a withdrawal is called in records and messages. */
export function withdrawalNumber(id: bigint): string {
  return `W-${id.toString().padStart(8, "0")}`;
}

/** Beside all that are under review, so many that have ended are listed, the newest. */
export const endedWithdrawalsShownMax = 200;

/** What can stand in the way of a withdrawal whatever its amount, in the order in which it is said. */
export const withdrawalObstacles = [
  "account_frozen",
  "reset_hold",
  "not_verified",
  "fund_password_not_set",
  "card_not_found",
  "withdrawals_closed",
  "unpaid_debt",
  "unpaid_loan_exists",
  "positions_held",
  "fund_operation_in_progress",
] as const satisfies readonly RefusalCode[];

export type WithdrawalObstacle = (typeof withdrawalObstacles)[number];
