import { firstRow, sql, type Reader } from "../../platform/sql/database.ts";
import type { LoadPastSeedRow, StoredPin } from "./market-pin.sql-types.ts";

/** What is pinned to the database. The last three are null together, where MARKET_SEED was given. */
export type { StoredPin } from "./market-pin.sql-types.ts";

export function loadPin(reader: Reader): Promise<StoredPin | undefined> {
  return firstRow(
    reader,
    sql<StoredPin>`SELECT feed, hours, past_seed, pinned_at,
        to_char(secret_from, 'YYYY-MM-DD') AS secret_from, anchor, commitment, edition
      FROM market_pin`,
  );
}

/** The first one stays. */
export async function insertPin(writer: Reader, pin: StoredPin): Promise<void> {
  await sql`INSERT INTO market_pin (feed, hours, past_seed, secret_from, anchor, commitment, pinned_at,
      edition)
    VALUES (${pin.feed}, ${pin.hours}, ${pin.past_seed}, ${pin.secret_from}, ${pin.anchor},
      ${pin.commitment}, ${new Date(pin.pinned_at)}, ${pin.edition})
    ON CONFLICT DO NOTHING`.execute(writer);
}

/** The seed of a database that was served before anything was pinned; null on a new one. */
export async function loadPastSeed(reader: Reader): Promise<string | null> {
  const row = await firstRow(reader, sql<LoadPastSeedRow>`SELECT past_seed FROM instance`);
  return row?.past_seed ?? null;
}
