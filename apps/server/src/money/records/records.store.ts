import type { Currency, Minor } from "@sanshi/money";
import { rows, sql, timestamp, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { Entry } from "./records.rules.ts";
import type {
  OwnAccount,
  OwnPostingRow,
  TradedPosition,
  TransferPosting,
  ListEntriesRow,
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

type EntryQuery = {
  accounts: readonly { id: bigint; rank: number; below: bigint }[];
  only: readonly string[] | null;
  except: readonly string[] | null;
  from: number | null;
  to: number | null;
  /** Per account. */
  limit: number;
};

/** Of each account the newest postings below its bound, read from the index of versions. */
export function listEntries(reader: Reader, query: EntryQuery): Promise<Entry[]> {
  const { accounts, only, except, from, to, limit } = query;
  const ids = accounts.map(({ id }) => id);
  const ranks = accounts.map(({ rank }) => rank);
  const conditions = [
    ...(only === null ? [] : [sql`AND p.kind = ANY (${[...only]}::text[])`]),
    ...(except === null ? [] : [sql`AND p.kind <> ALL (${[...except]}::text[])`]),
    ...(from === null ? [] : [sql`AND p.happened_at >= ${timestamp(from)}`]),
    ...(to === null ? [] : [sql`AND p.happened_at < ${timestamp(to)}`]),
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
