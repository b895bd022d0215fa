import { basename } from "node:path";

/** What was not taken, and why; `line` counts the file's lines from 1, and is 0 of a whole file. */
export type LeftOut = { file: string; line: number; reason: string; found?: string | undefined };

export type LeaveOut = (what: LeftOut) => void;

/** Counts rows that were not taken, by file and reason, with the line of the first and what was found there. */
export function countLeftOut(): {
  add(what: LeftOut): void;
  sentences(): string[];
  /** How many sentences are of what was left out, and not of what is named all the same. */
  faults(): number;
} {
  const counted = new Map<string, LeftOut & { count: number }>();
  return {
    add(what) {
      const key = what.reason in notices ? what.reason : `${what.file} ${what.reason}`;
      const before = counted.get(key);
      if (before === undefined) counted.set(key, { ...what, count: 1 });
      else before.count += 1;
    },
    faults: () => [...counted.values()].filter(({ reason }) => !(reason in notices)).length,
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

function sentenceOf({ file, line, reason, found, count }: LeftOut & { count: number }): string {
  const notice = notices[reason];
  if (notice !== undefined) return notice(count, nameOf(file));
  const why = reasonWith(reason, found);
  if (line === 0) return `${nameOf(file)}: left out (${why})`;
  const rows = count === 1 ? "1 row" : `${count} rows`;
  return `${nameOf(file)}: ${rows} left out, the first in line ${line} (${why})`;
}

/** An archive's entry keeps the archive's name. */
function nameOf(file: string): string {
  const [outer = "", ...inner] = file.split(" > ");
  return [basename(outer), ...inner].join(" > ");
}

/** `found` is text of somebody else's file: of a line that has gone astray only the beginning is shown. */
function reasonWith(reason: string, found: string | undefined): string {
  const why = words[reason] ?? reason;
  const shown = found?.replaceAll(/[\p{Cc}]+/gu, " ").slice(0, 160);
  const what =
    shown === undefined ? "" : `; ${shown === "" ? "nothing stands there" : `found ${shown}`}`;
  const advice = reason.startsWith("no column") ? whatToDo["no_header"] : whatToDo[reason];
  return `${why}${what}${advice === undefined ? "" : `; ${advice}`}`;
}

/** What is no row that is left out, and named all the same; `file` is the stock's code. */
const notices: Readonly<Record<string, (count: number, first: string) => string>> = {
  prices_stop: (count, first) =>
    count === 1
      ? `${first} has no prices before the record's end: it is ended at its last close`
      : `${count} stocks have no prices before the record's end, the first ${first}: each is ended at its last close`,
  weekend: (count, first) =>
    `${count === 1 ? "1 row" : `${count} rows`} of a Saturday or a Sunday, on which no exchange trades: the days of ${first} may be those of another clock`,
  taken_out_dividends: (count, first) =>
    `${count === 1 ? "1 dividend is" : `${count} dividends are`} not paid: without a column Adj Close the prices of ${first} are without them already`,
  half_day: (count, first) =>
    count === 1
      ? `1 bar after the early close of a half day: no regular trading (${first})`
      : `${count} bars after the early close of half days: no regular trading (the first of ${first})`,
  untraded: (count, first) =>
    count === 1
      ? `1 row without a price: no trade on that day (${first})`
      : `${count} rows without a price: no trade on those days (the first in ${first})`,
};

/** What an operator can do about it. */
const whatToDo: Readonly<Record<string, string>> = {
  nameless: "call it 7203.T.csv, 600519.SS.csv or AAPL.csv, as the stock is called",
  unclear_dates: "write days as 2026-11-24",
  unclear_numbers: "write decimals with a point and no thousands",
  unknown_clock: "write times with their zone, as 2026-11-24 09:30:00-05:00",
  other_units: "write whole shares and whole units of money, without that line",
  longer_bars: "fetch bars of days",
  other_table: "give each table a file of its own",
  cut_off: "fetch the file again, or end its last line if it is whole",
  no_date: "write days as 2026-11-24",
  unproven_units: "take unadjusted prices, with the shares and the money of the day",
  server_time: "take the bars of a vendor of a stock exchange",
  lean: "write them as CSV with names",
  no_header: "put date,open,high,low,close,volume above the rows",
  adjusted: "take unadjusted prices",
  beside: "put files of prices there",
  no_trades: "fetch TRADES and not MIDPOINT, BID or ASK",
};

const words: Readonly<Record<string, string>> = {
  outside_hours: "outside of the exchange's hours",
  incomplete: "a price is missing, no number or not above zero, or the volume is no number",
  impossible: "a price lies outside of the day's high and low",
  no_date: "the date is missing or none",
  twice: "a second row of the same day",
  other_table: "below a second line of names, of other columns or perhaps of another stock",
  cut_off: "the file ends within this row: its last number is shorter than any other",
  longer_bars: "bars of weeks or months: no two of them stand within five days",
  other_units: "a line says that its numbers are in other units than shares, yen, dollars or yuan",
  not_daily: "not a daily bar",
  nameless: "no column and not the file's name says which stock",
  unclear_dates: "day and month cannot be told apart",
  unclear_numbers: "a comma may be a thousand's or a decimal's",
  unknown_clock: "the times are not the exchange's, and their zone is not written",
  unproven_units:
    "money over volume does not fit the prices: they are adjusted, or a unit is another",
  no_trades: "the volume says that these are no trades",
  other_money: "prices in another currency than the stock's market",
  other_exchange: "of another exchange than Tokyo's",
  b_share: "a B share, which trades in another currency",
  other_class: "preferred shares, warrants and units do not trade here",
  hong_kong: "Hong Kong is no market of ours",
  taiwan: "Taiwan is no market of ours",
  korea: "Korea is no market of ours",
  ticks: "ticks or quotes, not bars: no columns open, high and low",
  server_time: "MetaTrader: server time and tick volume, not an exchange's",
  lean: "Lean's own form, prices times 10,000 without names of columns",
  no_header: "no line names the columns",
  unread: "not read",
  beside: "not read: prices are looked for in daily/ and intraday/",
  index: "an index: nobody trades it",
  adjusted: "adjusted prices: nobody traded at them",
  no_stock: "the symbol is no stock of Japan, the United States or mainland China",
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
