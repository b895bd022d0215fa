import type { LoanCurrency, LoanPurpose } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  InsertLoanRow,
  LastGivenBackAtRow,
  LoanColumns,
  OpenLoansRow,
} from "./credit-loans.sql-types.ts";

export type StoredLoan = Narrowed<
  LoanColumns,
  { due_on: LocalDate | null; interest_through: LocalDate | null; rule_since: LocalDate }
>;

/** The accounts of the person whose one is given, as far as the numbers of their IDs tell: that one in any case. */
function accountsOfPerson(customerId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT ${customerId} UNION SELECT other.customer_id FROM verification own
    JOIN verification other ON other.id_number_fingerprint = own.id_number_fingerprint AND other.status = 2
    WHERE own.customer_id = ${customerId} AND own.status = 2)`;
}

const columns = sql`l.id, l.customer_id, l.currency, l.principal, l.term_days, l.purpose, l.status,
  l.rate_basis_points, l.overdue_basis_points, l.rule, l.rule_since::text AS rule_since, l.rule_confirmed,
  l.auto_repay, l.requested_at, l.approved_at, l.due_on::text AS due_on, l.cooling_off_until,
  l.principal_left, l.interest_left, l.interest_total, l.interest_fraction,
  l.interest_through::text AS interest_through, l.reminder, l.ended_at, l.given_back, l.reason_code, l.reason_words,
  l.claimed, (SELECT max(g.ended_at) FROM loan g
    WHERE g.customer_id IN ${accountsOfPerson(sql`l.customer_id`)} AND g.given_back) AS last_given_back_at`;

/** Of two repayments or approvals of one person's, on whichever account, the second finds what the first has done. */
export async function lockPerson(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(
      'loans of ' || coalesce(min(encode(id_number_fingerprint, 'hex')), ${customerId}::text), 0))
    FROM verification WHERE customer_id = ${customerId} AND status = 2`.execute(transaction);
}

export async function insertLoan(
  transaction: Transaction,
  loan: {
    customerId: bigint;
    currency: LoanCurrency;
    principal: Minor;
    termDays: number;
    purpose: LoanPurpose;
    basisPoints: number;
    overdueBasisPoints: number;
    rule: string;
    ruleSince: LocalDate;
    ruleConfirmed: boolean;
    autoRepay: boolean;
    at: number;
  },
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<InsertLoanRow>`INSERT INTO loan (customer_id, currency, principal, term_days, purpose,
        rate_basis_points, overdue_basis_points, rule, rule_since, rule_confirmed, auto_repay, requested_at)
      VALUES (${loan.customerId}, ${loan.currency}, ${loan.principal}, ${loan.termDays}, ${loan.purpose},
        ${loan.basisPoints}, ${loan.overdueBasisPoints}, ${loan.rule}, ${loan.ruleSince}::date,
        ${loan.ruleConfirmed}, ${loan.autoRepay}, ${timestamp(loan.at)})
      RETURNING id`,
  );
  if (row === undefined) throw new Error("a loan was not kept");
  return row.id;
}

export function findLoan(reader: Reader, id: bigint): Promise<StoredLoan | undefined> {
  return firstRow(reader, sql<StoredLoan>`SELECT ${columns} FROM loan l WHERE l.id = ${id}`);
}

/** When the customer last gave a loan back without interest, on whichever account. */
export async function lastGivenBackAt(reader: Reader, customerId: bigint): Promise<number | null> {
  const row = await firstRow(
    reader,
    sql<LastGivenBackAtRow>`SELECT max(ended_at) AS at FROM loan
      WHERE customer_id IN ${accountsOfPerson(sql`${customerId}::bigint`)} AND given_back`,
  );
  return row?.at ?? null;
}

/** Locked until the transaction ends: of two who end it the second finds it ended. */
export function lockLoan(transaction: Transaction, id: bigint): Promise<StoredLoan | undefined> {
  return firstRow(
    transaction,
    sql<StoredLoan>`SELECT ${columns} FROM loan l WHERE l.id = ${id} FOR UPDATE`,
  );
}

/** All that are under review or owed, and of those that have ended the newest; the newest first. */
export function listLoans(
  reader: Reader,
  customerId: bigint,
  currency: string | null,
  endedMax: number,
): Promise<StoredLoan[]> {
  const own = sql`loan l WHERE l.customer_id = ${customerId}
    AND (${currency}::text IS NULL OR l.currency = ${currency}::text)`;
  return rows(
    reader,
    sql<StoredLoan>`SELECT * FROM (
        (SELECT ${columns} FROM ${own} AND l.status IN (0, 1))
        UNION ALL
        (SELECT ${columns} FROM ${own} AND l.status NOT IN (0, 1) ORDER BY l.id DESC LIMIT ${endedMax})
      ) listed ORDER BY id DESC`,
  );
}

/**
 * What is owed and under review in each currency, and the first loan that is past its day. `elsewhere` is what the same
 * person owes on other accounts, and `late_elsewhere` whether any of that is late, or was written off and is unpaid.
 */
export type OpenLoans = Narrowed<
  OpenLoansRow,
  {
    outstanding: Minor;
    under_review: Minor;
    applications: number;
    overdue_id: bigint | null;
    elsewhere: Minor;
    late_elsewhere: boolean;
  }
>;

export function openLoans(
  reader: Reader,
  customerId: bigint,
  today: LocalDate,
): Promise<OpenLoans[]> {
  return rows(
    reader,
    sql<OpenLoans>`SELECT currency,
        coalesce(sum(principal_left) FILTER (WHERE is_own AND status = 1), 0)::bigint AS outstanding,
        coalesce(sum(principal) FILTER (WHERE is_own AND status = 0), 0)::bigint AS under_review,
        count(*) FILTER (WHERE is_own AND status = 0)::int AS applications,
        min(id) FILTER (WHERE is_own AND status = 1 AND due_on < ${today}::date) AS overdue_id,
        coalesce(sum(principal_left) FILTER (WHERE NOT is_own AND status = 1), 0)::bigint AS elsewhere,
        bool_or(NOT is_own AND (status = 1 AND due_on < ${today}::date OR status = 4 AND claimed > 0
          AND EXISTS (SELECT FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
            WHERE a.customer_id = l.customer_id AND a.currency = l.currency AND a.purpose = 'shortfall_debt'
              AND b.balance < 0))) AS late_elsewhere
      FROM (SELECT *, customer_id = ${customerId} AS is_own FROM loan
        WHERE customer_id IN ${accountsOfPerson(sql`${customerId}::bigint`)} AND status IN (0, 1, 4)) l
      GROUP BY currency`,
  );
}

export async function approveLoan(
  transaction: Transaction,
  approval: {
    id: bigint;
    basisPoints: number;
    overdueBasisPoints: number;
    rule: string;
    ruleSince: LocalDate;
    ruleConfirmed: boolean;
    today: LocalDate;
    dueOn: LocalDate;
    coolingOffUntil: number;
    at: number;
  },
): Promise<void> {
  await sql`UPDATE loan SET status = 1, approved_at = ${timestamp(approval.at)},
      rate_basis_points = ${approval.basisPoints}, overdue_basis_points = ${approval.overdueBasisPoints},
      rule = ${approval.rule}, rule_since = ${approval.ruleSince}::date,
      rule_confirmed = ${approval.ruleConfirmed}, due_on = ${approval.dueOn}::date,
      interest_through = ${approval.today}::date,
      cooling_off_until = ${timestamp(approval.coolingOffUntil)}, principal_left = principal
    WHERE id = ${approval.id}`.execute(transaction);
}

/** Rejected, or cancelled by the customer: nothing was paid. */
export async function endApplication(
  transaction: Transaction,
  end: {
    id: bigint;
    status: number;
    reason: { code: string; words: string } | null;
    at: number;
  },
): Promise<void> {
  await sql`UPDATE loan SET status = ${end.status}, ended_at = ${timestamp(end.at)},
      reason_code = ${end.reason?.code ?? null}, reason_words = ${end.reason?.words ?? ""}
    WHERE id = ${end.id}`.execute(transaction);
}

export async function saveRepayment(
  transaction: Transaction,
  paid: {
    id: bigint;
    principal: Minor;
    interest: Minor;
    waived: Minor;
    isFull: boolean;
    givenBack: boolean;
    at: number;
  },
): Promise<void> {
  await sql`UPDATE loan SET principal_left = principal_left - ${paid.principal}::bigint,
      interest_left = interest_left - ${paid.interest}::bigint - ${paid.waived}::bigint,
      interest_total = interest_total - ${paid.waived}::bigint,
      status = ${paid.isFull ? 3 : 1}, given_back = ${paid.givenBack},
      ended_at = ${paid.isFull ? timestamp(paid.at) : null}
    WHERE id = ${paid.id}`.execute(transaction);
}

export async function saveWriteOff(
  transaction: Transaction,
  end: { id: bigint; reason: { code: string; words: string }; at: number },
): Promise<void> {
  await sql`UPDATE loan SET status = 4, claimed = principal_left + interest_left, principal_left = 0, interest_left = 0,
      ended_at = ${timestamp(end.at)}, reason_code = ${end.reason.code}, reason_words = ${end.reason.words}
    WHERE id = ${end.id}`.execute(transaction);
}

export async function saveAutoRepay(
  transaction: Transaction,
  id: bigint,
  on: boolean,
): Promise<void> {
  await sql`UPDATE loan SET auto_repay = ${on} WHERE id = ${id}`.execute(transaction);
}
