import {
  firstRow,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { KnownProspectusRow, PublicProspectusRow } from "./prospectuses.sql-types.ts";

/** The same file twice is one. */
export async function insertProspectus(
  transaction: Transaction,
  kept: { sha256: string; bytes: number; at: number; by: bigint },
): Promise<void> {
  await sql`INSERT INTO prospectus (sha256, bytes, stored_at, stored_by)
    VALUES (${kept.sha256}, ${kept.bytes}, ${timestamp(kept.at)}, ${kept.by})
    ON CONFLICT DO NOTHING`.execute(transaction);
}

export async function isKnown(reader: Reader, sha256: string): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<KnownProspectusRow>`SELECT sha256 FROM prospectus WHERE sha256 = ${sha256}`,
  );
  return row !== undefined;
}

/** Named by an offering that was published, also by one that was withdrawn since. */
export async function isPublic(reader: Reader, path: string): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<PublicProspectusRow>`SELECT id FROM offering WHERE prospectus = ${path} LIMIT 1`,
  );
  return row !== undefined;
}
