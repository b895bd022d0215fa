import { csvLines, timeOf } from "../records/records.ts";
import type { Statement } from "./statement.ts";
import { movementTitles, plainFigures, tablesOf } from "./statements.rows.ts";
import { statementTexts } from "./statements.texts.ts";

/** The statement's four tables below one another; a simulated instance says so in the first line. */
export function csvOf(statement: Statement): string {
  const texts = statementTexts[statement.language];
  const { balances, movements, trades, holdings } = tablesOf(statement, plainFigures);
  const { period, account, asOf, isSimulated, isTruncated } = statement;
  return csvLines([
    ...(isSimulated ? [[texts.simulated]] : []),
    [texts.title],
    [texts.account, account],
    [texts.period, period.from, period.to],
    [`${texts.as_of} (${texts.time_zone})`, timeOf(asOf)],
    [],
    [texts.balances],
    texts.balance_columns,
    ...balances,
    [],
    [texts.movements],
    movementTitles(statement),
    ...movements,
    ...(isTruncated ? [[texts.truncated]] : []),
    [],
    [texts.trades],
    texts.trade_columns,
    ...trades,
    [],
    [texts.holdings],
    texts.holding_columns,
    ...holdings,
    [],
    [texts.audit_head, statement.auditHead],
    [texts.audit_head_note],
  ]);
}
