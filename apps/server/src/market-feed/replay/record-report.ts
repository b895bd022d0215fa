import type { RecordReport, ReportedStock } from "../market-feed.ts";
import { dateOf } from "./day-numbers.ts";
import type { RecordedMarket } from "./recorded-market.ts";

/** What a record holds; `remarks` are those of the reading. */
export function reportOf(
  { stocks }: RecordedMarket,
  remarks: Pick<RecordReport, "leftOut" | "leftOutMore">,
): RecordReport {
  const reported = stocks.map(({ instrument, days, minutes, extended }): ReportedStock => ({
    market: instrument.market,
    code: instrument.code,
    name: instrument.names.us,
    days: days.length,
    minutes: minutes.length,
    extended: extended.length,
    from: dateOf(days.dayAt(0)),
    until: dateOf(days.dayAt(days.length - 1)),
  }));
  const keyOf = ({ market, code }: ReportedStock) => `${market} ${code}`;
  return {
    stocks: reported.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    ...remarks,
  };
}
