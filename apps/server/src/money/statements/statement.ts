import type { FundRecord } from "@sanshi/contract";
import type { Currency, MarketKey, Minor, Price } from "@sanshi/money";
import type { ExportLanguage } from "../records/records.ts";
import type { StatementPeriod } from "./statements.rules.ts";

/** Everything that a statement says; each figure follows from postings, fills and actions of its time. */
export type Statement = {
  account: string;
  period: StatementPeriod;
  /** Now, or the period's end where it is over: a statement of it is the same whenever it is made. */
  asOf: number;
  isSimulated: boolean;
  language: ExportLanguage;
  balances: StatementBalance[];
  movements: FundRecord[];
  /** True where the period has more movements than a statement lists; the oldest are left out. */
  isTruncated: boolean;
  holdings: StatementHolding[];
  /** The end of the operators' audit log, signed: what a rewritten log would contradict. */
  auditHead: string;
};

type StatementBalance = {
  currency: Currency;
  purpose: string;
  before: Minor;
  after: Minor;
};

export type StatementHolding = {
  market: MarketKey;
  code: string;
  name: string;
  side: "long" | "short";
  quantity: bigint;
  openPrice: Price;
};
