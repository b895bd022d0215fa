/** Why of a folder of recorded prices a file or a row is not taken. */
export const recordFaults = [
  "outside_hours",
  "incomplete",
  "impossible",
  "no_date",
  "twice",
  "other_table",
  "open_quote",
  "cut_off",
  "longer_bars",
  "second_bars",
  "other_units",
  "not_daily",
  "nameless",
  "unclear_dates",
  "unclear_numbers",
  "unknown_clock",
  "unproven_units",
  "no_trades",
  "other_money",
  "other_exchange",
  "b_share",
  "other_class",
  "hong_kong",
  "taiwan",
  "korea",
  "ticks",
  "server_time",
  "lean",
  "no_header",
  "no_columns",
  "fields",
  "word_name",
  "not_over",
  "other_calendar",
  "beside",
  "index",
  "adjusted",
  "no_stock",
  "no_action",
  "no_value",
  "no_base",
  "base_beyond",
  "unknown_action",
  "other_currency",
  "before_record",
  "taken_out",
  "other_split",
  "beyond_price",
  "merger_target_unknown",
  "merger_target_other_market",
  "merger_target_same",
  "merger_terms_unread",
  "end_before_record",
  "end_after_record",
  "trades_on",
  "other_end",
  "rights",
  "no_quote",
  "no_bar",
  "no_day",
  "folders_deep",
  "unknown_kind",
  "empty",
  "long_line",
  "binary",
  "old_workbook",
  "parquet",
  "other_json",
  "too_large",
  "gzip_damaged",
  "workbook_too_large",
  "workbook_damaged",
  "archive_empty",
  "archive_within",
  "archive_damaged",
  "archive_locked",
  "archive_method",
  "archive_too_large",
  "archive_too_many",
] as const;

/** What is no fault, and named all the same. */
export const recordNotices = [
  "prices_stop",
  "weekend",
  "assumed_market",
  "taken_out_dividends",
  "half_day",
  "untraded",
  "changing",
] as const;

export type RecordFault = (typeof recordFaults)[number];
export type RecordNotice = (typeof recordNotices)[number];

/** The faults that an operator can do something about. */
const advised = [
  "nameless",
  "word_name",
  "not_over",
  "other_calendar",
  "unclear_dates",
  "unclear_numbers",
  "unknown_clock",
  "second_bars",
  "other_units",
  "longer_bars",
  "other_table",
  "open_quote",
  "cut_off",
  "no_date",
  "unproven_units",
  "server_time",
  "lean",
  "no_header",
  "no_columns",
  "adjusted",
  "beside",
  "no_trades",
  "unknown_kind",
  "binary",
  "old_workbook",
  "parquet",
  "other_json",
  "too_large",
  "gzip_damaged",
  "workbook_too_large",
  "workbook_damaged",
  "archive_within",
  "archive_damaged",
  "archive_locked",
  "archive_method",
  "archive_too_large",
  "archive_too_many",
] as const satisfies readonly RecordFault[];

type Sentence =
  | "whole"
  | "rows_one"
  | "rows_other"
  | "found"
  | "found_nothing"
  | "found_columns"
  | "found_gap"
  | "found_unit"
  | "advice"
  | "more";

/** A table of each language, in record-texts/. */
export type RecordTexts = Record<
  | Sentence
  | `why_${RecordFault}`
  | `do_${(typeof advised)[number]}`
  | `notice_${RecordNotice}_${"one" | "other"}`,
  string
>;

/**
 * What was not taken of recorded prices, or is named all the same, by reason and file. `line` counts the file's lines from 1
 * to the first row, and is 0 of a whole file; `found` is text of the file, and `values` fill the sentence's gaps.
 */
export type RecordRemark = {
  reason: RecordFault | RecordNotice;
  file: string;
  line: number;
  rows: number;
  found: string | null;
  values: Readonly<Record<string, string>>;
};

const foundLettersMax = 160;

/** A remark as a sentence without its end, in the language of the texts. */
export function recordSentence(texts: RecordTexts, remark: RecordRemark): string {
  const { reason, file, line, rows, values } = remark;
  const count = rows === 1 ? ("one" as const) : ("other" as const);
  if (isNotice(reason)) return filled(texts[`notice_${reason}_${count}`], { file, rows });
  const why = [
    filled(texts[`why_${reason}`], values),
    foundIn(texts, reason, remark),
    isAdvised(reason)
      ? filled(texts.advice, { advice: filled(texts[`do_${reason}`], values) })
      : "",
  ].join("");
  const form = line === 0 ? "whole" : (`rows_${count}` as const);
  return filled(texts[form], { file, line, rows, why });
}

export function isNotice(reason: RecordRemark["reason"]): reason is RecordNotice {
  return recordNotices.some((one) => one === reason);
}

function isAdvised(reason: RecordFault): reason is (typeof advised)[number] {
  return advised.some((one) => one === reason);
}

function foundIn(texts: RecordTexts, reason: RecordFault, { found, values }: RecordRemark): string {
  if (reason === "no_columns") return filled(texts.found_columns, values);
  if (reason === "longer_bars") return filled(texts.found_gap, values);
  if (reason === "unproven_units") return filled(texts.found_unit, values);
  if (found === null) return "";
  return found === "" ? texts.found_nothing : filled(texts.found, { found });
}

/** How many remarks follow, of how many rows, where a folder has more than are shown. */
export function moreRecordRemarks(
  texts: RecordTexts,
  more: { rows: number; faults: number },
): string {
  return filled(texts.more, more);
}

function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** Text of somebody else's file: of a line that has gone astray only the beginning is shown. */
export function shownOfFile(text: string): string {
  return text.replaceAll(/[\p{Cc}]+/gu, " ").slice(0, foundLettersMax);
}
