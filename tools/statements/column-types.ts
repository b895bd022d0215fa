import { copyColumnTypes } from "./copy-column-types.ts";
import { messageColumnTypes } from "./message-column-types.ts";
import { marketColumnTypes } from "./market-column-types.ts";
import { tradingColumnTypes, type ColumnTypes } from "./trading-column-types.ts";

/**
 * What the values of a column are beyond what the database says of them: the domain's own types. A row
 * that passes the column on as it is has them; whoever computes with it says anew what came of it.
 */
export const columnTypes: ColumnTypes = {
  ...tradingColumnTypes,
  ...copyColumnTypes,
  ...marketColumnTypes,
  ...messageColumnTypes,
  activity: {
    params: "Record<string, string>",
  },
  added_instrument: {
    market: "MarketKey",
    offer_price: "Price",
  },
  audit_entry: {
    details: "AuditDetails",
  },
  bank_card: {
    card_type: "CardType",
  },
  bank_movement: {
    amount: "Minor",
    currency: "Currency",
  },
  commission_decision: {
    market: "MarketKey",
  },
  corporate_action: {
    close_before: "Price",
    kind: '"split" | "dividend"',
    per_share: "PerShare",
  },
  correction_hold: {
    state: '"waits" | "objected" | "posted" | "dropped"',
  },
  customer: {
    state: "CustomerState",
  },
  deposit: {
    amount: "Minor",
    currency: "Currency",
    delay_reason: "DelayReason",
  },
  deposit_channel: {
    currency: "Currency",
    days: "ServiceDays",
    instructions: "Names",
    maximum: "Minor",
    minimum: "Minor",
    name: "Names",
  },
  exchange_quote: {
    amount: "Minor",
    at_mid: "Minor",
    from_currency: "Currency",
    receive: "Minor",
    to_currency: "Currency",
  },
  fill: {
    amount: "Minor",
    ask: "Price",
    bid: "Price",
    fee: "Minor",
    fee_items: "{ name: string; amount: string }[]",
    levels: "[price: string, quantity: string][]",
    price: "Price",
    quantity: "Shares",
    side: '"buy" | "sell"',
  },
  forced_sale: {
    equity: "Minor",
    exposure: "Minor",
    price: "Price",
    quantity: "Shares",
    reason: "SaleReason",
  },
  instance: {
    market_kind: '"simulated" | "live"',
    rates_kind: '"simulated" | "live"',
    venue_kind: '"simulated" | "live"',
  },
  instrument_record: {
    lot_size: "Shares",
    market: "MarketKey",
  },
  ledger_account: {
    currency: "Currency",
  },
  ledger_balance: {
    balance: "Minor",
    floor: "Minor",
  },
  ledger_posting: {
    amount: "Minor",
    balance_after: "Minor",
    currency: "Currency",
  },
  ledger_running_total: {
    currency: "Currency",
  },
  listed_position: {
    basis_closed: "Minor",
    borrowed: "Minor",
    borrowed_left: "Minor",
    close_fee: "Minor",
    closed: "Shares",
    closing_shares: "Shares",
    collateral_left: "Minor",
    cost: "Minor",
    ending: "PositionEnding",
    interest_paid: "Minor",
    kind: "OrderKind",
    margin: "Minor",
    margin_left: "Minor",
    newest_lot: "Shares",
    open_fee: "Minor",
    opened: "Shares",
    proceeds: "Minor",
    quantity: "Shares",
    realised: "Minor",
    reserved: "Minor",
    side: '"long" | "short"',
    stamp_duty: "Minor",
    status: "PositionStatus",
    time_in_force: "TimeInForce",
  },
  loan: {
    currency: "LoanCurrency",
    interest_left: "Minor",
    interest_total: "Minor",
    principal: "Minor",
    principal_left: "Minor",
    reason_code: "ReasonCode",
  },
  loan_limit_cap: {
    amount: "Minor",
    currency: "LoanCurrency",
    reason_code: "ReasonCode",
  },
  loan_score: {
    averages: "Partial<Record<LoanCurrency, string>>",
    parts: 'CreditScore["parts"]',
  },
  margin_call: {
    market: "MarketKey",
  },
  market_pin: {
    hours: "KeptHours",
  },
  net_assets: {
    amount: "Minor",
    currency: "Currency",
  },
  net_assets_day: {
    rates: "Partial<Record<Currency, string>>",
  },
  net_assets_flow: {
    amount: "Minor",
    currency: "Currency",
    net_after: "Partial<Record<Currency, string>>",
    rates: "Partial<Record<Currency, string>>",
  },
  net_assets_flow_due: {
    amount: "Minor",
    currency: "Currency",
  },
  news_article: {
    market: "MarketKey",
    texts: "WrittenTexts",
  },
  new_share_subscription: {
    amount: "Minor",
  },
  block_application: {
    cost: "Minor",
    fee: "Minor",
  },
  block_offer: {
    band_high: "Price",
    band_low: "Price",
    lot_size: "Shares",
    market: "MarketKey",
    price: "Price",
    reference_price: "Price",
    seller_names: "ReasonSentences",
    withdrawn_reason: "ReasonSentences",
  },
  block_sale_consent: {
    floor_price: "Price",
    market: "MarketKey",
    quantity: "Shares",
  },
  block_offer_draft: {
    form: "BlockOfferForm",
  },
  intraday_charge: {
    value: "Minor",
  },
  intraday_square_off: {
    price: "Price",
    quantity: "Shares",
  },
  intraday_trade: {
    market: "MarketKey",
    quantity: "Shares",
    refusal: "Refusal",
  },
  offering: {
    earnings_per_share: "Price",
    lot_size: "Shares",
    issue_volume: "Shares",
    market: "MarketKey",
    names: "ReasonSentences",
    price: "Price",
    price_high: "Price",
    price_low: "Price",
    rule: '"equal" | "by_lot"',
    withdrawal_reason: "ReasonSentences",
    withdrawn_reason: "ReasonSentences",
  },
  offering_draft: {
    form: "OfferingForm",
  },
  operator: {
    role: "OperatorRole",
  },
  proposal: {
    decision_code: "ReasonCode",
    differences: "Difference[]",
    input: "Record<string, unknown>",
    reason_code: "ReasonCode",
    reason_texts: "ReasonSentences",
  },
  restriction: {
    approved_role: "OperatorRole",
    reason: "ReasonCode",
    restricted_role: "OperatorRole",
    state: "CustomerState",
    texts: "ReasonSentences",
  },
  site_setting_change: {
    approved_role: "OperatorRole",
    name: "SiteSettingName",
    proposed_role: "OperatorRole",
    reason: "ReasonSentences",
  },
  stock_offer: {
    leverages: "number[]",
    market: "MarketKey",
  },
  trading_halt: {
    halted_role: "HaltRole",
    market: "MarketKey",
    reason: "ReasonCode",
    texts: "ReasonSentences",
  },
  trading_halt_telling: {
    what: '"halted" | "resumed"',
  },
  saved_screen: {
    market: "MarketKey",
  },
  verification: {
    id_type: "IdType",
  },
  payment_file: {
    currency: "Currency",
  },
  withdrawal: {
    amount: "Minor",
    currency: "Currency",
    delay_reason: "DelayReason",
  },
};

/** Where the names in them come from. */
const money = "@sanshi/money";
const contract = "@sanshi/contract";
export const typeModules: Readonly<Record<string, string>> = {
  AlertKind: contract,
  BacktestDay: "apps/server/src/products/copy-trading/kept.ts",
  AuditDetails: "apps/server/src/platform/audit-log.ts",
  CardType: contract,
  CopyStrategy: contract,
  CreditScore: contract,
  Currency: money,
  CustomerState: contract,
  DelayReason: contract,
  Difference: contract,
  HaltRole: contract,
  IdType: contract,
  KeptHours: "@sanshi/rulebook",
  KeptBalance: "apps/server/src/products/copy-trading/kept.ts",
  KeptFigures: "apps/server/src/products/copy-trading/kept.ts",
  KeptPosition: "apps/server/src/products/copy-trading/kept.ts",
  LoanCurrency: contract,
  MarketKey: money,
  Message: contract,
  MessageAuthor: contract,
  MessageKind: contract,
  Minor: money,
  Names: "apps/server/src/money/deposits/channels.rules.ts",
  BlockOfferForm: contract,
  OfferingForm: contract,
  Refusal: "apps/server/src/platform/outcome.ts",
  OperatorRole: contract,
  OrderKind: contract,
  PerShare: money,
  PlannedOrder: "apps/server/src/products/copy-trading/ordering.ts",
  PositionEnding: contract,
  PositionStatus: contract,
  Price: money,
  ReasonCode: contract,
  ReasonSentences: contract,
  SaleReason: "apps/server/src/trading/margin/margin.rules.ts",
  ServiceDays: contract,
  Shares: money,
  SiteSettingName: contract,
  SuspensionCause: contract,
  Target: "apps/server/src/products/copy-trading/strategies/index.ts",
  TemplatePlace: contract,
  TimeInForce: contract,
  WrittenTexts: contract,
};

/** What the driver makes of PostgreSQL's types, with what platform/sql/database.ts says otherwise. */
export const driverTypes: Readonly<Record<string, string>> = {
  bigint: "bigint",
  "bigint[]": "string[]",
  boolean: "boolean",
  bytea: "Buffer",
  date: "Date",
  "double precision": "number",
  integer: "number",
  "integer[]": "number[]",
  json: "unknown",
  jsonb: "unknown",
  name: "string",
  numeric: "string",
  real: "number",
  smallint: "number",
  "smallint[]": "number[]",
  text: "string",
  "text[]": "string[]",
  "timestamp with time zone": "number",
  uuid: "string",
  "information_schema.sql_identifier": "string",
};
