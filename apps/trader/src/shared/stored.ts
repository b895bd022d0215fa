/** The specification's keys, to the letter, and optional ones of ours. */
const keys = {
  token: "tokend",
  account: "account",
  searchList: "searchList",
  language: "language",
  stock: "stock",
  theme: "theme",
  rise: "rise",
  firstSteps: "firstSteps",
  attempts: "attempts",
} as const;

type StoredName = keyof typeof keys;

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

/** The stored value with JSON around it; anything unreadable gives `fallback`. */
export function readStoredJson<Value>(
  name: StoredName,
  accepts: (value: unknown) => value is Value,
  fallback: Value,
): Value {
  try {
    const value: unknown = JSON.parse(readStored(name));
    return accepts(value) ? value : fallback;
  } catch {
    return fallback;
  }
}
