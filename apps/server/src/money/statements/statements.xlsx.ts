import { dayMs } from "@sanshi/contract";
import writeXlsxFile, { type Cell, type Row, type Sheet } from "write-excel-file/node";
import { timeOf } from "../records/records.ts";
import type { Statement } from "./statement.ts";
import { movementTitles, plainFigures, showsSettlement, tablesOf } from "./statements.rows.ts";
import { statementTexts } from "./statements.texts.ts";

/**
 * The statement as a workbook, a table on each sheet: figures are numbers, times are times, and everything else is text, also
 * what looks like a number or a formula.
 */
export function xlsxOf(statement: Statement): Promise<Buffer> {
  const texts = statementTexts[statement.language];
  const { balances, movements, trades, holdings } = tablesOf(statement, plainFigures);
  const { period, account, asOf, isSimulated, isTruncated } = statement;
  const facts: Row[] = [
    [texts.title],
    ...(isSimulated ? [[texts.simulated]] : []),
    [texts.account, account],
    [texts.period, period.from, period.to],
    [`${texts.as_of} (${texts.time_zone})`, timeOf(asOf)],
    ...(isTruncated ? [[texts.truncated]] : []),
    [texts.audit_head, statement.auditHead],
  ].map((row) => row.map(textCell));
  return writeXlsxFile([
    { sheet: sheetName(texts.title), data: facts, columns: [{ width: 28 }, { width: 24 }] },
    sheetOf(texts.balances, texts.balance_columns, balances, { times: 0, figuresFrom: 2 }),
    sheetOf(texts.movements, movementTitles(statement), movements, {
      times: 1,
      figuresFrom: showsSettlement(statement) ? 5 : 4,
    }),
    sheetOf(texts.trades, texts.trade_columns, trades, { times: 1, figuresFrom: 5 }),
    sheetOf(texts.holdings, texts.holding_columns, holdings, { times: 0, figuresFrom: 4 }),
  ]).toBuffer();
}

type Shape = {
  /** So many columns from the left are times. */
  times: number;
  /** The columns from there on are figures. */
  figuresFrom: number;
};

function sheetOf(
  title: string,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  { times, figuresFrom }: Shape,
): Sheet<Buffer> {
  const cellAt = (text: string, index: number) =>
    index < times ? timeCell(text) : index >= figuresFrom ? figureCell(text) : textCell(text);
  return {
    sheet: sheetName(title),
    data: [
      titles.map((text) => ({ ...textCell(text), fontWeight: "bold" as const })),
      ...rows.map((row) => row.map(cellAt)),
    ],
    columns: titles.map(() => ({ width: 18 })),
    stickyRowsCount: 1,
  };
}

/** Excel takes thirty-one letters, and none of these. */
function sheetName(title: string): string {
  return title.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31);
}

function textCell(text: string) {
  return { value: text, type: String } satisfies Cell;
}

/** A spreadsheet counts days from the end of 1899; the time is Japan's, as everywhere on a statement. */
function timeCell(text: string): Cell {
  const at = Date.parse(`${text.replace(" ", "T")}Z`);
  if (Number.isNaN(at)) return textCell(text);
  return { value: at / dayMs + 25_569, type: Number, format: "yyyy-mm-dd hh:mm" };
}

/** Beyond fifteen digits a spreadsheet would round. */
function figureCell(text: string): Cell {
  if (text === "") return null;
  if (text.replaceAll(/\D/g, "").length > 15) return textCell(text);
  const decimals = text.split(".")[1]?.length ?? 0;
  return {
    value: Number(text),
    type: Number,
    format: `#,##0${decimals > 0 ? "." : ""}${"0".repeat(decimals)}`,
  };
}
