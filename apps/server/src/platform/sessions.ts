import { hash, randomBytes } from "node:crypto";
import type { CustomerState } from "@sanshi/contract";
import type { Clock } from "./clock.ts";
import { gatherReads } from "./gathered-reads.ts";
import {
  firstRow,
  rows,
  sql,
  type Database,
  type Reader,
  type Transaction,
  type Narrowed,
} from "./sql/database.ts";
import type { Listener } from "./sql/listener.ts";
import type { LoadAllRow, NoteProofRow } from "./sessions.sql-types.ts";

/** Who makes a call. */
export type Customer = {
  customerId: bigint;
  account: string;
  sessionId: string;
  state: CustomerState;
};

export type Sessions = {
  /** The customer behind the two headers; null unless they belong together and the session lives. */
  resolve(token: string, account: string): Promise<Customer | null>;
  /** Opens a session in the caller's transaction; answers the token, which is stored only as a hash. */
  open(transaction: Transaction, customerId: bigint, device: string): Promise<string>;
  /**
   * Has this process ask the database again about the customer's sessions, once a change of them is committed: the
   * next call here does not wait for the notification, which other processes go by.
   */
  forget(customerId: bigint): void;
  /** Calls back when a session ends or its customer's state changes. */
  onEnded(deliver: (ended: { tokenHash?: string; customerId?: bigint }) => void): void;
};

/** Both are real time. An active customer stays signed in; a forgotten device does not. */
export const sessionIdleDaysMax = 7;
export const sessionAgeDaysMax = 30;

export const sessionChannels = ["session_changed", "customer_changed"] as const;

const rememberedMs = 30_000;
const rememberedMax = 50_000;

type Remembered = { customer: Customer; until: number };

export function createSessions(
  database: Database,
  listener: Listener,
  clock: Pick<Clock, "realNow">,
): Sessions {
  // By token hash. Only ever a copy of the database, dropped at once when the session or customer changes.
  const remembered = new Map<string, Remembered>();
  // Their hashes: making one costs as much as all the rest of looking a session up.
  const hashes = new Map<string, string>();
  const ended: ((ended: { tokenHash?: string; customerId?: bigint }) => void)[] = [];
  let changes = 0;
  const load = gatherReads<string, Customer | null>((asked) => loadAll(database.reader, asked));

  listener.on("session_changed", (tokenHash) => {
    changes += 1;
    remembered.delete(tokenHash);
    for (const deliver of ended) deliver({ tokenHash });
  });
  function forget(customerId: bigint): void {
    changes += 1;
    for (const [hash, entry] of remembered) {
      if (entry.customer.customerId === customerId) remembered.delete(hash);
    }
  }
  listener.on("customer_changed", (id) => {
    const customerId = BigInt(id);
    forget(customerId);
    for (const deliver of ended) deliver({ customerId });
  });
  listener.onReconnected(() => {
    changes += 1;
    remembered.clear();
  });

  async function resolve(token: string, account: string): Promise<Customer | null> {
    const tokenHash = hashes.get(token) ?? hashToken(token);
    const now = clock.realNow();
    const known = remembered.get(tokenHash);
    if (known !== undefined && known.until > now && listener.connected()) {
      return known.customer.account === account ? known.customer : null;
    }
    const changesBefore = changes;
    const customer = await load(tokenHash);
    if (customer === null) return null;
    // What changed while the database answered may have been this one: then the next call asks again.
    if (changes === changesBefore) {
      if (remembered.size >= rememberedMax) remembered.clear();
      if (hashes.size >= rememberedMax) hashes.clear();
      hashes.set(token, tokenHash);
      remembered.set(tokenHash, { customer, until: now + rememberedMs });
    }
    return customer.account === account ? customer : null;
  }

  return { resolve, open, forget, onEnded: (deliver) => void ended.push(deliver) };
}

export function hashToken(token: string): string {
  return hash("sha256", token);
}

async function open(transaction: Transaction, customerId: bigint, device: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await sql`INSERT INTO session (token_hash, customer_id, device)
    VALUES (decode(${hashToken(token)}, 'hex'), ${customerId}, ${device})`.execute(transaction);
  return token;
}

/**
 * The customers behind hashes of tokens, null for each that is no living session's. That it was used is written once
 * while it is remembered, and not at all where another process is writing it.
 */
async function loadAll(
  reader: Reader,
  tokenHashes: readonly string[],
): Promise<Map<string, Customer | null>> {
  const found = await rows(
    reader,
    sql<LoadAllRow>`
      WITH live AS MATERIALIZED (
        SELECT session.id AS session_id, session.token_hash, session.last_seen_at,
          customer.id AS customer_id, customer.account, customer.state
        FROM session JOIN customer ON customer.id = session.customer_id
        WHERE session.token_hash = ANY (ARRAY(SELECT decode(hash, 'hex') FROM unnest(${[...tokenHashes]}::text[]) hash))
          AND session.revoked_at IS NULL AND customer.state <> 'banned'
          AND session.last_seen_at > real_now() - ${sessionIdleDaysMax} * interval '1 day'
          AND session.created_at > real_now() - ${sessionAgeDaysMax} * interval '1 day'
      ), unseen AS (
        SELECT id FROM session WHERE id IN (SELECT session_id FROM live
          WHERE last_seen_at < real_now() - ${rememberedMs} * interval '1 millisecond')
        FOR NO KEY UPDATE SKIP LOCKED
      ), seen AS (UPDATE session SET last_seen_at = real_now() FROM unseen WHERE session.id = unseen.id)
      SELECT encode(token_hash, 'hex') AS token_hash, session_id, customer_id, account, state FROM live`,
  );
  const customers = new Map<string, Customer | null>(tokenHashes.map((hash) => [hash, null]));
  for (const { token_hash: hash, session_id, customer_id, account, state } of found) {
    customers.set(hash, { customerId: customer_id, account, sessionId: session_id, state });
  }
  return customers;
}

/** Ends sessions of a customer on their devices; answers how many there were. */
export async function endSessions(
  transaction: Transaction,
  customerId: bigint,
  which: { only: string } | { allBut: string } | "all",
): Promise<number> {
  const condition =
    which === "all"
      ? sql`true`
      : "only" in which
        ? sql`id = ${which.only}::uuid`
        : sql`id <> ${which.allBut}::uuid`;
  const result = await sql`UPDATE session SET revoked_at = real_now()
    WHERE customer_id = ${customerId} AND revoked_at IS NULL AND ${condition}`.execute(transaction);
  return Number(result.numAffectedRows ?? 0n);
}

/** A second factor was given in this session; answers until when that holds. */
export async function noteProof(
  reader: Reader,
  sessionId: string,
  minutes: number,
): Promise<number> {
  const row = await firstRow(
    reader,
    sql<Narrowed<NoteProofRow, { until: number }>>`UPDATE session SET proved_at = real_now()
      WHERE id = ${sessionId}::uuid
      RETURNING proved_at + ${minutes} * interval '1 minute' AS until`,
  );
  if (row === undefined) throw new Error("a call without a session");
  return row.until;
}

/** A changed factor is proved anew everywhere but where it was changed. */
export async function endOtherProofs(
  transaction: Transaction,
  customerId: bigint,
  sessionId: string,
): Promise<void> {
  await sql`UPDATE session SET proved_at = NULL
    WHERE customer_id = ${customerId} AND id <> ${sessionId}::uuid
      AND proved_at IS NOT NULL`.execute(transaction);
}

export async function endProofs(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`UPDATE session SET proved_at = NULL
    WHERE customer_id = ${customerId} AND proved_at IS NOT NULL`.execute(transaction);
}
