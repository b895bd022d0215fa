import type { LocalDate, RuleReference } from "./rule-reference.ts";

/**
 * The entry that holds on `date`: the last one that started on or before it. Entries are in the
 * order of their start. A date before the first entry gets the first one, whose reference then
 * tells that the date is older than the record.
 *
 * @throws RangeError when there are no entries.
 */
export function dated<Entry extends { readonly reference: RuleReference }>(
  entries: readonly Entry[],
  date: LocalDate,
): Entry {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry !== undefined && (entry.reference.validFrom <= date || index === 0)) return entry;
  }
  throw new RangeError("a rule needs at least one entry");
}
