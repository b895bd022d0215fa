import { minor, type Currency, type Minor, type RatesPerDollar } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { Flow } from "./day-result.rules.ts";
import type { Day, RecordedAmount, RatesOfDay } from "./net-assets.rules.ts";
import type {
  CustomersWithNewFlowsRow,
  DayStartAmountsRow,
  DayStartRatesRow,
  DueRow,
  FlowsStandingRow,
  NewFlowsRow,
  ValuedFlowsRow,
} from "./net-assets-flows.sql-types.ts";

export type LedgerFlow = Flow & { customerId: bigint; transferId: bigint; happenedAt: number };

/** Flows before `recordedUntil`, and those from `since` on: milliseconds since the epoch. */
export type FlowTimes = { recordedUntil: number; since: number };

/**
 * Who has flows of these times that are not valued yet. The database writes each with its posting and deletes it with
 * its valuation, so that none is missed, however late its transaction commits, and the ledger is not read for it.
 */
export async function customersWithNewFlows(
  reader: Reader,
  { recordedUntil, since }: FlowTimes,
  limit: number,
): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<CustomersWithNewFlowsRow>`SELECT DISTINCT customer_id FROM net_assets_flow_due
      WHERE happened_at < ${timestamp(recordedUntil)} OR happened_at >= ${timestamp(since)} LIMIT ${limit}`,
  );
  return found.map(({ customer_id: id }) => id);
}

export function isAnyFlowDue(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM net_assets_flow_due) AS due`;
}

/** The last recorded day, and whether flows from one moment on and before another are not valued yet. */
export async function flowsStanding(
  reader: Reader,
  { since, before }: { since: number; before: number },
): Promise<{ recordedDay: Day | null; hasLate: boolean }> {
  const row = await firstRow(
    reader,
    sql<FlowsStandingRow>`SELECT (SELECT max(day)::text FROM net_assets_day) AS recorded_day,
      EXISTS (SELECT FROM net_assets_flow_due
        WHERE happened_at >= ${timestamp(since)} AND happened_at < ${timestamp(before)}) AS has_late`,
  );
  return { recordedDay: row?.recorded_day ?? null, hasLate: row?.has_late ?? false };
}

/** These customers' flows that are not valued yet, oldest first. No recorded day has any of them in its amounts. */
export async function newFlows(
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<LedgerFlow[]> {
  const found = await rows(
    reader,
    sql<NewFlowsRow>`SELECT customer_id, transfer_id, currency, amount, happened_at
      FROM net_assets_flow_due
      WHERE customer_id = ANY (${[...customerIds]}::bigint[]) ORDER BY transfer_id`,
  );
  return found.map((row) => ({
    customerId: row.customer_id,
    transferId: row.transfer_id,
    currency: row.currency,
    amount: row.amount,
    happenedAt: row.happened_at,
  }));
}

export type ValuedFlow = LedgerFlow & { netAfter: ReadonlyMap<Currency, Minor> };

/** In their order. What another process has valued before stays as it is. */
export async function insertValuedFlows(
  transaction: Transaction,
  flows: readonly ValuedFlow[],
  { at, rates }: { at: number; rates: RatesPerDollar },
): Promise<void> {
  await sql`INSERT INTO net_assets_flow
      (customer_id, transfer_id, happened_at, valued_at, currency, amount, net_after, rates)
    SELECT customer_id, transfer_id, happened_at, ${timestamp(at)}, currency, amount, net_after,
      ${asJson(Object.entries(rates))}::jsonb
    FROM unnest(${flows.map(({ customerId }) => customerId)}::bigint[],
      ${flows.map(({ transferId }) => transferId)}::bigint[],
      ${flows.map(({ happenedAt }) => timestamp(happenedAt))}::timestamptz[],
      ${flows.map(({ currency }) => currency)}::text[],
      ${flows.map(({ amount }) => amount)}::bigint[],
      ${flows.map(({ netAfter }) => asJson([...netAfter]))}::jsonb[])
      WITH ORDINALITY AS f (customer_id, transfer_id, happened_at, currency, amount, net_after, place)
    ORDER BY place ON CONFLICT DO NOTHING`.execute(transaction);
}

/** Numbers as text: JSON's own are floats. */
function asJson(amounts: readonly (readonly [string, bigint])[]): string {
  return JSON.stringify(Object.fromEntries(amounts.map(([key, value]) => [key, String(value)])));
}

type Texts = Partial<Record<Currency, string>>;
type Amounts = readonly (readonly [Currency, Minor])[];

/** The flows since a moment that are valued, in the order of the moments that they are valued for. */
export async function valuedFlows(
  reader: Reader,
  customerId: bigint,
  since: number,
): Promise<(Flow & { after: { amounts: Amounts; rates: RatesPerDollar } })[]> {
  const found = await rows(
    reader,
    sql<ValuedFlowsRow>`SELECT currency, amount, net_after, rates FROM net_assets_flow
      WHERE customer_id = ${customerId} AND happened_at >= ${timestamp(since)}
      ORDER BY valued_at, id`,
  );
  return found.map(({ currency, amount, net_after: after, rates }) => ({
    currency,
    amount,
    after: {
      amounts: numbersOf(after).map(([key, value]) => [key, minor(value)] as const),
      rates: Object.fromEntries(numbersOf(rates)),
    },
  }));
}

/** What a customer had when a day ended, with its rates; null where the day is not recorded yet. */
export async function endOfDayOf(
  reader: Reader,
  customerId: bigint,
  day: Day,
): Promise<{ amounts: RecordedAmount[]; rates: RatesOfDay["rates"] } | null> {
  const [recorded] = await rows(
    reader,
    sql<DayStartRatesRow>`SELECT rates FROM net_assets_day WHERE day = ${day}::date`,
  );
  if (recorded === undefined) return null;
  const amounts = await rows(
    reader,
    sql<DayStartAmountsRow>`SELECT day::text AS day, currency, amount FROM net_assets
      WHERE customer_id = ${customerId} AND day = ${day}::date`,
  );
  return { amounts, rates: Object.fromEntries(numbersOf(recorded.rates)) };
}

function numbersOf(texts: Texts): [Currency, bigint][] {
  return (Object.entries(texts) as [Currency, string][]).map(([key, text]) => [key, BigInt(text)]);
}
