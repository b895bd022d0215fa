import type { StatementEntry } from "../../banks/account-statements.ts";
import { bankFileColumns, bankFileLinesMax, type BankLineFault } from "@sanshi/contract";
import { isCurrency, parseMinor, type Currency, type Minor } from "@sanshi/money";

export type BankLine = {
  bankId: string;
  bookedOn: string;
  currency: Currency;
  amount: Minor;
  reference: string;
  counterparty: string;
};
export type BadLine = { line: number; fault: BankLineFault };

/** As many as somebody reads; the file is refused as a whole anyway. */
const badLinesMax = 100;
const amountMax = 10n ** 15n;
const bankIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/;
const textLengthMax = 140;
// A cell is a line of text; control characters and direction marks are none of a bank's.
// oxlint-disable-next-line no-control-regex
const plain = /^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/;

/** Reads a bank's file. Every line that is wrong is named; with any of them nothing is imported. */
export function parseBankFile(text: string): { lines: BankLine[]; bad: BadLine[] } {
  const rows = csvRows(text.replace(/^\ufeff/, ""));
  const [head, ...body] = rows;
  if (head === undefined || head.cells.join() !== bankFileColumns.join()) {
    return { lines: [], bad: [{ line: 1, fault: "columns" }] };
  }
  return checkLines(body);
}

/** The entries of an ISO 20022 statement by the same rules; an entry's place in it stands for the line. */
export function checkEntries(entries: readonly StatementEntry[]): ReturnType<typeof parseBankFile> {
  return checkLines(
    entries.map(({ bankId, bookedOn, currency, amount, reference, counterparty }, index) => ({
      line: index + 1,
      cells: [
        bankId,
        bookedOn,
        currency,
        withoutZeros(amount),
        ...[reference, counterparty].map((text) =>
          text.slice(0, textLengthMax).replace(halfLetterAtEnd, ""),
        ),
      ],
    })),
  );
}

/** The first half of a letter whose second was cut off, which no database keeps. */
const halfLetterAtEnd = /[\ud800-\udbff]$/;

/** The schema allows 1000.00 yen. */
function withoutZeros(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0*$/, "") : amount;
}

function checkLines(body: readonly CsvRow[]): ReturnType<typeof parseBankFile> {
  const [first] = body;
  if (first === undefined) return { lines: [], bad: [{ line: 1, fault: "no_lines" }] };
  if (body.length > bankFileLinesMax) {
    return {
      lines: [],
      bad: [{ line: first.line + bankFileLinesMax, fault: "too_many_lines" }],
    };
  }
  const lines: BankLine[] = [];
  const bad: BadLine[] = [];
  const seen = new Set<string>();
  for (const { line, cells } of body) {
    const read = readLine(cells);
    const fault = typeof read === "string" ? read : seen.has(read.bankId) ? "twice_in_file" : null;
    if (typeof read !== "string") seen.add(read.bankId);
    if (fault !== null) bad.push({ line, fault });
    else if (typeof read !== "string") lines.push(read);
    if (bad.length === badLinesMax) break;
  }
  return { lines, bad };
}

function readLine(cells: readonly string[]): BankLine | BankLineFault {
  if (cells.length !== bankFileColumns.length) return "columns";
  const [bankId = "", bookedOn = "", currency = "", amount = "", ...texts] = cells.map((one) =>
    one.trim(),
  );
  const [reference = "", counterparty = ""] = texts;
  if (!bankIdPattern.test(bankId)) return "bank_id";
  if (!isDate(bookedOn)) return "date";
  if (!isCurrency(currency)) return "currency";
  const parsed = parseMinor(amount, currency);
  if (parsed === null || parsed === 0n || parsed > amountMax || parsed < -amountMax) {
    return "amount";
  }
  if (!isText(reference)) return "reference";
  if (!isText(counterparty)) return "counterparty";
  return { bankId, bookedOn, currency, amount: parsed, reference, counterparty };
}

function isDate(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(text).toISOString().startsWith(text);
}

function isText(text: string): boolean {
  return text.length <= textLengthMax && plain.test(text);
}

type CsvRow = { line: number; cells: string[] };

/** RFC 4180, with `\n` or `\r\n`; empty lines are skipped. `line` is where the row begins. */
export function csvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let cell = "";
  let quoted = false;
  const endRow = () => {
    row.cells.push(cell);
    cell = "";
    if (row.cells.length > 1 || row.cells[0] !== "") rows.push(row);
    row = { line: line + 1, cells: [] };
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
      if (sign === "\n") line += 1;
    } else if (sign === '"' && cell === "") quoted = true;
    else if (sign === ",") {
      row.cells.push(cell);
      cell = "";
    } else if (sign === "\n") {
      if (cell.endsWith("\r")) cell = cell.slice(0, -1);
      endRow();
      line += 1;
    } else cell += sign;
  }
  if (cell !== "" || row.cells.length > 0) endRow();
  return rows;
}
