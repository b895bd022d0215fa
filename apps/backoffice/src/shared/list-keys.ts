import { useShortcuts } from "./keys.ts";
import { useText } from "./text.ts";

type ListKeys = {
  /** The rows that are shown, in order. */
  keys: readonly string[];
  cursor: string | null;
  onMove: (key: string) => void;
  onOpen: (key: string) => void;
  /** Null where there is nothing to go back from. */
  onBack: (() => void) | null;
};

/** `j` and `k` move, Enter opens, Escape goes back. */
export function useListKeys({ keys, cursor, onMove, onOpen, onBack }: ListKeys): void {
  const t = useText("shell");
  const step = (by: 1 | -1) => () => {
    const next = nextKey(keys, cursor, by);
    if (next !== null) onMove(next);
  };
  const open = () => (cursor === null ? step(1)() : onOpen(cursor));
  const back = () => (onBack === null ? undefined : onBack());
  useShortcuts(t("shortcuts_list"), [
    { keys: "j", label: t("key_next"), run: step(1) },
    { keys: "k", label: t("key_previous"), run: step(-1) },
    { keys: "ArrowDown", label: t("key_next"), run: step(1) },
    { keys: "ArrowUp", label: t("key_previous"), run: step(-1) },
    { keys: "Enter", label: t("key_open"), run: open },
    { keys: "Escape", label: t("key_back"), run: back },
  ]);
}

/** The neighbour of a row; the ends hold. Without a row, or with one that is gone, the first. */
export function nextKey(keys: readonly string[], cursor: string | null, by: 1 | -1): string | null {
  const at = cursor === null ? -1 : keys.indexOf(cursor);
  if (at === -1) return keys[0] ?? null;
  return keys[Math.min(keys.length - 1, Math.max(0, at + by))] ?? null;
}
