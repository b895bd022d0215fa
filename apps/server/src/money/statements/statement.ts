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
  trades: StatementTrade[];
  /** True where the period has more movements or trades than a statement lists; the oldest are left out. */
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
  /** At the end of the period; null where the stock had no price, and is carried at what it cost. */
  price: Price | null;
  /** What closing it would bring, without fees: below zero of a short, which has to be bought back. */
  value: Minor;
  /** What of that is profit since it was opened. */
  profit: Minor;
};

/** One fill; one that the venue reversed has a second line with the other sign. */
export type StatementTrade = {
  /** Milliseconds since the epoch: when it was traded. */
  at: number;
  market: MarketKey;
  code: string;
  name: string;
  side: "long" | "short";
  opens: boolean;
  quantity: bigint;
  price: Price;
  amount: Minor;
  fee: Minor;
  /** Of what closes, after all fees and interest. */
  profit: Minor | null;
  /** Where the quote came from that it was made at: that says, too, whether it was in extended hours. */
  feed: string;
};
