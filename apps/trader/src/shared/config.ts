import type { publicConfigNames } from "@sanshi/contract";
import { setServerNow } from "@sanshi/web/server-clock";
import { call } from "./api.ts";
import { readStoredJson, writeStored } from "./stored.ts";

export type ConfigName = (typeof publicConfigNames)[number];

const entries = new Map<string, string>();

type Entries = readonly { name: string; value: string }[];

/** Whoever has seen the app before waits for the server's answer no longer. */
const answerMsMax = 4_000;

/**
 * The site's settings, asked for before the app mounts, and with them the app's clock, by which it counts from the
 * first screen on; where the server does not answer, the settings as it told them last. Throws when they cannot be had.
 */
export async function loadConfig(): Promise<void> {
  const kept = readStoredJson("config", isEntries, []);
  const asked = call("/common/config", { type: "all" }, { quiet: true }).then(take);
  if (kept.length === 0) return asked;
  show(kept);
  const waited = new Promise<void>((resolve) => window.setTimeout(resolve, answerMsMax));
  await Promise.race([asked.catch(() => undefined), waited]);
}

function take(answered: Entries): void {
  show(answered);
  setServerNow(Date.parse(config("now")) + arrivedMsAgo());
  // The time of then is nobody's later.
  const kept = answered.filter(({ name }) => name !== "now");
  writeStored("config", JSON.stringify(kept));
}

function show(settings: Entries): void {
  for (const { name, value } of settings) entries.set(name, value);
}

/** The page's own script may have the answer long before the app that takes it is loaded. */
function arrivedMsAgo(): number {
  const address = new URL("/api/vue/common/config", location.href).href;
  const newest = performance.getEntriesByName(address, "resource").at(-1);
  return newest instanceof PerformanceResourceTiming ? performance.now() - newest.responseEnd : 0;
}

function isEntries(value: unknown): value is Entries {
  const isEntry = (one: unknown) =>
    typeof one === "object" &&
    one !== null &&
    ["name", "value"].every((name) => typeof Reflect.get(one, name) === "string");
  return Array.isArray(value) && value.every(isEntry);
}

export function config(name: ConfigName): string {
  return entries.get(name) ?? "";
}

/** A simulated instance says so everywhere; only a clear "false" says that it is not. */
export function isSimulated(): boolean {
  return config("simulated") !== "false";
}

/** Whether somebody can know prices ahead: only a clear "true" says so. */
export function arePricesForeseeable(): boolean {
  return config("prices_foreseeable") === "true";
}
