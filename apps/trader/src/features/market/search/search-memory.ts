import { create } from "zustand";
import { readStored, writeStored } from "../../../shared/stored.ts";
import { readHistory, withEntry, type HistoryEntry } from "./search-history.ts";

const useMemory = create<{ history: readonly HistoryEntry[] }>(() => ({
  history: readHistory(readStored("searchList")),
}));

export function useSearchHistory(): readonly HistoryEntry[] {
  return useMemory((state) => state.history);
}

export function addToHistory(entry: HistoryEntry): void {
  keep(withEntry(useMemory.getState().history, entry));
}

export function clearHistory(): void {
  keep([]);
}

function keep(history: readonly HistoryEntry[]): void {
  useMemory.setState({ history });
  writeStored("searchList", history.length === 0 ? "" : JSON.stringify(history));
}
