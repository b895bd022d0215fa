import { createHmac, randomBytes } from "node:crypto";
import { StartError } from "../postgres/start-error.ts";
import { firstRow, sql, type Database } from "../sql/database.ts";
import { decrypt, encrypt } from "./cipher.ts";
import { hasKeyFile, keyBytes, keyIdBytes, type KeyRing } from "./key-ring.ts";
import type { AnySealedKeyRow, SealedKeyRow } from "./sealer.sql-types.ts";

/** Seals what must not be read in the database or in a backup of it. */
export type Sealer = {
  seal(plain: Buffer, purpose: string): Buffer;
  open(sealed: Buffer, purpose: string): Buffer;
  /** Tells whether two texts are the same without telling the text; stays the same over rotations. */
  fingerprint(text: string, purpose: string): Buffer;
};

const version = 1;
const headerBytes = 1 + keyIdBytes;

/** The sealer's own part of a sealed value: by which key it was sealed. */
function sealedBy(sealed: Buffer): Buffer {
  return sealed.subarray(1, headerBytes);
}

export function sealWith(ring: KeyRing, plain: Buffer, purpose: string): Buffer {
  const { id, key } = ring.current();
  return Buffer.concat([Buffer.from([version]), id, encrypt(key, plain, purpose)]);
}

export function openWith(ring: KeyRing, sealed: Buffer, purpose: string): Buffer {
  const known = sealed[0] === version ? ring.find(sealedBy(sealed)) : undefined;
  if (known === undefined) throw new Error(`no document key opens this (${purpose})`);
  return decrypt(known.key, sealed.subarray(headerBytes), purpose);
}

const fingerprintKeyName = "fingerprint";

/**
 * @throws StartError where the ring's keys are not this database's: before anything is sealed with a
 * key that nobody else has.
 */
export async function createSealer(database: Database, ring: KeyRing): Promise<Sealer> {
  const fingerprintKey = await sealedKey(database, ring, fingerprintKeyName);
  return {
    seal: (plain, purpose) => sealWith(ring, plain, purpose),
    open: (sealed, purpose) => openWith(ring, sealed, purpose),
    fingerprint: (text, purpose) =>
      createHmac("sha256", fingerprintKey).update(`${purpose}\n${text}`).digest(),
  };
}

/**
 * 32 random bytes that belong to the database under a name, made where there are none; the same in every
 * process.
 *
 * @throws StartError where the ring does not open them.
 */
export async function sealedKey(database: Database, ring: KeyRing, name: string): Promise<Buffer> {
  const made = sealWith(ring, randomBytes(keyBytes), purposeOf(name));
  await sql`INSERT INTO sealed_key (name, sealed) VALUES (${name}, ${made})
    ON CONFLICT DO NOTHING`.execute(database.reader);
  const row = await firstRow(
    database.reader,
    sql<SealedKeyRow>`SELECT sealed FROM sealed_key WHERE name = ${name}`,
  );
  if (row === undefined) throw new Error("a sealed key was not kept");
  try {
    return openWith(ring, row.sealed, purposeOf(name));
  } catch {
    throw new StartError(
      "The document key is not the one of this database: put back the file document-keys of its DATA_DIR, or set DOCUMENT_KEY.",
    );
  }
}

/**
 * Before a first key is made: over a database that has sealed something it would open nothing.
 *
 * @throws StartError where the file is missing and the database has sealed something.
 */
export async function requireKeyFile({ reader }: Database, path: string): Promise<void> {
  if (hasKeyFile(path)) return;
  const row = await firstRow(
    reader,
    sql<AnySealedKeyRow>`SELECT EXISTS (SELECT 1 FROM sealed_key) AS is_there`,
  );
  if (row?.is_there !== true) return;
  throw new StartError(
    `${path} is missing, and with it the keys of what this database has sealed: put the file back, or set DOCUMENT_KEY. No new key was made.`,
  );
}

export function purposeOf(name: string): string {
  return `sealed_key:${name}`;
}
