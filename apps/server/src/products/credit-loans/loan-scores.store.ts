import type { CreditScore, LoanCurrency } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  CapColumns,
  FindCustomerIdRow,
  ScoreColumns,
  ScoreDaysRow,
  ScoreFactsRow,
} from "./loan-scores.sql-types.ts";

export async function findCustomerId(reader: Reader, account: string): Promise<bigint | undefined> {
  const row = await firstRow(
    reader,
    sql<FindCustomerIdRow>`SELECT id FROM customer WHERE account = ${account}`,
  );
  return row?.id;
}

/** The last day of which everybody's net assets are recorded, and the last that scores were reckoned for. */
export async function scoreDays(
  reader: Reader,
): Promise<{ recorded: LocalDate | null; scored: LocalDate | null }> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<ScoreDaysRow, { recorded: LocalDate | null; scored: LocalDate | null }>
    >`SELECT (SELECT max(day)::text FROM net_assets_day) AS recorded,
        (SELECT max(day)::text FROM loan_score_day) AS scored`,
  );
  return row ?? { recorded: null, scored: null };
}

/** Whether net assets are recorded of a later day than the last that scores were reckoned for. */
export const hasDayToScore = sql`EXISTS (SELECT FROM net_assets_day
      WHERE day > coalesce((SELECT max(day) FROM loan_score_day), '-infinity'))`;

type FactsRow = Narrowed<
  ScoreFactsRow,
  {
    is_verified: boolean;
    account_days: number;
    averages: Partial<Record<LoanCurrency, string>>;
    repaid_in_time: number;
    repaid_late: number;
    overdue: number;
    written_off: number;
    margin_calls: number;
    forced_sales: number;
  }
>;

/** What the score of each of the next customers follows from, up to and with a day. */
export function scoreFacts(
  reader: Reader,
  page: {
    day: LocalDate;
    assetDays: number;
    marginDays: number;
    repaidDaysMin: number;
    after: bigint;
    limit: number;
  },
): Promise<FactsRow[]> {
  const day = sql`${page.day}::date`;
  return rows(
    reader,
    sql<FactsRow>`
      WITH c AS MATERIALIZED (
        SELECT id, verification, registered_at FROM customer
        WHERE kind = 'person' AND id > ${page.after} AND registered_at < ((${day} + 1)::timestamp AT TIME ZONE 'UTC')
        ORDER BY id LIMIT ${page.limit}
      )
      SELECT c.id AS customer_id, c.verification = 2 AS is_verified,
        greatest(0, ${day} - (c.registered_at AT TIME ZONE 'UTC')::date) AS account_days,
        coalesce((SELECT jsonb_object_agg(own.currency, own.average::text) FROM (
            SELECT n.currency, floor(sum(n.amount) / ${page.assetDays}::int)::bigint AS average
            FROM net_assets n
            WHERE n.customer_id = c.id AND n.day > ${day} - ${page.assetDays}::int AND n.day <= ${day}
              AND n.currency IN ('JPY', 'USD', 'CNY') GROUP BY n.currency) own), '{}') AS averages,
        (SELECT count(*)::int FROM loan l WHERE l.customer_id = c.id AND l.status = 3 AND NOT l.given_back
          AND tokyo_day(l.ended_at) <= l.due_on
          AND tokyo_day(l.ended_at) - tokyo_day(l.approved_at) >= ${page.repaidDaysMin}::int) AS repaid_in_time,
        (SELECT count(*)::int FROM loan l WHERE l.customer_id = c.id AND l.status = 3
          AND tokyo_day(l.ended_at) > l.due_on) AS repaid_late,
        (SELECT count(*)::int FROM loan l WHERE l.customer_id = c.id AND l.status = 1
          AND l.due_on <= ${day}) AS overdue,
        (SELECT count(*)::int FROM loan l WHERE l.customer_id = c.id AND l.status = 4) AS written_off,
        (SELECT count(*)::int FROM margin_call m WHERE m.customer_id = c.id
          AND m.called_at > ((${day} - ${page.marginDays}::int)::timestamp AT TIME ZONE 'UTC')) AS margin_calls,
        (SELECT count(*)::int FROM forced_sale f WHERE f.customer_id = c.id
          AND f.decided_at > ((${day} - ${page.marginDays}::int)::timestamp AT TIME ZONE 'UTC')) AS forced_sales
      FROM c ORDER BY c.id`,
  );
}

export type StoredScore = Narrowed<ScoreColumns, { customer_id: bigint; day: LocalDate }>;

/** Each one's newest. */
export function latestScores(
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<StoredScore[]> {
  return rows(
    reader,
    sql<StoredScore>`SELECT s.customer_id, s.day::text AS day, s.score, s.parts, s.averages
      FROM unnest(${[...customerIds]}::bigint[]) AS c (id)
      CROSS JOIN LATERAL (SELECT * FROM loan_score WHERE customer_id = c.id ORDER BY day DESC LIMIT 1) s`,
  );
}

export function listScores(
  reader: Reader,
  customerId: bigint,
  page: { before: LocalDate | null; limit: number },
): Promise<StoredScore[]> {
  return rows(
    reader,
    sql<StoredScore>`SELECT s.customer_id, s.day::text AS day, s.score, s.parts, s.averages
      FROM loan_score s WHERE s.customer_id = ${customerId}
        AND (${page.before}::date IS NULL OR s.day < ${page.before}::date)
      ORDER BY s.day DESC LIMIT ${page.limit}`,
  );
}

/** What was recorded before stays as it is. */
export async function insertScores(
  transaction: Transaction,
  day: LocalDate,
  scores: readonly {
    customerId: bigint;
    score: number;
    parts: CreditScore["parts"];
    averages: Partial<Record<LoanCurrency, string>>;
  }[],
): Promise<void> {
  await sql`INSERT INTO loan_score (customer_id, day, score, parts, averages)
    SELECT customer_id, ${day}::date, score, parts, averages
    FROM unnest(${scores.map(({ customerId }) => customerId)}::bigint[],
      ${scores.map(({ score }) => score)}::smallint[],
      ${scores.map(({ parts }) => JSON.stringify(parts))}::jsonb[],
      ${scores.map(({ averages }) => JSON.stringify(averages))}::jsonb[])
      AS s (customer_id, score, parts, averages)
    ON CONFLICT DO NOTHING`.execute(transaction);
}

export async function insertScoreDay(reader: Reader, day: LocalDate, at: number): Promise<void> {
  await sql`INSERT INTO loan_score_day (day, recorded_at) VALUES (${day}::date, ${timestamp(at)})
    ON CONFLICT DO NOTHING`.execute(reader);
}

export type LimitCap = Narrowed<CapColumns, { amount: Minor | null; currency: LoanCurrency }>;

/** The newest of each currency; one without an amount was lifted. */
export function limitCaps(reader: Reader, customerId: bigint): Promise<LimitCap[]> {
  return rows(
    reader,
    sql<LimitCap>`SELECT DISTINCT ON (currency) currency, amount, reason_code, reason_words, set_at
      FROM loan_limit_cap WHERE customer_id = ${customerId} ORDER BY currency, id DESC`,
  );
}

export async function insertLimitCap(
  transaction: Transaction,
  cap: {
    customerId: bigint;
    currency: LoanCurrency;
    amount: Minor | null;
    reason: { code: string; words: string };
    setBy: bigint;
    approvedBy: bigint | null;
    proposalId: bigint | null;
    at: number;
  },
): Promise<void> {
  await sql`INSERT INTO loan_limit_cap (customer_id, currency, amount, reason_code, reason_words, set_by,
      approved_by, proposal_id, set_at)
    VALUES (${cap.customerId}, ${cap.currency}, ${cap.amount}, ${cap.reason.code}, ${cap.reason.words},
      ${cap.setBy}, ${cap.approvedBy}, ${cap.proposalId}, ${timestamp(cap.at)})`.execute(
    transaction,
  );
}
