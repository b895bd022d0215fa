import type { MarketKey } from "@sanshi/money";
import { dateOf } from "./day-numbers.ts";
import type { RecordedMarket } from "./recorded-market.ts";

/** What a replay plays of one stock; dates are the record's. */
export type ReportedStock = {
  market: MarketKey;
  code: string;
  name: string;
  /** Counts of bars; those within a day are of as many dates as there were minutes of. */
  days: number;
  minutes: number;
  from: string;
  until: string;
};

/** What was taken of a record, by market and code, and a sentence for whatever was not. */
export type RecordReport = { stocks: readonly ReportedStock[]; leftOut: readonly string[] };

/** `leftOut` are the sentences of the reading. */
export function reportOf({ stocks }: RecordedMarket, leftOut: readonly string[]): RecordReport {
  const reported = stocks.map(({ instrument, days, minutes }): ReportedStock => ({
    market: instrument.market,
    code: instrument.code,
    name: instrument.names.us,
    days: days.length,
    minutes: minutes.length,
    from: dateOf(days.dayAt(0)),
    until: dateOf(days.dayAt(days.length - 1)),
  }));
  const keyOf = ({ market, code }: ReportedStock) => `${market} ${code}`;
  return {
    stocks: reported.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    leftOut,
  };
}
