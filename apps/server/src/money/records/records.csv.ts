import type { ColumnKind, FundRecord } from "@sanshi/contract";
import { longDecimalPattern, type MarketKey } from "@sanshi/money";
import type { TableSheet } from "../../platform/workbook.ts";
import { exportTexts, inExtendedHours, type ExportLanguage } from "./records.texts.ts";

export type { ExportLanguage };

/** A spreadsheet takes a text that starts like this for a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/** A spreadsheet removes the zeros before a number, and rounds all beyond fifteen digits. */
const digitsToKeep = /^(?:0\d+|(?=(?:\D?\d){16})-?\d+(?:\.\d+)?)$/;

/**
 * One cell after RFC 4180; a text that a spreadsheet would calculate stays a text, a number a number. Digits that it would
 * change begin with a tab: then they are a text to it, which a formula (="000001") would be too, but is not let through.
 */
export function cell(text: string): string {
  if (digitsToKeep.test(text)) return `\t${text}`;
  const safe = formulaStart.test(text) && !longDecimalPattern.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const japanOffsetMs = 9 * 3_600_000;

/** To the second, in Japan, which has no summer time: a statement's times are the same. */
function secondOf(at: number): string {
  return new Date(at + japanOffsetMs).toISOString().slice(0, 19).replace("T", " ");
}

/** To the minute. */
export function timeOf(at: number): string {
  return secondOf(at).slice(0, 16);
}

export function fileNameOf(now: number, format: "csv" | "xlsx"): string {
  return `records-${new Date(now).toISOString().slice(0, 10)}.${format}`;
}

type Listed = { language: ExportLanguage; isSimulated: boolean };

/** The titles in the first line, a movement in each other: no line has to be taken out before an import. */
export function csvOf(records: readonly FundRecord[], listed: Listed): string {
  return csvLines([titlesOf(listed), ...rowsOf(records, listed)]);
}

/** The same titles and the same rows. */
export function sheetOf(records: readonly FundRecord[], listed: Listed): TableSheet {
  return {
    name: exportTexts[listed.language].sheet,
    columns: titlesOf(listed).map((title, at) => ({ title, kind: kinds[at] ?? "text" })),
    rows: rowsOf(records, listed),
  };
}

/** On a simulated instance the last column says so in its title and in every line. */
function titlesOf({ language, isSimulated }: Listed): string[] {
  const { columns, simulated } = exportTexts[language];
  return [...columns, ...(isSimulated ? [simulated] : [])];
}

function rowsOf(records: readonly FundRecord[], { language, isSimulated }: Listed): string[][] {
  const note = isSimulated ? [exportTexts[language].watermark] : [];
  return records.map((record) => [...rowOf(record, language), ...note]);
}

/** Of the columns of `rowOf`. */
const kinds: readonly ColumnKind[] = [
  ...(["time", "text", "text", "text", "figure", "figure", "figure", "text"] as const),
  ...(["figure", "figure", "figure", "text", "text", "date"] as const),
];

/** The text of a file that spreadsheets read, with the mark by which they know UTF-8. */
export function csvLines(lines: readonly (readonly string[])[]): string {
  return `\ufeff${lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("")}`;
}

/** A code with its exchange's suffix where it is a number: a spreadsheet would make 1 of 000001. */
export function listedCode(market: MarketKey, code: string): string {
  if (market === "usd" || !/^\d/.test(code)) return code;
  if (market === "jpy") return `${code}.T`;
  if (/^(?:92|[48])/.test(code)) return `${code}.BJ`;
  return /^[69]/.test(code) ? `${code}.SH` : `${code}.SZ`;
}

/** What a movement is called; of a trade in extended hours that it was one. */
export function recordWords(
  { kind, stock, trade }: Pick<FundRecord, "kind" | "stock"> & Partial<Pick<FundRecord, "trade">>,
  language: ExportLanguage,
): string {
  const { kinds, short } = exportTexts[language];
  const words = stock?.side === "short" ? (short[kind] ?? kinds[kind]) : kinds[kind];
  return trade?.hours === "extended" ? inExtendedHours[language](words) : words;
}

function rowOf(record: FundRecord, language: ExportLanguage): string[] {
  const { stock, trade } = record;
  return [
    secondOf(Date.parse(record.at)),
    recordWords(record, language),
    stock === null ? "" : listedCode(stock.type, stock.code),
    stock?.names[language] ?? "",
    trade?.quantity ?? "",
    trade?.price ?? "",
    trade?.fee ?? "",
    record.currency,
    record.amount,
    record.reserved,
    record.balance_after ?? "",
    record.order_number ?? "",
    record.id,
    record.settles_on ?? "",
  ];
}
