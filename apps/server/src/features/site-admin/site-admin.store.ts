import type { SiteSettingName } from "@sanshi/contract";
import { sql, type Transaction } from "../../platform/sql/database.ts";

/** Until the transaction ends nobody else decides on a setting: bounds hold between them. */
export async function lockSettings(transaction: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('site settings'))`.execute(transaction);
}

export async function putSetting(
  transaction: Transaction,
  name: SiteSettingName,
  value: string,
): Promise<void> {
  await sql`INSERT INTO config_entry (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(transaction);
}
