import type { CreditScore, LoanCurrency } from "@sanshi/contract";
import { rows, sql, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { RecordedScoreRow } from "./score-check.sql-types.ts";

type Facts = {
  is_verified: boolean;
  repaid_in_time: number;
  repaid_late: number;
  overdue: number;
  written_off: number;
  margin_calls: number;
  forced_sales: number;
};

export type RecordedScore = Narrowed<
  RecordedScoreRow,
  {
    day: string;
    parts: CreditScore["parts"];
    averages: Partial<Record<LoanCurrency, string>>;
    expected_averages: Partial<Record<LoanCurrency, string>>;
    account_days: number;
    before: Facts;
    after: Facts;
  }
>;

/** The next recorded scores of which it is known when they were reckoned, with what they had to follow from. */
export function recordedScores(
  reader: Reader,
  page: {
    after: { customerId: bigint; day: string };
    limit: number;
    assetDays: number;
    marginDays: number;
    repaidDaysMin: number;
  },
): Promise<RecordedScore[]> {
  const facts = (moment: ReturnType<typeof sql>) => sql`jsonb_build_object(
    'is_verified', EXISTS (SELECT FROM verification v
      WHERE v.customer_id = s.customer_id AND v.status = 2 AND v.decided_at <= ${moment}),
    'repaid_in_time', (SELECT count(*) FROM loan l WHERE l.customer_id = s.customer_id AND l.status = 3
      AND NOT l.given_back AND l.ended_at <= ${moment} AND tokyo_day(l.ended_at) <= l.due_on
      AND tokyo_day(l.ended_at) - tokyo_day(l.approved_at) >= ${page.repaidDaysMin}::int),
    'repaid_late', (SELECT count(*) FROM loan l WHERE l.customer_id = s.customer_id AND l.status = 3
      AND l.ended_at <= ${moment} AND tokyo_day(l.ended_at) > l.due_on),
    'overdue', (SELECT count(*) FROM loan l WHERE l.customer_id = s.customer_id AND l.due_on <= s.day
      AND l.approved_at <= ${moment} AND (l.ended_at IS NULL OR l.ended_at > ${moment})),
    'written_off', (SELECT count(*) FROM loan l WHERE l.customer_id = s.customer_id AND l.status = 4
      AND l.ended_at <= ${moment}),
    'margin_calls', (SELECT count(*) FROM margin_call m WHERE m.customer_id = s.customer_id
      AND m.called_at > ((s.day - ${page.marginDays}::int)::timestamp AT TIME ZONE 'UTC') AND m.called_at <= ${moment}),
    'forced_sales', (SELECT count(*) FROM forced_sale f WHERE f.customer_id = s.customer_id
      AND f.decided_at > ((s.day - ${page.marginDays}::int)::timestamp AT TIME ZONE 'UTC')
      AND f.decided_at <= ${moment}))`;
  return rows(
    reader,
    sql<RecordedScore>`
      SELECT s.customer_id, c.account, s.day::text AS day, s.score, s.parts, s.averages,
        greatest(0, s.day - (c.registered_at AT TIME ZONE 'UTC')::date) AS account_days,
        coalesce((SELECT jsonb_object_agg(own.currency, own.average::text) FROM (
            SELECT n.currency, floor(sum(n.amount) / ${page.assetDays}::int)::bigint AS average
            FROM net_assets n WHERE n.customer_id = s.customer_id AND n.day > s.day - ${page.assetDays}::int
              AND n.day <= s.day AND n.currency IN ('JPY', 'USD', 'CNY') GROUP BY n.currency) own), '{}')
          AS expected_averages,
        ${facts(sql`s.reckoned_at - interval '10 minutes'`)} AS before, ${facts(sql`s.reckoned_at`)} AS after
      FROM loan_score s JOIN customer c ON c.id = s.customer_id
      WHERE s.reckoned_at IS NOT NULL
        AND (s.customer_id, s.day) > (${page.after.customerId}, ${page.after.day}::date)
      ORDER BY s.customer_id, s.day LIMIT ${page.limit}`,
  );
}
