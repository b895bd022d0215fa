import type { Currency, Minor } from "@sanshi/money";
import { rows, sql, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { DailyColumns, TrialColumns } from "./books.sql-types.ts";

type TrialRow = Narrowed<
  TrialColumns,
  {
    currency: Currency;
    owner: "customers" | "house";
    purpose: string;
    accounts: number;
    sum: Minor;
  }
>;

/** The sums of all postings, from their running totals. One statement, so one moment. */
export function trialBalance(reader: Reader): Promise<TrialRow[]> {
  return rows(
    reader,
    sql<TrialRow>`
      SELECT currency, CASE WHEN is_house THEN 'house' ELSE 'customers' END AS owner, purpose,
        sum(accounts)::int AS accounts, sum(debit - credit)::bigint AS sum
      FROM ledger_running_total GROUP BY currency, is_house, purpose ORDER BY 1, 2, 3`,
  );
}

type DailyRow = Narrowed<
  DailyColumns,
  { currency: Currency; purpose: string; debit: Minor; credit: Minor; sum: Minor; postings: number }
>;

/** Days of Tokyo, both included. */
export function dailyFigures(
  reader: Reader,
  { from, to }: { from: string; to: string },
): Promise<DailyRow[]> {
  return rows(
    reader,
    sql<DailyRow>`
      SELECT day::text AS date, currency, purpose, sum(debit)::bigint AS debit,
        sum(credit)::bigint AS credit, sum(debit - credit)::bigint AS sum, sum(postings)::int AS postings
      FROM ledger_running_total
      WHERE is_house AND day BETWEEN ${from}::date AND ${to}::date
      GROUP BY day, currency, purpose HAVING sum(postings) > 0 ORDER BY day DESC, currency, purpose`,
  );
}
