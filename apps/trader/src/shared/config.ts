import type { publicConfigNames } from "@sanshi/contract";
import { call } from "./api.ts";

export type ConfigName = (typeof publicConfigNames)[number];

const entries = new Map<string, string>();

/** The site's settings, asked for before the app mounts. Throws when they cannot be had. */
export async function loadConfig(): Promise<void> {
  const answered = await call("/common/config", { type: "all" }, { quiet: true });
  for (const { name, value } of answered) entries.set(name, value);
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
