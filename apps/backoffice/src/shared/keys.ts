import { useLayoutEffect, useRef } from "react";
import { create } from "zustand";

/** One shortcut: `keys` is a key or a sequence (`j`, `?`, `Mod+k`, `g c`), `label` what it does. */
export type Shortcut = {
  keys: string;
  label: string;
  run: () => void;
  /** Also while a dialog is open or a field is typed into. */
  everywhere?: boolean;
};

type Group = { id: symbol; name: string; shortcuts: readonly Shortcut[] };

/** How long after its first key a sequence waits for its second. */
const sequenceMsMax = 1200;

const useGroups = create<{ groups: readonly Group[] }>(() => ({ groups: [] }));

/** The shortcuts of a part of the screen, for as long as it is there. The latest one wins a key. */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const id = useRef(Symbol("shortcuts"));
  const shape = `${name}|${shortcuts.map(({ keys, label }) => `${keys} ${label}`).join("|")}`;
  const current = useRef(shortcuts);
  current.current = shortcuts;
  // With what they belong to: a key that is shown is heard.
  useLayoutEffect(() => {
    const mine = id.current;
    const shown = current.current.map((shortcut, index) => ({
      ...shortcut,
      // What a shortcut does may change with every render, its place does not.
      run: () => current.current[index]?.run(),
    }));
    useGroups.setState(({ groups }) => ({
      groups: [...groups, { id: mine, name, shortcuts: shown }],
    }));
    return () => {
      useGroups.setState(({ groups }) => ({ groups: groups.filter((group) => group.id !== mine) }));
    };
  }, [name, shape]);
}

/** Everything that can be pressed now, for the help: newest part of the screen first. */
export function useAllShortcuts(): { name: string; shortcuts: readonly Shortcut[] }[] {
  const groups = useGroups((state) => state.groups);
  const byName = new Map<string, Shortcut[]>();
  for (const { name, shortcuts } of groups) {
    const known = byName.get(name) ?? [];
    const added = shortcuts.filter(({ keys }) => !known.some((one) => one.keys === keys));
    byName.set(name, [...known, ...added]);
  }
  return Array.from(byName, ([name, shortcuts]) => ({ name, shortcuts }));
}

/** Listens for the page; answers how to stop. */
export function listenForShortcuts(): () => void {
  let first: { key: string; at: number } | null = null;
  const press = (event: KeyboardEvent) => {
    if (event.isComposing || event.defaultPrevented) return;
    const key = nameOfKey(event);
    if (key === null) return;
    const before = first !== null && event.timeStamp - first.at < sequenceMsMax ? first.key : null;
    first = null;
    const busy = isBusyElsewhere(event);
    const all = useGroups
      .getState()
      .groups.flatMap(({ shortcuts }) => shortcuts)
      .filter((shortcut) => shortcut.everywhere === true || !busy);
    const found = findShortcut(all, before, key);
    if (found === "first-key") {
      first = { key, at: event.timeStamp };
      return;
    }
    if (found === null) return;
    event.preventDefault();
    found.run();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/** The shortcut that this key completes, or that it may be the first key of one. */
export function findShortcut<One extends { keys: string }>(
  shortcuts: readonly One[],
  before: string | null,
  key: string,
): One | "first-key" | null {
  const inSequence = shortcuts.findLast(
    ({ keys }) => before !== null && keys === `${before} ${key}`,
  );
  if (inSequence !== undefined) return inSequence;
  const alone = shortcuts.findLast(({ keys }) => keys === key);
  if (alone !== undefined) return alone;
  return shortcuts.some(({ keys }) => keys.startsWith(`${key} `)) ? "first-key" : null;
}

/** `Mod` is Ctrl, or Command on a Mac. Null for keys that are held together with others. */
export function nameOfKey(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): string | null {
  if (event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `Mod+${key}` : key;
}

function isBusyElsewhere(event: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]") !== null) return true;
  const target = event.target as HTMLElement | null;
  if (target === null) return false;
  // Enter and blank press whatever has the focus.
  const presses = event.key === "Enter" || event.key === " ";
  if (presses && target.closest("a, button, summary, [role=tab]") !== null) return true;
  const typed = target.closest("input, textarea, select, [contenteditable=true]");
  return typed !== null;
}

const shownKeys: Record<string, string> = {
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Enter: "↵",
};

/** A sequence as the caps that are pressed: `["Ctrl", "K"]`, `["g", "c"]`. */
export function keyCaps(keys: string): string[] {
  return keys.split(" ").flatMap((key) => {
    const [head = "", tail] = key.split("+");
    if (head === "Mod" && tail !== undefined) return [isMac() ? "⌘" : "Ctrl", tail.toUpperCase()];
    return [shownKeys[key] ?? key.toUpperCase()];
  });
}

function isMac(): boolean {
  return globalThis.navigator?.platform?.startsWith("Mac") ?? false;
}
