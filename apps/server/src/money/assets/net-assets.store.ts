import type { Currency, Minor, RatesPerDollar } from "@sanshi/money";
import { balanceBefore } from "../../ledger/past-balances.ts";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { PurposeBalance } from "./assets.rules.ts";
import type { Day, RatesOfDay, RecordedAmount } from "./net-assets.rules.ts";
import type {
  BalancesBeforeRow,
  BalancesOfRow,
  CustomersBeforeRow,
  InsertNetAssetsRow,
  RecordedDaysRow,
  RecordedRatesRow,
  RecordedAmountsRow,
} from "./net-assets.sql-types.ts";

/** The last recorded day, and the day on which the first customer came; null where there is none. */
export async function recordedDays(
  reader: Reader,
): Promise<{ last: Day | null; first: Day | null }> {
  const row = await firstRow(
    reader,
    sql<Narrowed<RecordedDaysRow, { last: Day | null; first: Day | null }>>`SELECT
        (SELECT max(day)::text FROM net_assets_day) AS last,
        (SELECT (min(registered_at) AT TIME ZONE 'UTC')::date::text FROM customer WHERE kind = 'person') AS first`,
  );
  return row ?? { last: null, first: null };
}

/** Customers who were there before a moment, in the order of their ids. */
export async function customersBefore(
  reader: Reader,
  page: { registeredBefore: number; after: bigint; limit: number },
): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<CustomersBeforeRow>`SELECT id FROM customer
      WHERE kind = 'person' AND id > ${page.after} AND registered_at < ${timestamp(page.registeredBefore)}
      ORDER BY id LIMIT ${page.limit}`,
  );
  return found.map(({ id }) => id);
}

export function balancesOf(
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<(PurposeBalance & { customer_id: bigint })[]> {
  return rows(
    reader,
    sql<BalancesOfRow>`
      SELECT a.customer_id, a.currency, a.purpose, b.balance
      FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
      WHERE a.customer_id = ANY (${[...customerIds]}::bigint[]) AND b.balance <> 0`,
  );
}

/**
 * The same as they stood right before a moment. Most of a customer's accounts have no posting at all, which their
 * balance says, and are not looked for among the postings.
 */
export function balancesBefore(
  reader: Reader,
  customerIds: readonly bigint[],
  moment: number,
): Promise<(PurposeBalance & { customer_id: bigint })[]> {
  return rows(
    reader,
    sql<Narrowed<BalancesBeforeRow, { customer_id: bigint; balance: Minor }>>`
      SELECT a.customer_id, a.currency, a.purpose, stood.balance
      FROM (SELECT account_id FROM ledger_balance WHERE version > 0 AND account_id = ANY ((
        SELECT array_agg(id) FROM ledger_account
        WHERE customer_id = ANY (${[...customerIds]}::bigint[]))::bigint[]) OFFSET 0) used
      JOIN ledger_account a ON a.id = used.account_id
      CROSS JOIN LATERAL ${balanceBefore(moment)} stood
      WHERE stood.balance <> 0`,
  );
}

/** What was recorded before stays as it is; returns whose record this is. */
export async function insertNetAssets(
  transaction: Transaction,
  day: Day,
  amounts: readonly { customerId: bigint; currency: Currency; amount: Minor }[],
): Promise<bigint[]> {
  const inserted = await rows(
    transaction,
    sql<InsertNetAssetsRow>`INSERT INTO net_assets (customer_id, day, currency, amount)
      SELECT customer_id, ${day}::date, currency, amount
      FROM unnest(${amounts.map(({ customerId }) => customerId)}::bigint[],
        ${amounts.map(({ currency }) => currency)}::text[],
        ${amounts.map(({ amount }) => amount)}::bigint[]) AS a (customer_id, currency, amount)
      ON CONFLICT DO NOTHING RETURNING customer_id`,
  );
  return [...new Set(inserted.map(({ customer_id: id }) => id))];
}

/** The day is done: everybody's amounts are there. */
export async function insertRecordedDay(
  reader: Reader,
  recorded: { day: Day; at: number; ratesFrom: string | null; rates: RatesPerDollar },
): Promise<void> {
  const rates = Object.entries(recorded.rates).map(([currency, rate]) => [currency, String(rate)]);
  await sql`INSERT INTO net_assets_day (day, recorded_at, rates_from, rates)
    VALUES (${recorded.day}::date, ${timestamp(recorded.at)}, ${recorded.ratesFrom},
      ${JSON.stringify(Object.fromEntries(rates))}::jsonb)
    ON CONFLICT DO NOTHING`.execute(reader);
}

/** A customer's recorded amounts since a day, oldest first. */
export function recordedAmounts(
  reader: Reader,
  customerId: bigint,
  since: Day | null,
): Promise<RecordedAmount[]> {
  return rows(
    reader,
    sql<RecordedAmountsRow>`SELECT day::text AS day, currency, amount FROM net_assets
      WHERE customer_id = ${customerId} AND (${since}::date IS NULL OR day >= ${since}::date)
      ORDER BY day, currency`,
  );
}

export async function recordedRates(reader: Reader, since: Day | null): Promise<RatesOfDay[]> {
  const found = await rows(
    reader,
    sql<Narrowed<RecordedRatesRow, { day: Day }>>`
      SELECT day::text AS day, rates FROM net_assets_day
      WHERE ${since}::date IS NULL OR day >= ${since}::date`,
  );
  return found.map(({ day, rates }) => ({
    day,
    rates: Object.fromEntries(
      Object.entries(rates).map(([currency, rate]) => [currency, BigInt(rate)]),
    ),
  }));
}
