import type { CallOutput, Calls } from "@sanshi/contract";
import { homeEntries, type HomeEntry } from "@sanshi/contract/constants";
import { defaultMarketKey, isMarketKey } from "@sanshi/money";
import { ask } from "./api.ts";
import { callKey, queryClient } from "./queries.ts";
import { useSession } from "./session.ts";
import { readStored, readStoredJson, writeStored } from "./stored.ts";

/** Of which account what stands under the device's keys was chosen, and when, in real time. */
type Stamp = { account: string; at: number };
type Kept = CallOutput<Calls["/user/preferences"]>["home"];

/** In which the three markets settle, and sums over all currencies are shown. */
export const displayCurrencies = ["JPY", "USD", "CNY"] as const;
export type DisplayCurrency = (typeof displayCurrencies)[number];

/** A finger that moves an entry by several places makes one choice. */
const saveDelayMs = 600;
let timer: number | undefined;

/** What was chosen is on the device already; an account has it on its other devices too. */
export function keepHomeChoice(): void {
  const { account } = useSession.getState();
  // Whoever looks around without an account has this device alone.
  if (account === "") return;
  // Later than what it replaces, also on a device whose clock is behind.
  stamp(account, Math.max(Date.now(), homeChosenAt(account) + 1));
  sendHomeChoice();
}

export function sendHomeChoice(): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void send(), saveDelayMs);
}

/** What does not arrive is told the next time that home opens. */
async function send(): Promise<void> {
  const { account } = useSession.getState();
  const at = homeChosenAt(account);
  if (at === 0) return;

  const saved = await ask("/user/save-home-preferences", {
    ...storedHome(),
    changed_at: new Date(at).toISOString(),
  });
  if (!saved.ok || useSession.getState().account !== account) return;
  const keptAt = homeKeptAt(saved.data.home);
  // The server's now, where this device's clock runs ahead of it.
  if (keptAt < at && homeChosenAt(account) === at) stamp(account, keptAt);
  queryClient.setQueryData(callKey("/user/preferences", {}), saved.data);
}

/** 0 where the device holds nothing of this account. */
export function homeChosenAt(account: string): number {
  const stored = storedStamp();
  return stored?.account === account ? stored.at : 0;
}

/** The device holds this account's choice, which another tab may have put there since this one read it. */
export function isHomeOf(account: string): boolean {
  return storedStamp()?.account === account;
}

/** What the device holds was chosen by another account. */
export function isHomeOfAnother(account: string): boolean {
  const stored = storedStamp();
  return stored !== null && stored.account !== account;
}

export function homeKeptAt(kept: Kept): number {
  return kept === null ? 0 : Date.parse(kept.changed_at);
}

export function stamp(account: string, at: number): void {
  writeStored("homeChoice", JSON.stringify({ account, at } satisfies Stamp));
}

function storedStamp(): Stamp | null {
  return readStoredJson("homeChoice", isStamp, null as Stamp | null);
}

/** As the device's keys have it. */
function storedHome() {
  const entries = knownEntries(readStoredJson("entries", isList, []));
  const { market } = readStoredJson("stock", isObject, {} as { market?: unknown });
  return {
    ...(entries.length > 0 && { entries: entries.join(",") }),
    currency: currencyOf(readStored("displayCurrency")),
    market: typeof market === "string" && isMarketKey(market) ? market : defaultMarketKey,
  };
}

/** Those that home has, each once. */
export function knownEntries(named: readonly unknown[]): HomeEntry[] {
  return homeEntries
    .filter((id) => named.includes(id))
    .sort((one, other) => named.indexOf(one) - named.indexOf(other));
}

/** Yen where none was chosen, or none that is known; early.js asks for the same. */
export function currencyOf(stored: string): DisplayCurrency {
  return displayCurrencies.find((one) => one === stored) ?? "JPY";
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is { market?: unknown } =>
  typeof value === "object" && value !== null;
function isStamp(value: unknown): value is Stamp {
  const { account, at } = isObject(value) ? (value as Partial<Stamp>) : {};
  return typeof account === "string" && typeof at === "number" && Number.isFinite(at);
}
