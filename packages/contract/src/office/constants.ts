export const bankFileBytesMax = 1024 * 1024;

export const bankFileLinesMax = 5_000;

/** The first line of a bank file; every line after it is a movement. */
export const bankFileColumns = [
  "bank_id",
  "date",
  "currency",
  "amount",
  "reference",
  "counterparty",
] as const;

export const bankLineFaults = [
  "columns",
  "bank_id",
  "date",
  "currency",
  "amount",
  "reference",
  "counterparty",
  "twice_in_file",
  "known_already",
  "no_lines",
  "too_many_lines",
] as const;

export type BankLineFault = (typeof bankLineFaults)[number];

export const bankRecordKinds = ["deposit", "withdrawal"] as const;

export const bookChecks = [
  "transfer",
  "posting",
  "chain",
  "balance",
  "total",
  "position",
  "deposit",
  "withdrawal",
  "exchange",
  "subscription",
  "loan",
  "correction",
  "kind",
] as const;

export const healthChecks = ["database", "migrations", "orders", "feed"] as const;

export const healthQueues = [
  "proposals",
  "verifications",
  "deposits",
  "withdrawals",
  "login_password_resets",
  "factor_resets",
  "restriction_reviews",
  "waiting_orders",
  "venue_disputes",
  "announcements",
  "conversations",
] as const;

/** The customers' side of a journal: what can be spent. Everything else follows from orders and loans. */
export const journalCustomerPurposes = ["available"] as const;

/** The house's side: what a correction can be charged or credited to. */
export const journalHousePurposes = ["corrections", "goodwill", "fees", "suspense"] as const;

export const journalPostingsMax = 5;

/** One step of the simulated clock: a second to a year. It never goes back. */
export const clockStepSecondsMax = 366 * 24 * 60 * 60;

export const operatorPasswordLengthMin = 12;

export const passkeysMax = 10;

/** A second factor that was proved holds so long for the session, in real time. */
export const operatorProofMinutes = 5;

export const operatorSessionEnds = { idleMinutes: 30, ageHours: 12 } as const;

/** Commands of whoever has the machine. */
/** In real time, after a sign-in was reset by two operators or on the machine. */
export const operatorHoldHours = 24;

/** So many are shown to every administrator. */
export const heldOperatorsShownMax = 5;

export const localActs = ["add-operator", "reset-operator"] as const;

/** So long administrators are told of one, and of so many, in real time. */
export const localActsShown = { days: 7, max: 5 } as const;

export const emailPattern = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

export const emailLengthMax = 254;

/** Of what operators note about a customer. */
export const noteLengthMax = 2_000;

/** What waits about a customer, each where it is decided. */
export const customerCaseKinds = [
  "verification",
  "deposit",
  "withdrawal",
  "login_password_reset",
  "second_factor_reset",
  "fund_password_reset",
  "proposal",
  "conversation",
] as const;
