import { useCallback } from "react";
import { useSearchParams } from "react-router";

/**
 * What a list is narrowed by stands in the address, so that a link or a reload finds the same list.
 * Names that `defaults` does not have are left alone; a value that is the default is left out.
 */
export function useAddress<Values extends Readonly<Record<string, string>>>(
  defaults: Values,
): [
  values: { [Name in keyof Values]: string },
  change: (some: Partial<Record<keyof Values, string>>) => void,
] {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, search.get(name) ?? value]),
  ) as { [Name in keyof Values]: string };
  const change = useCallback(
    (some: Partial<Record<keyof Values, string>>) => {
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(some) as [string, string][]) {
            if (value === defaults[name]) after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      );
    },
    [setSearch, defaults],
  );
  return [values, change];
}
