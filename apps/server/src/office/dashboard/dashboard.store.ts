import type { revenuePurposes } from "@sanshi/contract";
import type { Currency, Minor } from "@sanshi/money";
import { rows, sql, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { BankDay, CustomersDay, RevenueDay } from "./dashboard.sql-types.ts";

type Span = { from: string; to: string };
type Purpose = (typeof revenuePurposes)[number];

/** What the house's accounts at the bank received and paid: a deposit is owed to its customer, so it is a credit. */
export function bankByDay(
  reader: Reader,
  { from, to }: Span,
): Promise<Narrowed<BankDay, { currency: Currency; day: string; received: Minor; paid: Minor }>[]> {
  return rows(
    reader,
    sql<
      Narrowed<BankDay, { currency: Currency; day: string; received: Minor; paid: Minor }>
    >`SELECT day::text AS day, currency, sum(credit)::bigint AS received, sum(debit)::bigint AS paid
      FROM ledger_running_total
      WHERE is_house AND purpose = 'bank' AND day BETWEEN ${from}::date AND ${to}::date
      GROUP BY day, currency HAVING sum(postings) > 0 ORDER BY day, currency`,
  );
}

type Revenue = Narrowed<
  RevenueDay,
  { currency: Currency; day: string; purpose: Purpose; earned: Minor }
>;

export function revenueByDay(
  reader: Reader,
  { from, to }: Span,
  purposes: readonly Purpose[],
): Promise<Revenue[]> {
  return rows(
    reader,
    sql<Revenue>`SELECT day::text AS day, currency, purpose, sum(debit - credit)::bigint AS earned
      FROM ledger_running_total
      WHERE is_house AND purpose = ANY (${[...purposes]}::text[])
        AND day BETWEEN ${from}::date AND ${to}::date
      GROUP BY day, currency, purpose HAVING sum(postings) > 0 ORDER BY day, currency, purpose`,
  );
}

type Customers = Narrowed<
  CustomersDay,
  { day: string; signed_in: number; traded: number; registered: number }
>;

/** People only: a product's pool signs in nowhere. Each counts once a day. */
export function customersByDay(reader: Reader, { from, to }: Span): Promise<Customers[]> {
  const since = sql`${from}::date::timestamp AT TIME ZONE 'Asia/Tokyo'`;
  const until = sql`(${to}::date + 1)::timestamp AT TIME ZONE 'Asia/Tokyo'`;
  return rows(
    reader,
    sql<Customers>`SELECT day::text AS day,
        (count(DISTINCT customer_id) FILTER (WHERE what = 'signed_in'))::int AS signed_in,
        (count(DISTINCT customer_id) FILTER (WHERE what = 'traded'))::int AS traded,
        (count(DISTINCT customer_id) FILTER (WHERE what = 'registered'))::int AS registered
      FROM (
        SELECT tokyo_day(happened_at) AS day, customer_id, 'signed_in' AS what FROM activity
          WHERE kind = 'signed_in' AND happened_at >= ${since} AND happened_at < ${until}
        UNION ALL
        SELECT tokyo_day(filled_at), position.customer_id, 'traded' FROM fill
          JOIN position ON position.id = fill.position_id
          WHERE filled_at >= ${since} AND filled_at < ${until}
        UNION ALL
        SELECT tokyo_day(registered_at), id, 'registered' FROM customer
          WHERE registered_at >= ${since} AND registered_at < ${until}
      ) done JOIN customer ON customer.id = done.customer_id AND customer.kind = 'person'
      GROUP BY day ORDER BY day`,
  );
}
