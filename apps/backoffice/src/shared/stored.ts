/** Beside the customers' app in one origin's storage: every key of ours begins with `ops`. */
const keys = {
  language: "opsLanguage",
  theme: "opsTheme",
  listWidth: "opsListWidth",
} as const;

export type StoredName = keyof typeof keys;

/** Local storage can be switched off: reading then gives "", writing does nothing. */
export function readStored(name: StoredName): string {
  try {
    return localStorage.getItem(keys[name]) ?? "";
  } catch {
    return "";
  }
}

/** An empty value removes the key. */
export function writeStored(name: StoredName, value: string): void {
  try {
    if (value === "") localStorage.removeItem(keys[name]);
    else localStorage.setItem(keys[name], value);
  } catch {
    // A private window without storage: the session lasts as long as the page.
  }
}
