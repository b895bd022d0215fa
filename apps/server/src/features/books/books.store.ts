import type { Currency, Minor } from "@sanshi/money";
import { rows, sql, type Reader } from "../../platform/sql/database.ts";

export type TrialRow = {
  currency: Currency;
  owner: "customers" | "house";
  purpose: string;
  accounts: number;
  sum: Minor;
};

/**
 * The customers' side from their balances, the house's from its postings: that they sum to zero says that
 * balances and postings agree. One statement, so one moment.
 */
export function trialBalance(reader: Reader): Promise<TrialRow[]> {
  return rows(
    reader,
    sql<TrialRow>`
      SELECT currency, 'customers' AS owner, purpose, count(*)::int AS accounts,
        sum(balance)::bigint AS sum
      FROM ledger_account JOIN ledger_balance ON account_id = id
      WHERE customer_id IS NOT NULL GROUP BY currency, purpose
      UNION ALL
      SELECT account.currency, 'house', purpose, count(DISTINCT account.id)::int,
        coalesce(sum(amount), 0)::bigint
      FROM ledger_account account LEFT JOIN ledger_posting posting ON account_id = account.id
      WHERE customer_id IS NULL GROUP BY account.currency, purpose
      ORDER BY 1, 2, 3`,
  );
}

export type DailyRow = {
  date: string;
  currency: Currency;
  purpose: string;
  debit: Minor;
  credit: Minor;
  sum: Minor;
  postings: number;
};

/** Days of Tokyo, both included. */
export function dailyFigures(
  reader: Reader,
  { from, to }: { from: string; to: string },
): Promise<DailyRow[]> {
  return rows(
    reader,
    sql<DailyRow>`
      SELECT to_char(happened_at AT TIME ZONE 'Asia/Tokyo', 'YYYY-MM-DD') AS date,
        account.currency, purpose,
        coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS debit,
        coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS credit,
        sum(amount)::bigint AS sum, count(*)::int AS postings
      FROM ledger_posting JOIN ledger_account account ON account.id = account_id
      WHERE customer_id IS NULL
        AND happened_at >= (${from}::date)::timestamp AT TIME ZONE 'Asia/Tokyo'
        AND happened_at < (${to}::date + 1)::timestamp AT TIME ZONE 'Asia/Tokyo'
      GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3`,
  );
}
