import { isMarketKey, type MarketKey } from "@sanshi/money";
import type { Language } from "@sanshi/web/language";

/** What the specification's key `searchList` keeps: words that were searched and stocks that were opened. */
export type HistoryEntry = string | HistoryStock;
export type HistoryStock = {
  type: MarketKey;
  code: string;
  names: Readonly<Record<Language, string>>;
};

export const historyMax = 20;
const wordLengthMax = 64;

/** Reads the stored list, newest first. Entries that make no sense are left out. */
export function readHistory(stored: string): HistoryEntry[] {
  let list: unknown;
  try {
    list = JSON.parse(stored);
  } catch {
    return [];
  }
  return Array.isArray(list) ? list.filter(isEntry).slice(0, historyMax) : [];
}

/** The list with an entry at its head; an equal one further down goes. */
export function withEntry(
  history: readonly HistoryEntry[],
  entry: HistoryEntry,
): readonly HistoryEntry[] {
  const key = entryKey(entry);
  return [entry, ...history.filter((other) => entryKey(other) !== key)].slice(0, historyMax);
}

/** Equal for the same stock, and for the same word in other letter case. */
export function entryKey(entry: HistoryEntry): string {
  return typeof entry === "string"
    ? `word ${entry.toLowerCase()}`
    : `stock ${entry.type}:${entry.code}`;
}

function isEntry(value: unknown): value is HistoryEntry {
  if (typeof value === "string") return value !== "" && value.length <= wordLengthMax;
  if (typeof value !== "object" || value === null) return false;
  const { type, code, names } = value as Partial<Record<keyof HistoryStock, unknown>>;
  return (
    typeof type === "string" && isMarketKey(type) && typeof code === "string" && hasNames(names)
  );
}

function hasNames(names: unknown): boolean {
  if (typeof names !== "object" || names === null) return false;
  const { jp, cn, us } = names as Record<string, unknown>;
  return [jp, cn, us].every((name) => typeof name === "string");
}
