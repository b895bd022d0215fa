import type { ChartPreferences } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Customer } from "../../platform/sessions.ts";
import { chartOf, keepLater, type StoredChart } from "./preferences.store.ts";

type PreferencesContext = Pick<Context, "database">;

export async function preferencesOf(
  { database }: PreferencesContext,
  { customerId }: Customer,
): Promise<ChartPreferences | null> {
  return onWire(await chartOf(database.reader, customerId));
}

/** The same choice again changes nothing, and an older one that comes late neither. */
export function savePreferences(
  { database }: PreferencesContext,
  { customerId }: Customer,
  chosen: ChartPreferences,
): Promise<ChartPreferences | null> {
  return database.transaction(async (transaction) => {
    await keepLater(transaction, customerId, {
      ...chosen,
      changed_at: Date.parse(chosen.changed_at),
    });
    return onWire(await chartOf(transaction, customerId));
  });
}

function onWire(stored: StoredChart | undefined): ChartPreferences | null {
  if (stored === undefined) return null;
  return { ...stored, changed_at: new Date(stored.changed_at).toISOString() };
}
