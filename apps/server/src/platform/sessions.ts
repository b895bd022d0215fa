import { hash, randomBytes } from "node:crypto";
import type { CustomerState } from "@sanshi/contract";
import type { Clock } from "./clock.ts";
import {
  firstRow,
  sql,
  type Database,
  type Reader,
  type Transaction,
  type Narrowed,
} from "./sql/database.ts";
import type { Listener } from "./sql/listener.ts";
import type { LoadRow, NoteProofRow } from "./sessions.sql-types.ts";

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
const seenEveryMs = 60_000;

type Remembered = { customer: Customer; until: number; seenAt: number };

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
      if (now - known.seenAt > seenEveryMs) {
        known.seenAt = now;
        await touch(database, tokenHash);
      }
      return known.customer.account === account ? known.customer : null;
    }
    const changesBefore = changes;
    const customer = await load(database, tokenHash);
    if (customer === null) return null;
    // What changed while the database answered may have been this one: then the next call asks again.
    if (changes === changesBefore) {
      if (remembered.size >= rememberedMax) remembered.clear();
      if (hashes.size >= rememberedMax) hashes.clear();
      hashes.set(token, tokenHash);
      remembered.set(tokenHash, { customer, until: now + rememberedMs, seenAt: now });
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

async function load(database: Database, tokenHash: string): Promise<Customer | null> {
  const row = await firstRow(
    database.reader,
    sql<LoadRow>`
      UPDATE session SET last_seen_at = real_now()
      FROM customer
      WHERE session.token_hash = decode(${tokenHash}, 'hex') AND customer.id = session.customer_id
        AND session.revoked_at IS NULL AND customer.state <> 'banned'
        AND session.last_seen_at > real_now() - ${sessionIdleDaysMax} * interval '1 day'
        AND session.created_at > real_now() - ${sessionAgeDaysMax} * interval '1 day'
      RETURNING session.id AS session_id, customer.id AS customer_id, customer.account, customer.state`,
  );
  if (row === undefined) return null;
  return {
    customerId: row.customer_id,
    account: row.account,
    sessionId: row.session_id,
    state: row.state,
  };
}

async function touch(database: Database, tokenHash: string): Promise<void> {
  await sql`UPDATE session SET last_seen_at = real_now()
    WHERE token_hash = decode(${tokenHash}, 'hex')`.execute(database.reader);
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
