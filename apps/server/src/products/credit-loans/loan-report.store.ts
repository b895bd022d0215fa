import type { CustomerState, LoanCurrency } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import {
  firstRow,
  rows,
  sql,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  CustomerStateOfRow,
  HouseTotalsRow,
  LateLoansRow,
  LentUnderLockRow,
  LoanTotalsRow,
} from "./loan-report.sql-types.ts";

export async function customerStateOf(
  reader: Reader,
  customerId: bigint,
): Promise<CustomerState | undefined> {
  const row = await firstRow(
    reader,
    sql<CustomerStateOfRow>`SELECT state FROM customer WHERE id = ${customerId}`,
  );
  return row?.state;
}

/** What is lent in a currency; who lends next waits until this transaction ends. */
export async function lentUnderLock(
  transaction: Transaction,
  currency: LoanCurrency,
): Promise<Minor> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('loan capital ' || ${currency}::text, 0))`.execute(
    transaction,
  );
  const row = await firstRow(
    transaction,
    sql<Narrowed<LentUnderLockRow, { lent: Minor }>>`SELECT
        coalesce(sum(principal_left), 0)::bigint AS lent
      FROM loan WHERE status = 1 AND currency = ${currency}`,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return row.lent;
}

export type LoanTotals = Narrowed<
  LoanTotalsRow,
  {
    lent: Minor;
    loans: number;
    under_review: Minor;
    applications: number;
    interest_owed: Minor;
    late_1: Minor;
    loans_1: number;
    late_31: Minor;
    loans_31: number;
    late_91: Minor;
    loans_91: number;
  }
>;

/** What is out and what is late, of each currency that has any. */
export function loanTotals(reader: Reader, today: LocalDate): Promise<LoanTotals[]> {
  const late = (from: number, until: number | null) =>
    sql`status = 1 AND due_on <= ${today}::date - ${from}::int
      AND (${until}::int IS NULL OR due_on > ${today}::date - ${until}::int)`;
  return rows(
    reader,
    sql<LoanTotals>`SELECT currency,
        coalesce(sum(principal_left) FILTER (WHERE status = 1), 0)::bigint AS lent,
        count(*) FILTER (WHERE status = 1)::int AS loans,
        coalesce(sum(principal) FILTER (WHERE status = 0), 0)::bigint AS under_review,
        count(*) FILTER (WHERE status = 0)::int AS applications,
        coalesce(sum(interest_left) FILTER (WHERE status = 1), 0)::bigint AS interest_owed,
        coalesce(sum(principal_left) FILTER (WHERE ${late(1, 31)}), 0)::bigint AS late_1,
        count(*) FILTER (WHERE ${late(1, 31)})::int AS loans_1,
        coalesce(sum(principal_left) FILTER (WHERE ${late(31, 91)}), 0)::bigint AS late_31,
        count(*) FILTER (WHERE ${late(31, 91)})::int AS loans_31,
        coalesce(sum(principal_left) FILTER (WHERE ${late(91, null)}), 0)::bigint AS late_91,
        count(*) FILTER (WHERE ${late(91, null)})::int AS loans_91
      FROM loan WHERE status IN (0, 1) GROUP BY currency`,
  );
}

/** The house's side, from the ledger. */
export function houseTotals(
  reader: Reader,
): Promise<
  Narrowed<HouseTotalsRow, { currency: LoanCurrency; purpose: string; balance: Minor }>[]
> {
  return rows(
    reader,
    sql<Narrowed<HouseTotalsRow, { currency: LoanCurrency; purpose: string; balance: Minor }>>`
      SELECT currency, purpose, sum(debit - credit)::bigint AS balance FROM ledger_running_total
      WHERE is_house AND purpose IN ('loan_interest', 'loan_provision', 'loan_losses')
        AND currency IN ('JPY', 'USD', 'CNY')
      GROUP BY currency, purpose
      UNION ALL
      SELECT l.currency, 'written_off', sum(p.amount)::bigint
      FROM loan l JOIN ledger_posting p ON p.cause_id = l.id AND p.kind IN ('loan_written_off', 'loan_claimed')
        AND p.amount > 0
      WHERE l.status = 4 GROUP BY l.currency`,
  );
}

export type LateLoan = Narrowed<LateLoansRow, { due_on: LocalDate }>;

/** Past their day, the longest first. */
export function lateLoans(
  reader: Reader,
  today: LocalDate,
  page: { after: { dueOn: LocalDate; id: bigint } | null; limit: number },
): Promise<LateLoan[]> {
  return rows(
    reader,
    sql<LateLoan>`SELECT l.id, c.account, l.currency, l.principal_left, l.interest_left,
        l.due_on::text AS due_on, p.id AS proposal_id, p.proposed_by, o.email AS proposer,
        p.reason_code, p.reason_words
      FROM loan l JOIN customer c ON c.id = l.customer_id
      LEFT JOIN proposal p ON p.kind = 'loan_write_off' AND p.subject = l.id::text AND p.state = 'pending'
      LEFT JOIN operator o ON o.id = p.proposed_by
      WHERE l.status = 1 AND l.due_on < ${today}::date
        AND (${page.after?.dueOn ?? null}::date IS NULL
          OR (l.due_on, l.id) > (${page.after?.dueOn ?? null}::date, ${page.after?.id ?? 0n}::bigint))
      ORDER BY l.due_on, l.id LIMIT ${page.limit}`,
  );
}
