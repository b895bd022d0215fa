import { minor, type Currency, type Minor, type RatesPerDollar } from "@sanshi/money";
import {
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { Flow } from "./day-result.rules.ts";
import type { Day, RecordedAmount, RatesOfDay } from "./net-assets.rules.ts";
import type {
  CustomersWithNewFlowsRow,
  DayStartAmountsRow,
  DayStartRatesRow,
  NewFlowsRow,
  ValuedFlowsRow,
} from "./net-assets-flows.sql-types.ts";

/**
 * What comes or goes without anything being gained or lost: money from and to outside, the paper money of a
 * newcomer, a correction by hand, a debt that is forgiven. All else that moves is a result, or moves inside.
 * The words are those of the indexes `ledger_posting_flow` and `ledger_posting_own_flow`.
 */
const isFlow = sql`posting.version IS NOT NULL AND posting.kind
  IN ('deposit', 'withdrawal_paid', 'correction', 'simulated_grant', 'loan_written_off')`;

export type LedgerFlow = Flow & { customerId: bigint; transferId: bigint; happenedAt: number };

/**
 * Who has flows since a moment that are not valued yet; what moves between a customer's own accounts is none. It begins
 * at the flows, which are few: joined, it was planned as a look through everybody's accounts. It reads each flow since
 * the moment, so that a caller asks once for many customers.
 */
export async function customersWithNewFlows(
  reader: Reader,
  since: number,
  limit: number,
): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<Narrowed<CustomersWithNewFlowsRow, { customer_id: bigint }>>`
      SELECT DISTINCT customer_id FROM (
        SELECT posting.transfer_id, (SELECT account.customer_id FROM ledger_account account
          WHERE account.id = posting.account_id) AS customer_id
        FROM ledger_posting posting
        WHERE ${isFlow} AND posting.happened_at >= ${timestamp(since)}
        GROUP BY 1, 2 HAVING sum(posting.amount) <> 0 OFFSET 0) flow
      WHERE (SELECT kind FROM customer WHERE id = flow.customer_id) = 'person'
        AND NOT EXISTS (SELECT FROM net_assets_flow valued
          WHERE valued.customer_id = flow.customer_id AND valued.transfer_id = flow.transfer_id)
      LIMIT ${limit}`,
  );
  return found.map(({ customer_id: id }) => id);
}

/** These customers' flows since a moment that are not valued yet, oldest first. */
export async function newFlows(
  reader: Reader,
  customerIds: readonly bigint[],
  since: number,
): Promise<LedgerFlow[]> {
  const found = await rows(
    reader,
    sql<Narrowed<NewFlowsRow, { customer_id: bigint; amount: Minor; happened_at: number }>>`
      SELECT account.customer_id, posting.transfer_id, account.currency,
        sum(posting.amount)::bigint AS amount, min(posting.happened_at) AS happened_at
      FROM ledger_posting posting JOIN ledger_account account ON account.id = posting.account_id
      WHERE ${isFlow} AND posting.happened_at >= ${timestamp(since)}
        AND account.customer_id = ANY (${[...customerIds]}::bigint[]) AND NOT EXISTS (
          SELECT FROM net_assets_flow valued
          WHERE valued.customer_id = account.customer_id AND valued.transfer_id = posting.transfer_id)
      GROUP BY account.customer_id, posting.transfer_id, account.currency
      HAVING sum(posting.amount) <> 0 ORDER BY posting.transfer_id`,
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
