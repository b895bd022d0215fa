/**
 * An app's own keys of local storage, by the names that its code has for them. Local storage can be switched
 * off: reading then gives "", writing does nothing.
 */
export function createStored<Name extends string>(keys: Readonly<Record<Name, string>>) {
  const readStored = (name: Name): string => {
    try {
      return localStorage.getItem(keys[name]) ?? "";
    } catch {
      return "";
    }
  };
  /** An empty value removes the key. */
  const writeStored = (name: Name, value: string): void => {
    try {
      if (value === "") localStorage.removeItem(keys[name]);
      else localStorage.setItem(keys[name], value);
    } catch {
      // A private window without storage: the session lasts as long as the page.
    }
  };
  /** The stored value with JSON around it; anything unreadable gives `fallback`. */
  const readStoredJson = <Value>(
    name: Name,
    accepts: (value: unknown) => value is Value,
    fallback: Value,
  ): Value => {
    try {
      const value: unknown = JSON.parse(readStored(name));
      return accepts(value) ? value : fallback;
    } catch {
      return fallback;
    }
  };
  return { readStored, writeStored, readStoredJson };
}
