import type { LoanCurrency } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import {
  firstRow,
  rows,
  sql,
  type Narrowed,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import { hasDayToScore } from "./loan-scores.store.ts";
import type {
  AccruedRow,
  DueRow,
  InterestAccountsRow,
  DueLoansRow,
  InsertProvisionRow,
  LoansToAccrueRow,
  LoansToRepayRow,
  RequiredProvisionRow,
} from "./loan-accrual.sql-types.ts";

/** On its day by choice, and else on the day after, when it is late, a loan takes what money is there. */
const collectedOn = sql`due_on + (NOT auto_repay)::int`;

/** Loans whose interest was last reckoned before a day, in the order of their ids. */
export async function loansToAccrue(
  reader: Reader,
  page: {
    through: LocalDate;
    after: bigint;
    limit: number;
    /** Those alone whose day has come, no further than to the day on which they are repaid by themselves. */
    untilDue: boolean;
  },
): Promise<bigint[]> {
  const due = page.untilDue
    ? sql`AND due_on <= ${page.through}::date AND ${collectedOn} <= ${page.through}::date
        AND interest_through < ${collectedOn}`
    : sql`AND interest_through < ${page.through}::date`;
  const found = await rows(
    reader,
    sql<LoansToAccrueRow>`SELECT id FROM loan WHERE status = 1 AND id > ${page.after} ${due}
      ORDER BY id LIMIT ${page.limit}`,
  );
  return found.map(({ id }) => id);
}

/** The accounts on which the interest of these loans is owed. */
export async function interestAccounts(reader: Reader, ids: readonly bigint[]): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<InterestAccountsRow>`SELECT DISTINCT a.id FROM loan l
      JOIN ledger_account a ON a.customer_id = l.customer_id AND a.currency = l.currency
        AND a.purpose = 'loan_interest_debt'
      WHERE l.id = ANY (${[...ids]}::bigint[])`,
  );
  return found.map(({ id }) => id);
}

export async function lockLoans(transaction: Transaction, ids: readonly bigint[]): Promise<void> {
  await sql`SELECT FROM loan WHERE id = ANY (${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(
    transaction,
  );
}

/** What is to be posted for a loan: its interest in whole minor units, perhaps none. */
export type Accrued = Narrowed<
  AccruedRow,
  { id: bigint; currency: LoanCurrency; account_id: bigint; house_id: bigint; interest: Minor }
>;

/**
 * Reckons the interest of these loans up to and with a day, keeps it in the records and answers what of it is to
 * be posted. They are locked: a day that is reckoned is never reckoned again.
 */
export function reckonInterest(
  transaction: Transaction,
  ids: readonly bigint[],
  { through, untilDue }: { through: LocalDate; untilDue: boolean },
): Promise<Accrued[]> {
  return rows(
    transaction,
    sql<Accrued>`
      WITH target AS MATERIALIZED (
        SELECT *, CASE WHEN ${untilDue} THEN least(${collectedOn}, ${through}::date) ELSE ${through}::date END AS until
        FROM loan WHERE id = ANY (${[...ids]}::bigint[]) AND status = 1
      ), due AS MATERIALIZED (
        SELECT *, greatest(0, least(until, due_on) - interest_through) AS agreed_days,
          greatest(0, until - greatest(interest_through, due_on)) AS overdue_days
        FROM target WHERE interest_through < until
      ), units AS MATERIALIZED (
        SELECT due.*, principal_left::numeric * (rate_basis_points::numeric * agreed_days
          + overdue_basis_points::numeric * overdue_days) + interest_fraction AS units FROM due
      ), reckoned AS MATERIALIZED (
        SELECT units.*, div(units, 3650000)::bigint AS interest, mod(units, 3650000)::int AS fraction
        FROM units
      ), saved AS (
        UPDATE loan SET interest_left = loan.interest_left + r.interest,
          interest_total = loan.interest_total + r.interest, interest_fraction = r.fraction,
          interest_through = r.until
        FROM reckoned r WHERE loan.id = r.id
      ), kept AS (
        INSERT INTO loan_accrual (loan_id, after_day, through_day, principal, overdue_days, interest, fraction)
        SELECT id, interest_through, until, principal_left, overdue_days, interest, fraction FROM reckoned
      )
      SELECT r.id, r.currency, r.interest, own.id AS account_id, house.id AS house_id FROM reckoned r
      JOIN ledger_account own ON own.customer_id = r.customer_id AND own.currency = r.currency
        AND own.purpose = 'loan_interest_debt'
      JOIN ledger_account house ON house.customer_id IS NULL AND house.currency = r.currency
        AND house.purpose = 'loan_interest'
      ORDER BY r.id`,
  );
}

export type DueLoan = Narrowed<DueLoansRow, { due_on: LocalDate; interest_through: LocalDate }>;

/** Whether a loan takes money, has a reminder to come or a score is to be reckoned, apart from what a new day brings. */
export function isLoanDayDue(today: LocalDate, isNewDay: boolean): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT ${isNewDay}::boolean IS TRUE OR EXISTS (SELECT FROM ${withMoney} WHERE ${takesMoney(today)})
    OR EXISTS (SELECT FROM loan WHERE ${isToRemind(today)}) OR ${hasDayToScore} AS due`;
}

/** A loan with what is available in its currency. */
const withMoney = sql`loan l
      JOIN ledger_account a ON a.customer_id = l.customer_id AND a.currency = l.currency
        AND a.purpose = 'available'
      JOIN ledger_balance b ON b.account_id = a.id`;

/**
 * Whose day has come, that are repaid by themselves and whose customer has the money; and those that are late,
 * whatever was chosen and however little there is.
 */
const takesMoney = (
  today: LocalDate,
) => sql`l.status = 1 AND l.due_on <= ${today}::date AND b.balance > 0
        AND (l.due_on < ${today}::date OR (l.auto_repay AND b.balance >= l.principal_left + l.interest_left))`;

export function loansToRepay(
  reader: Reader,
  { today, after, limit }: { today: LocalDate; after: RepaidLoan | null; limit: number },
): Promise<RepaidLoan[]> {
  return rows(
    reader,
    sql<
      Narrowed<LoansToRepayRow, RepaidLoan>
    >`SELECT l.id, l.customer_id, l.due_on::text AS due_on FROM ${withMoney}
      WHERE ${takesMoney(today)}
        AND (l.due_on, l.id) > (coalesce(${after?.due_on ?? null}::date, '-infinity'), ${after?.id ?? 0n})
      ORDER BY l.due_on, l.id LIMIT ${limit}`,
  );
}

export type RepaidLoan = { id: bigint; customer_id: bigint; due_on: LocalDate };

const isToRemind = (today: LocalDate) => sql`status = 1 AND due_on <= ${today}::date + 7
        AND reminder < CASE WHEN due_on <= ${today}::date - 31 THEN 4 WHEN due_on < ${today}::date THEN 3
          WHEN due_on <= ${today}::date + 1 THEN 2 ELSE 1 END`;

/** Whose next reminder is due, locked; another process's are skipped. */
export function lockToRemind(
  transaction: Transaction,
  today: LocalDate,
  limit: number,
): Promise<DueLoan[]> {
  return rows(
    transaction,
    sql<DueLoan>`SELECT id, customer_id, currency, principal_left, interest_left,
        overdue_basis_points, rate_basis_points, interest_fraction, due_on::text AS due_on,
        interest_through::text AS interest_through
      FROM loan WHERE ${isToRemind(today)}
      ORDER BY due_on, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  );
}

export async function saveReminders(
  transaction: Transaction,
  reminded: readonly { id: bigint; stage: number }[],
): Promise<void> {
  await sql`UPDATE loan SET reminder = r.stage
    FROM unnest(${reminded.map(({ id }) => id)}::bigint[],
      ${reminded.map(({ stage }) => stage)}::smallint[]) AS r (id, stage)
    WHERE loan.id = r.id`.execute(transaction);
}

/**
 * What has to be set aside, and what is: by how late each loan is in per cent of its principal, and all of what is
 * still unpaid of loans that were written off.
 */
export async function requiredProvision(
  reader: Reader,
  currency: LoanCurrency,
  today: LocalDate,
  percents: readonly [number, number, number, number],
): Promise<{ required: Minor; there: Minor }> {
  const [current, late, later, latest] = percents;
  const row = await firstRow(
    reader,
    sql<Narrowed<RequiredProvisionRow, { required: Minor; there: Minor }>>`SELECT
        coalesce((SELECT ceil(sum(principal_left::numeric * CASE
            WHEN due_on <= ${today}::date - 91 THEN ${latest}::int
            WHEN due_on <= ${today}::date - 31 THEN ${later}::int
            WHEN due_on < ${today}::date THEN ${late}::int ELSE ${current}::int END) / 100)
          FROM loan WHERE status = 1 AND currency = ${currency}), 0)::bigint
        + coalesce((SELECT sum(least(own.claimed, greatest(0, -b.balance))) FROM (
            SELECT customer_id, sum(claimed) AS claimed FROM loan WHERE claimed > 0 AND currency = ${currency}
            GROUP BY customer_id) own
          JOIN ledger_account a ON a.customer_id = own.customer_id AND a.currency = ${currency}
            AND a.purpose = 'shortfall_debt'
          JOIN ledger_balance b ON b.account_id = a.id), 0)::bigint AS required,
        coalesce((SELECT sum(debit - credit) FROM ledger_running_total
          WHERE is_house AND currency = ${currency} AND purpose = 'loan_provision'), 0)::bigint AS there`,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return row;
}

/** Undefined where the day's is there already. */
export async function insertProvision(
  transaction: Transaction,
  provision: { day: LocalDate; currency: LoanCurrency; required: Minor; added: Minor },
): Promise<bigint | undefined> {
  const row = await firstRow(
    transaction,
    sql<InsertProvisionRow>`INSERT INTO loan_provision (day, currency, required, added)
      VALUES (${provision.day}::date, ${provision.currency}, ${provision.required}, ${provision.added})
      ON CONFLICT (currency, day) DO NOTHING RETURNING id`,
  );
  return row?.id;
}
