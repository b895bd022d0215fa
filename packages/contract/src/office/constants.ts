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
  "not_a_statement",
] as const;

export type BankLineFault = (typeof bankLineFaults)[number];

/** The Zengin system's file for yen to Japan, ISO 20022's pain.001.001.09 for everything else. */
export const paymentFileFormats = ["zengin", "pain001"] as const;
export type PaymentFileFormat = (typeof paymentFileFormats)[number];

/** Neither format has a bound of its own; banks take so many at a time. */
export const paymentsInFileMax = 2_000;

/** Why an approved withdrawal is in no file. */
export const paymentsLeftOut = [
  "bank_gone",
  "branch_gone",
  "holder_unreadable",
  "account_malformed",
  "amount_too_large",
  "file_full",
] as const;
export type PaymentLeftOut = (typeof paymentsLeftOut)[number];

/** What is wrong with a bank's answer to a file. */
export const paymentAnswerFaults = [
  "records",
  "record_kind",
  "amount",
  "result",
  "totals",
  "other_file",
  "other_payment",
] as const;
export type PaymentAnswerFault = (typeof paymentAnswerFaults)[number];

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
  "following",
  "intraday",
  "pool",
  "subscription",
  "application",
  "loan",
  "lending",
  "stock_end",
  "correction",
  "kind",
  "leg",
  "grant",
  "decision",
  "witness",
  "clock",
  "open_price",
  "fill",
  "allotment",
  "score",
  "news",
] as const;

export const healthChecks = ["database", "migrations", "orders", "feed"] as const;

/** Where backups go; `own`: another PostgreSQL than ours is backed up by its own means. */
export const backupKinds = ["none", "folder", "s3", "own"] as const;

export const healthQueues = [
  "proposals",
  "verifications",
  "deposits",
  "withdrawals",
  "loans",
  "login_password_resets",
  "factor_resets",
  "restriction_reviews",
  "waiting_orders",
  "venue_disputes",
  "venue_set_aside",
  "announcements",
  "conversations",
  "calendars",
  "rule_changes",
  "bank_list",
] as const;

/** Operators are reminded of a newer list of Japan's banks once ours is older than this. */
export const bankListAgeDaysMax = 120;

/** Rules whose change operators have to prepare for; the keys of the rulebook. */
export const preparedRules = ["tse_tick_size", "jp_identity_verification"] as const;

/** The customers' side of a journal: what can be spent. Everything else follows from orders and loans. */
export const journalCustomerPurposes = ["available"] as const;

/** The house's side: what a correction can be charged or credited to. */
export const journalHousePurposes = ["corrections", "goodwill", "fees", "suspense"] as const;

export const journalPostingsMax = 5;

/** With everything that operators are sent: the app's clock and the machine's, in milliseconds since the epoch. */
export const appTimeHeader = "x-app-time";
export const realTimeHeader = "x-real-time";

/** One step of the simulated clock: a second to a year. It never goes back. */
export const clockStepSecondsMax = 366 * 24 * 60 * 60;

/** Where two operators move the clock, every open screen has said so for this long before it is moved. */
export const clockAnnouncedSecondsMin = 10;

/** What a customer has to do by a time of the app's clock, or what may happen to them from then on. */
export const customerDeadlines = [
  "margin_call",
  "margin_term",
  "share_recall",
  "loan_due",
  "loan_cooling_off",
  "new_share_payment",
  "offering_withdrawal",
  "login_reset",
  "factor_reset",
  "fund_password_reset",
  "correction_objection",
] as const;
export type CustomerDeadline = (typeof customerDeadlines)[number];

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
  "loan",
  "new_share_payment",
  "fund_password_reset",
  "proposal",
  "conversation",
] as const;

/**
 * Every list of the back office: what can be taken home as CSV, whose columns an operator chooses and of which
 * they keep views. By the path of its call. The audit log has a file of its own, with the hashes that verify it.
 */
export const deskLists = [
  "/api/ops/proposals",
  "/api/ops/verifications",
  "/api/ops/deposits",
  "/api/ops/deposit-channels",
  "/api/ops/withdrawals",
  "/api/ops/loans",
  "/api/ops/late-loans",
  "/api/ops/journals",
  "/api/ops/customer-states",
  "/api/ops/login-password-resets",
  "/api/ops/factor-resets",
  "/api/ops/customers",
  "/api/ops/customers/:account/activity",
  "/api/ops/customers/:account/cases",
  "/api/ops/customers/:account/fills",
  "/api/ops/customers/:account/messages",
  "/api/ops/customers/:account/notes",
  "/api/ops/customers/:account/positions",
  "/api/ops/customers/:account/postings",
  "/api/ops/customers/:account/records",
  "/api/ops/customers/:account/sessions",
  "/api/ops/conversations",
  "/api/ops/invitations",
  "/api/ops/announcements",
  "/api/ops/news",
  "/api/ops/instruments",
  "/api/ops/site",
  "/api/ops/trading-halts",
  "/api/ops/venue-orders",
  "/api/ops/intraday/days",
  "/api/ops/intraday/square-off",
  "/api/ops/intraday/trades",
  "/api/ops/offerings",
  "/api/ops/block-offers",
  "/api/ops/block-offers/:id/applications",
  "/api/ops/block-offers/:id/invitations",
  "/api/ops/block-consents",
  "/api/ops/copy-products",
  "/api/ops/copy-products/:id/valuations",
  "/api/ops/copy-consents",
  "/api/ops/books/bank-movements",
  "/api/ops/books/breaks",
  "/api/ops/books/daily",
  "/api/ops/operators",
  "/api/ops/audit",
  "/api/ops/payment-files",
] as const;

export type DeskList = (typeof deskLists)[number];

/** What a screen shows as a table though its call answers more than that: after the `#` the field with its rows. */
export const deskTables = [
  "/api/ops/customers/:account#balances",
  "/api/ops/customers/:account/assets#currencies",
  "/api/ops/customers/:account/identity#verifications",
  "/api/ops/customers/:account/identity#cards",
  "/api/ops/customers/:account/loans#limits",
  "/api/ops/customers/:account/loans#loans",
  "/api/ops/loan-report#currencies",
  "/api/ops/stock-lending#stocks",
  "/api/ops/fees#decisions",
  "/api/ops/fees#statutory",
  "/api/ops/calendars#years",
  "/api/ops/calendars#decisions",
  "/api/ops/calendars#closings",
  "/api/ops/venue-orders#strays",
  "/api/ops/books/trial-balance#check.differences",
  "/api/ops/copy-products/:id/replay#figures",
  "/api/ops/dashboard#money",
  "/api/ops/dashboard#customers",
  "/api/ops/dashboard#revenue",
  "/api/ops/dashboard#queues",
  "/api/ops/health#queues",
] as const;

export type DeskTable = (typeof deskTables)[number];

/** Rows of one file: of what is longer, the filter takes a part. */
export const exportedRowsMax = 10_000;

/** What an operator keeps for one list, and the filters of a view as its address has them. */
export const savedViewsMax = 20;
export const viewNameLengthMax = 40;
export const viewSearchLengthMax = 500;

/** Columns of one list that an operator left out. */
export const hiddenColumnsMax = 40;

/** How far back the dashboard looks, today included. */
export const dashboardSpans = ["7", "30", "90"] as const;

/** The house's accounts on which what it earns is booked. */
export const revenuePurposes = [
  "fees",
  "interest",
  "exchange_income",
  "fund_fees",
  "loan_interest",
] as const;

/** A list of customers who were here within so many days. */
export const seenWithinDays = ["1", "7", "30"] as const;

/** Where operators send a template: from a conversation, from a customer's page, or from a case of a queue. */
export const templatePlaces = [
  "conversation",
  "customer",
  "verifications",
  "deposits",
  "withdrawals",
  "loans",
  "login-password-resets",
  "factor-resets",
] as const;
export type TemplatePlace = (typeof templatePlaces)[number];

/** What a template can leave open, as `{{field}}`: nothing of it is free text. */
export const templateFields = [
  "amount",
  "date",
  "due_day",
  "document",
  "case",
  "order",
  "stock",
] as const;
export type TemplateField = (typeof templateFields)[number];

/** Of a case's template these come from its record, and nobody types them. */
export const templateRecordFields = {
  conversation: [],
  customer: [],
  verifications: ["date", "document"],
  deposits: ["amount", "date"],
  withdrawals: ["amount", "date"],
  loans: ["amount", "date"],
  "login-password-resets": ["date", "case"],
  "factor-resets": ["date", "case"],
} as const satisfies Record<TemplatePlace, readonly TemplateField[]>;

/** What an operator can name, where no record says it: units of a currency, and days from today. */
export const templateAmountMax = 100_000_000;
export const templateDaysBack = 366;
export const templateDeadlineDays = 90;

/** So many within a day: to one customer, and by one operator. */
export const templatesToCustomerMax = 10;
export const templatesByOperatorMax = 200;

/** What customers are asked for. */
export const templateDocuments = [
  "drivers_licence",
  "my_number_card",
  "health_insurance_card",
  "passport",
  "residence_card",
  "bank_statement",
  "payment_receipt",
  "utility_bill",
] as const;
export type TemplateDocument = (typeof templateDocuments)[number];

const templateGap = /\{\{([^{}]*)\}\}/g;

/** The fields of a text in the order of the list; null where it names one that is none, or a brace is left over. */
export function fieldsOfTemplate(text: string): TemplateField[] | null {
  const named = [...text.matchAll(templateGap)].map(([, name]) => name);
  const known: readonly (string | undefined)[] = templateFields;
  const isSound =
    named.every((name) => known.includes(name)) && !/[{}]/.test(text.replaceAll(templateGap, ""));
  return isSound ? templateFields.filter((field) => named.includes(field)) : null;
}

/** A template's text with its fields filled in. */
export function fillTemplate(
  text: string,
  values: Readonly<Partial<Record<TemplateField, string>>>,
): string {
  return text.replaceAll(templateGap, (gap, name: TemplateField) => values[name] ?? gap);
}
