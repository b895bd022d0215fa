import type { MarketKey, Minor } from "@sanshi/money";
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
  HolderRow,
  InsertConsentRow,
  StandingRow,
  StoredConsent,
} from "./consents.sql-types.ts";

export type { StoredConsent } from "./consents.sql-types.ts";

const columns = sql`c.id, c.customer_id, c.market, c.shown_as, c.capacity_most, c.nonce, c.signature,
  c.consented_at, c.revoked_at, p.id AS product_id`;
const consents = sql`copy_consent c LEFT JOIN copy_product p ON p.consent_id = c.id`;

/** Null where the customer has one in this market that was not revoked. */
export async function insertConsent(
  transaction: Transaction,
  consent: {
    customerId: bigint;
    market: MarketKey;
    shownAs: string;
    capacityMost: Minor;
    nonce: string;
    signature: string;
    at: number;
  },
): Promise<bigint | null> {
  const row = await firstRow(
    transaction,
    sql<InsertConsentRow>`INSERT INTO copy_consent
        (customer_id, market, shown_as, capacity_most, nonce, signature, consented_at)
      VALUES (${consent.customerId}, ${consent.market}, ${consent.shownAs}, ${consent.capacityMost},
        ${consent.nonce}, ${consent.signature}, ${timestamp(consent.at)})
      ON CONFLICT (customer_id, market) WHERE revoked_at IS NULL DO NOTHING RETURNING id`,
  );
  return row?.id ?? null;
}

export async function hasLiveConsent(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<InsertConsentRow>`SELECT id FROM copy_consent
      WHERE customer_id = ${customerId} AND market = ${market} AND revoked_at IS NULL`,
  );
  return row !== undefined;
}

/** Whoever revokes it and whoever publishes a product of it wait here for one another. */
export async function lockConsent(transaction: Transaction, id: bigint): Promise<void> {
  await sql`SELECT id FROM copy_consent WHERE id = ${id} FOR UPDATE`.execute(transaction);
}

export function findConsent(reader: Reader, id: bigint): Promise<StoredConsent | undefined> {
  return firstRow(
    reader,
    sql<StoredConsent>`SELECT ${columns} FROM ${consents} WHERE c.id = ${id}`,
  );
}

export function consentsOf(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
  limit: number,
): Promise<StoredConsent[]> {
  return rows(
    reader,
    sql<StoredConsent>`SELECT ${columns} FROM ${consents}
      WHERE c.customer_id = ${customerId} AND c.market = ${market} ORDER BY c.id DESC LIMIT ${limit}`,
  );
}

/** Not revoked, with what was published of them. */
export function standingConsents(
  reader: Reader,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<StandingRow[]> {
  return rows(
    reader,
    sql<StandingRow>`SELECT c.id, c.market, c.shown_as, c.capacity_most, c.consented_at, h.account,
        p.id AS product_id
      FROM ${consents} JOIN customer h ON h.id = c.customer_id
      WHERE c.revoked_at IS NULL AND (${before}::bigint IS NULL OR c.id < ${before}::bigint) ORDER BY c.id DESC LIMIT ${limit}`,
  );
}

/** The clock of the process that revokes may be a moment behind the one that was consented at. */
export async function setRevoked(transaction: Transaction, id: bigint, at: number): Promise<void> {
  await sql`UPDATE copy_consent SET revoked_at = GREATEST(consented_at, ${timestamp(at)}::timestamptz)
    WHERE id = ${id}`.execute(transaction);
}

export const holderStands = sql`c.revoked_at IS NULL AND h.state = 'active'`;

export type Holder = Narrowed<HolderRow, { stands: boolean }>;

/** Whose account a consent is about, and whether the holder stands behind it: not revoked, and free to trade. */
export function holderOf(reader: Reader, consentId: bigint): Promise<Holder | undefined> {
  return firstRow(
    reader,
    sql<Holder>`SELECT c.customer_id, ${holderStands} AS stands
      FROM copy_consent c JOIN customer h ON h.id = c.customer_id WHERE c.id = ${consentId}`,
  );
}
