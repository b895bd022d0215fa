import { basename } from "node:path";
import type { LeftOut } from "./csv.ts";

/** Counts rows that were not taken, by file and reason, with the line of the first. */
export function countLeftOut(): { add(what: LeftOut): void; sentences(): string[] } {
  const counted = new Map<string, LeftOut & { count: number }>();
  return {
    add(what) {
      const key = what.reason in notices ? what.reason : `${what.file} ${what.reason}`;
      const before = counted.get(key);
      if (before === undefined) counted.set(key, { ...what, count: 1 });
      else before.count += 1;
    },
    sentences() {
      const sentences = [...counted.values()].slice(0, sentencesMax).map(sentenceOf);
      const more = [...counted.values()].slice(sentencesMax);
      if (more.length === 0) return sentences;
      const rows = more.reduce((sum, { count }) => sum + count, 0);
      return [...sentences, `${rows} more rows left out for ${more.length} more files and reasons`];
    },
  };
}

/** A folder of thousands of files may have a fault in each. */
const sentencesMax = 100;

function sentenceOf({ file, line, reason, count }: LeftOut & { count: number }): string {
  const notice = notices[reason];
  if (notice !== undefined) return notice(count, file);
  const why = words[reason] ?? reason;
  if (line === 0) return `${basename(file)}: left out (${why})`;
  const rows = count === 1 ? "1 row" : `${count} rows`;
  return `${basename(file)}: ${rows} left out, the first in line ${line} (${why})`;
}

/** What is no row that is left out, and named all the same; `file` is the stock's code. */
const notices: Readonly<Record<string, (count: number, first: string) => string>> = {
  prices_stop: (count, first) =>
    count === 1
      ? `${first} has no prices before the record's end: it is ended at its last close`
      : `${count} stocks have no prices before the record's end, the first ${first}: each is ended at its last close`,
};

const words: Readonly<Record<string, string>> = {
  outside_hours: "outside of the exchange's hours",
  incomplete: "a price or the volume is missing",
  impossible: "a price lies outside of the day's high and low",
  no_date: "the date is missing or none",
  twice: "a second row of the same day",
  not_daily: "not a daily bar",
  index: "an index: nobody trades it",
  adjusted: "adjusted prices: nobody traded at them",
  no_stock: "the symbol is none of Japan, the United States or China",
  no_action: "no column tells a split or a dividend",
  no_value: "no ratio and no amount",
  unknown_action: "neither a split nor a dividend",
  other_currency: "a dividend in a currency that the stock does not trade in",
  before_record: "a split or a dividend before the record's second day",
  taken_out: "a split that the prices do not show: their vendor has taken it out",
  other_split: "another split of the same day agrees better with the prices",
  beyond_price: "a dividend as large as the price",
  merger_target_unknown: "a merger into shares that the record does not have",
  merger_target_other_market: "a merger into shares of another market",
  merger_target_same: "a merger into the stock's own shares",
  merger_terms_unread: "a merger whose terms cannot be read",
  end_before_record: "a last trading day before the stock's first bar",
  end_after_record: "a last trading day after the record's end",
  trades_on: "a last trading day before the stock's last bar",
  other_end: "another last trading day of the same stock",
  rights: "a subscription at a price, which is not offered here",
  no_quote: "a bid or an ask is missing",
  no_bar: "no bar of that minute",
  no_day: "no price of that day",
};
