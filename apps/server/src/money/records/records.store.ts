import type { Currency, Minor } from "@sanshi/money";
import { rows, sql, timestamp, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { Entry } from "./records.rules.ts";
import type {
  FundSumRow,
  OwnAccount,
  OwnPostingRow,
  PaidOffering,
  TradedPosition,
  TransferPosting,
  ListEntriesRow,
  RecordedFillRow,
} from "./records.sql-types.ts";

export type { OwnAccount } from "./records.sql-types.ts";

/** Oldest first: the order that a cursor relies on. */
export function ownAccounts(
  reader: Reader,
  customerId: bigint,
  currency: Currency | null,
): Promise<OwnAccount[]> {
  return rows(
    reader,
    sql<OwnAccount>`SELECT id, purpose FROM ledger_account
      WHERE customer_id = ${customerId} AND (${currency}::text IS NULL OR currency = ${currency}::text)
      ORDER BY id`,
  );
}

/** What a search found: a record that is any of these. */
export type Found = {
  /** Of these kinds. */
  kinds: readonly string[];
  /** About one of these stocks, `jpy:7203`, of what belongs to a stock. */
  stocks: readonly string[];
  stockKinds: readonly string[];
  /** With an order's number. */
  causeId: bigint | null;
  causeKinds: readonly string[];
  transferId: bigint | null;
};

type EntryQuery = {
  customerId: bigint;
  accounts: readonly { id: bigint; rank: number; below: bigint }[];
  found: Found | null;
  only: readonly string[] | null;
  except: readonly string[] | null;
  from: number | null;
  to: number | null;
  /** Per account. */
  limit: number;
};

/** Of each account the newest postings below its bound, read from the index of versions. */
export function listEntries(reader: Reader, query: EntryQuery): Promise<Entry[]> {
  const { customerId, accounts, found, only, except, from, to, limit } = query;
  const ids = accounts.map(({ id }) => id);
  const ranks = accounts.map(({ rank }) => rank);
  const conditions = [
    ...(only === null ? [] : [sql`AND p.kind = ANY (${[...only]}::text[])`]),
    ...(except === null ? [] : [sql`AND p.kind <> ALL (${[...except]}::text[])`]),
    ...(from === null ? [] : [sql`AND p.happened_at >= ${timestamp(from)}`]),
    ...(to === null ? [] : [sql`AND p.happened_at < ${timestamp(to)}`]),
    ...(found === null ? [] : [isFound(customerId, found)]),
  ];
  return rows(
    reader,
    sql<Narrowed<ListEntriesRow, { leads: boolean }>>`
      WITH own AS (
        SELECT * FROM unnest(${ids}::bigint[], ${ranks}::int[],
          ${accounts.map(({ below }) => below)}::bigint[]) AS o (id, rank, below)
      )
      SELECT p.account_id, p.version, p.transfer_id, p.currency, p.kind, p.cause_id, p.happened_at,
        own.rank = 0 OR NOT EXISTS (
          SELECT FROM ledger_posting sibling JOIN own other ON other.id = sibling.account_id
          WHERE sibling.transfer_id = p.transfer_id AND sibling.currency = p.currency
            AND other.rank < own.rank
        ) AS leads
      FROM own CROSS JOIN LATERAL (
        SELECT p.* FROM ledger_posting p
        WHERE p.account_id = own.id AND p.version IS NOT NULL AND p.version < own.below
          ${sql.join(conditions, sql` `)}
        ORDER BY p.version DESC LIMIT ${limit}
      ) p
      ORDER BY p.account_id, p.version DESC`,
  );
}

/** The stock of a trade is its position's; the ledger keeps only the number. */
const isFound = (
  customerId: bigint,
  { kinds, stocks, stockKinds, causeId, causeKinds, transferId }: Found,
) => sql`
  AND (p.kind = ANY (${[...kinds]}::text[]) OR p.transfer_id = ${transferId}::bigint
    OR (p.cause_id = ${causeId}::bigint AND p.kind = ANY (${[...causeKinds]}::text[]))
    OR (p.kind = ANY (${[...stockKinds]}::text[]) AND p.cause_id IN (
      SELECT id FROM listed_position WHERE customer_id = ${customerId}
        AND market || ':' || code = ANY (${[...stocks]}::text[]))))`;

type SumQuery = {
  currency: Currency | null;
  only: readonly string[] | null;
  except: readonly string[] | null;
  from: number;
  to: number;
};

export type FundSum = Narrowed<
  FundSumRow,
  { received: Minor; paid: Minor; transfers: number; currency: Currency }
>;

/** What the customer's own money, available and held, gained and lost by transfers, per currency. */
export function fundSums(
  reader: Reader,
  customerId: bigint,
  { currency, only, except, from, to }: SumQuery,
): Promise<FundSum[]> {
  const conditions = [
    ...(only === null ? [] : [sql`AND p.kind = ANY (${[...only]}::text[])`]),
    ...(except === null ? [] : [sql`AND p.kind <> ALL (${[...except]}::text[])`]),
    ...(currency === null ? [] : [sql`AND a.currency = ${currency}`]),
  ];
  return rows(
    reader,
    sql<FundSum>`SELECT currency, coalesce(sum(moved) FILTER (WHERE moved > 0), 0)::bigint AS received,
        coalesce(sum(moved) FILTER (WHERE moved < 0), 0)::bigint AS paid, count(*)::int AS transfers
      FROM (
        SELECT p.currency, sum(p.amount) AS moved
        FROM ledger_account a JOIN ledger_posting p ON p.account_id = a.id AND p.version IS NOT NULL
        WHERE a.customer_id = ${customerId}
          AND (a.purpose = 'available' OR starts_with(a.purpose, 'reserved_'))
          AND p.happened_at >= ${timestamp(from)} AND p.happened_at < ${timestamp(to)}
          ${sql.join(conditions, sql` `)}
        GROUP BY p.transfer_id, p.currency
      ) transfer
      WHERE moved <> 0 GROUP BY currency`,
  );
}

export type OwnPosting = Narrowed<OwnPostingRow, { balance_after: Minor }>;

/** What these transfers did to the customer's own accounts. */
export function ownPostings(
  reader: Reader,
  customerId: bigint,
  transferIds: readonly bigint[],
): Promise<OwnPosting[]> {
  return rows(
    reader,
    sql<OwnPosting>`SELECT p.transfer_id, p.currency, a.purpose, p.amount, p.balance_after
      FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
      WHERE p.transfer_id = ANY (${[...transferIds]}::bigint[]) AND a.customer_id = ${customerId}`,
  );
}

export type { TransferPosting } from "./records.sql-types.ts";

/** All of a transfer, its own side first; empty where none of it is the customer's. */
export function transferPostings(
  reader: Reader,
  customerId: bigint,
  transferId: bigint,
): Promise<TransferPosting[]> {
  return rows(
    reader,
    sql<TransferPosting>`SELECT * FROM (
        SELECT p.transfer_id, p.account_id, p.currency, p.kind, p.cause_id, p.happened_at, p.amount,
          a.purpose, a.customer_id IS NULL AS is_house,
          a.customer_id IS NOT DISTINCT FROM ${customerId}::bigint AS is_own,
          CASE WHEN a.customer_id = ${customerId}::bigint THEN p.balance_after END AS balance_after,
          bool_or(a.customer_id IS NOT DISTINCT FROM ${customerId}::bigint) OVER () AS concerns
        FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
        WHERE p.transfer_id = ${transferId}
      ) posting WHERE concerns
      ORDER BY is_own DESC, account_id`,
  );
}

export type { TradedPosition } from "./records.sql-types.ts";

/** What trades' transfers are about; the ledger keeps only the position's id. */
export function positionsOf(
  reader: Reader,
  customerId: bigint,
  ids: readonly bigint[],
): Promise<TradedPosition[]> {
  return rows(
    reader,
    sql<TradedPosition>`SELECT id, market, code, side FROM listed_position
      WHERE id = ANY (${[...ids]}::bigint[]) AND customer_id = ${customerId}`,
  );
}

export type RecordedFill = Narrowed<RecordedFillRow, { opens: boolean }>;

/** The fills of these positions in a time, both ends included: what their transfers moved the money for. */
export function fillsBetween(
  reader: Reader,
  positionIds: readonly bigint[],
  { from, to }: { from: number; to: number },
): Promise<RecordedFill[]> {
  return rows(
    reader,
    sql<RecordedFill>`SELECT f.position_id, f.filled_at AS at, (f.side = 'buy') = (p.side = 'long') AS opens,
        f.quantity, f.price, f.fee, f.feed
      FROM fill f JOIN position p ON p.id = f.position_id
      WHERE f.position_id = ANY (${[...positionIds]}::bigint[]) AND f.reverses IS NULL
        AND f.filled_at >= ${timestamp(from)} AND f.filled_at < ${timestamp(to + 1)}`,
  );
}

export type { PaidOffering } from "./records.sql-types.ts";

/** Which new shares a payment is for; the ledger keeps only the subscription's id. */
export function offeringsOf(
  reader: Reader,
  customerId: bigint,
  subscriptionIds: readonly bigint[],
): Promise<PaidOffering[]> {
  return rows(
    reader,
    sql<PaidOffering>`SELECT s.id, s.number, o.market, o.code, o.names
      FROM new_share_subscription s JOIN offering o ON o.id = s.offering_id
      WHERE s.id = ANY (${[...subscriptionIds]}::bigint[]) AND s.customer_id = ${customerId}`,
  );
}
