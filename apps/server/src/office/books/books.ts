import { dayMs } from "@sanshi/contract";
import type { CallOutput, CheckedInput, ColumnKind, OperatorCalls } from "@sanshi/contract";
import { addMinor, formatMinor, zeroMinor, type Currency, type Minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { FileAnswer } from "../../platform/http/operator-http.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { tableFile } from "../../money/records/records.ts";
import { lastReport } from "./book-check.ts";
import { movementOnWire } from "./bank-movements.ts";
import { movementsBetween } from "./bank-movements.store.ts";
import * as store from "./books.store.ts";

export { lastSummary as lastBookCheck } from "./book-check.ts";

type Output<Path extends keyof OperatorCalls> = CallOutput<OperatorCalls[Path]>;
type Span = { from: string; to: string };
type BooksContext = Pick<Context, "database" | "clock" | "feed">;
type Trial = Output<"/api/ops/books/trial-balance">;
type Daily = Output<"/api/ops/books/daily">;

const spanDaysMax = 366;

export async function trialBalance({ database, clock }: BooksContext): Promise<Trial> {
  const found = await database.readHeavily(store.trialBalance);
  const sums = new Map<Currency, Minor>();
  for (const { currency, sum } of found) {
    sums.set(currency, addMinor(sums.get(currency) ?? zeroMinor, sum));
  }
  return {
    at: new Date(clock.now()).toISOString(),
    rows: found.map((row) => ({ ...row, sum: formatMinor(row.sum, row.currency) })),
    sums: [...sums].map(([currency, sum]) => ({ currency, sum: formatMinor(sum, currency) })),
    check: await lastReport(database.reader),
  };
}

export async function dailyFigures(
  { database }: BooksContext,
  span: Span,
): Promise<Outcome<Daily>> {
  if (!isSpan(span)) return refuse("books_span_too_long");
  const found = await database.readHeavily((reader) => store.dailyFigures(reader, span));
  const items = found.map(({ currency, debit, credit, sum, ...row }) => ({
    ...row,
    currency,
    debit: formatMinor(debit, currency),
    credit: formatMinor(credit, currency),
    sum: formatMinor(sum, currency),
  }));
  return accept({ items, next_cursor: null });
}

function isSpan({ from, to }: Span): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  return days >= 0 && days < spanDaysMax;
}

export async function booksExport(
  context: BooksContext,
  { which, from, to, format }: CheckedInput<OperatorCalls["/api/ops/books/export"]>,
): Promise<Outcome<FileAnswer>> {
  if (!isSpan({ from, to })) return refuse("books_span_too_long");
  const [titles = [], ...rows] = await exportLines(context, which, { from, to });
  const isSimulated = context.feed.kind === "simulated";
  const name = which === "trial_balance" ? which : `${which}-${from}-${to}`;
  const columns = titles.map((title) => ({ title, kind: kinds[title] ?? "text" }));
  return accept(await tableFile({ name, format, isSimulated }, { columns, rows }));
}

/** Of the columns that are no text. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  ...{ at: "time", date: "date", booked_on: "date", accounts: "figure", sum: "figure" },
  ...{ debit: "figure", credit: "figure", postings: "figure", amount: "figure" },
};

async function exportLines(
  context: BooksContext,
  which: "trial_balance" | "daily" | "bank_movements",
  span: Span,
): Promise<string[][]> {
  if (which === "trial_balance") {
    const { at, rows, sums } = await trialBalance(context);
    return [
      ["at", "currency", "owner", "purpose", "accounts", "sum"],
      ...rows.map((row) => [
        at,
        row.currency,
        row.owner,
        row.purpose,
        String(row.accounts),
        row.sum,
      ]),
      ...sums.map(({ currency, sum }) => [at, currency, "total", "", "", sum]),
    ];
  }
  if (which === "daily") {
    const figures = await dailyFigures(context, span);
    const rows = figures.ok ? figures.value.items : [];
    return [
      ["date", "currency", "purpose", "debit", "credit", "sum", "postings"],
      ...rows.map((row) => [
        row.date,
        row.currency,
        row.purpose,
        row.debit,
        row.credit,
        row.sum,
        String(row.postings),
      ]),
    ];
  }
  const now = context.clock.now();
  const found = await movementsBetween(context.database.reader, span);
  return [
    ["bank_id", "booked_on", "currency", "amount", "reference", "counterparty", "matched", "file"],
    ...found
      .map((one) => movementOnWire(one, now))
      .map((one) => [
        one.bank_id,
        one.booked_on,
        one.currency,
        one.amount,
        one.reference,
        one.counterparty,
        one.matched_number ?? "",
        one.file_name,
      ]),
  ];
}
