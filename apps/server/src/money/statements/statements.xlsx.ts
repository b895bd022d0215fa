import { workbookOf, type TableSheet } from "../../platform/workbook.ts";
import { timeOf } from "../records/records.ts";
import type { Statement } from "./statement.ts";
import { movementTitles, plainFigures, showsSettlement, tablesOf } from "./statements.rows.ts";
import { statementTexts } from "./statements.texts.ts";

/** The statement as a workbook, a table on each sheet; times are Japan's, as everywhere on a statement. */
export function xlsxOf(statement: Statement): Promise<Buffer> {
  const texts = statementTexts[statement.language];
  const { balances, movements, trades, holdings } = tablesOf(statement, plainFigures);
  const { period, account, asOf, isSimulated, isTruncated } = statement;
  const facts = [
    [texts.title],
    ...(isSimulated ? [[texts.simulated]] : []),
    [texts.account, account],
    [texts.period, period.from, period.to],
    [`${texts.as_of} (${texts.time_zone})`, timeOf(asOf)],
    ...(isTruncated ? [[texts.truncated]] : []),
    [texts.audit_head, statement.auditHead],
  ];
  const figuresOfMovements = showsSettlement(statement) ? 5 : 4;
  return workbookOf([
    { name: texts.title, above: facts, columns: [], rows: [] },
    sheetOf(texts.balances, texts.balance_columns, balances, { times: 0, figuresFrom: 2 }),
    sheetOf(texts.movements, movementTitles(statement), movements, {
      times: 1,
      figuresFrom: figuresOfMovements,
    }),
    sheetOf(texts.trades, texts.trade_columns, trades, { times: 1, figuresFrom: 5 }),
    sheetOf(texts.holdings, texts.holding_columns, holdings, { times: 0, figuresFrom: 4 }),
  ]);
}

type Shape = {
  /** So many columns from the left are times. */
  times: number;
  /** The columns from there on are figures. */
  figuresFrom: number;
};

function sheetOf(
  name: string,
  titles: readonly string[],
  rows: TableSheet["rows"],
  { times, figuresFrom }: Shape,
): TableSheet {
  const kindAt = (at: number) => (at < times ? "time" : at >= figuresFrom ? "figure" : "text");
  return { name, columns: titles.map((title, at) => ({ title, kind: kindAt(at) })), rows };
}
