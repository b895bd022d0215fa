import type { publicConfigNames } from "@sanshi/contract";
import { useSyncExternalStore } from "react";
import { setServerNow } from "@sanshi/web/server-clock";
import { call } from "./api.ts";
import { readStoredJson, writeStored } from "./stored.ts";

export type ConfigName = (typeof publicConfigNames)[number];

const entries = new Map<string, string>();
const ofTheMoment: readonly string[] = [
  "now",
  "clock_move_to",
  "clock_move_from",
] satisfies ConfigName[];

type Entries = readonly { name: string; value: string }[];

/** Whoever has seen the app before waits for the server's answer no longer. */
const answerMsMax = 4_000;

/**
 * The site's settings, asked for before the app mounts, and with them the app's clock, by which it counts from the
 * first screen on; where the server does not answer, the settings as it told them last. Throws when they cannot be had.
 */
export async function loadConfig(): Promise<void> {
  const kept = readStoredJson("config", isEntries, []);
  const asked = readConfig();
  if (kept.length === 0) return asked;
  show(kept);
  const waited = new Promise<void>((resolve) => window.setTimeout(resolve, answerMsMax));
  await Promise.race([asked.catch(() => undefined), waited]);
}

/** Reads the settings anew: after the simulated clock was moved, or is to be moved. */
export async function readConfig(): Promise<void> {
  take(await call("/common/config", { type: "all" }, { quiet: true }));
}

const changeListeners = new Set<() => void>();

/** To when operators are about to move the simulated clock (ISO); empty where they are not. */
export function useClockMove(): string {
  return useSyncExternalStore(listenToChanges, () => config("clock_move_to"));
}

function listenToChanges(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

function take(answered: Entries): void {
  show(answered);
  setServerNow(Date.parse(config("now")) + arrivedMsAgo());
  // The time of then is nobody's later.
  const kept = answered.filter(({ name }) => !ofTheMoment.includes(name));
  writeStored("config", JSON.stringify(kept));
}

function show(settings: Entries): void {
  for (const { name, value } of settings) entries.set(name, value);
  changeListeners.forEach((heard) => heard());
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
