import {
  iso,
  type CallOutput,
  type Calls,
  type ChartPreferences,
  type CheckedInput,
  type TradingPreferences,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { gatherReads } from "../../platform/gathered-reads.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader } from "../../platform/sql/database.ts";
import {
  chartOf,
  homeOf,
  keepLater,
  keepLaterHome,
  keepTrading,
  extendedSwitchedOn,
  shortAllowedAmong,
  tradingOf,
} from "./preferences.store.ts";

type PreferencesContext = Pick<Context, "database" | "clock">;
type Preferences = CallOutput<Calls["/user/preferences"]>;

/** Of whoever has chosen nothing: every order is reviewed, nothing is borrowed, and nothing trades outside of the regular hours. */
const firstTrading: TradingPreferences = {
  review: true,
  leverage: false,
  short: false,
  extended: false,
  extended_since: null,
};

export function preferencesOf(
  { database }: Pick<PreferencesContext, "database">,
  { customerId }: Customer,
): Promise<Preferences> {
  return readPreferences(database.reader, customerId);
}

/** The same choice again changes nothing, and an older one that comes late neither. */
export function savePreferences(
  { database }: Pick<PreferencesContext, "database">,
  { customerId }: Customer,
  chosen: ChartPreferences,
): Promise<Preferences> {
  return database.transaction(async (transaction) => {
    await keepLater(transaction, customerId, {
      ...chosen,
      changed_at: Date.parse(chosen.changed_at),
    });
    return readPreferences(transaction, customerId);
  });
}

/** Likewise. */
export function saveHomePreferences(
  { database }: Pick<PreferencesContext, "database">,
  { customerId }: Customer,
  { entries, changed_at, ...chosen }: CheckedInput<Calls["/user/save-home-preferences"]>,
): Promise<Preferences> {
  return database.transaction(async (transaction) => {
    await keepLaterHome(transaction, customerId, {
      ...chosen,
      entries: entries?.split(",") ?? [],
      changed_at: Date.parse(changed_at),
    });
    return readPreferences(transaction, customerId);
  });
}

export function saveTradingPreferences(
  { database, clock }: PreferencesContext,
  { customerId }: Customer,
  { setting, switched }: CheckedInput<Calls["/user/save-trading-preferences"]>,
): Promise<Preferences> {
  return database.transaction(async (transaction) => {
    await keepTrading(transaction, customerId, setting, switched === "on", clock.now());
    return readPreferences(transaction, customerId);
  });
}

/**
 * Whether a customer has switched selling short on; orders that come in together are looked up together. Accounts
 * of the house's strategies follow their own rules.
 */
export function createShortSwitches(reader: Reader): (customerId: bigint) => Promise<boolean> {
  return gatherReads(async (customerIds) => {
    const allowed = new Set(await shortAllowedAmong(reader, customerIds));
    return new Map(customerIds.map((id) => [id, allowed.has(id)]));
  });
}

/** Whether a customer has switched extended hours on, having agreed to their risks. */
export function mayTradeExtended(reader: Reader, customerId: bigint): Promise<boolean> {
  return extendedSwitchedOn(reader, customerId);
}

async function readPreferences(reader: Reader, customerId: bigint): Promise<Preferences> {
  return {
    home: onWire(await homeOf(reader, customerId)),
    chart: onWire(await chartOf(reader, customerId)),
    trading: tradingOnWire(await tradingOf(reader, customerId)),
  };
}

function tradingOnWire(stored: Awaited<ReturnType<typeof tradingOf>>): Preferences["trading"] {
  if (stored === undefined) return firstTrading;
  const { extended_since: since, ...chosen } = stored;
  return {
    ...chosen,
    extended: since !== null,
    extended_since: since === null ? null : iso(since),
  };
}

function onWire<Stored extends { changed_at: number }>(stored: Stored | undefined) {
  return stored === undefined ? null : { ...stored, changed_at: iso(stored.changed_at) };
}
