import { beforeRecords, type LocalDate, type RuleReference } from "./rule-reference.ts";

/**
 * The entry that holds on `date`: the last one that started on or before it. Entries are in the
 * order of their start. A date before the first entry gets the first one with a reference that says so
 * (`isOlderThanRecord`): it names no day, and nothing confirms it.
 *
 * @throws RangeError when there are no entries.
 */
export function dated<Entry extends { readonly reference: RuleReference }>(
  entries: readonly Entry[],
  date: LocalDate,
): Entry {
  const found = entries.findLast(({ reference }) => reference.validFrom <= date);
  if (found !== undefined) return found;
  const [first] = entries;
  if (first === undefined) throw new RangeError("a rule needs at least one entry");
  const kept = olderEntries.get(first);
  if (kept !== undefined) return kept as Entry;
  const older = { ...first, reference: olderReference(first.reference) };
  olderEntries.set(first, older);
  return older;
}

/** One for each first entry, so that an answer that is kept is found again. */
const olderEntries = new WeakMap<object, object>();

function olderReference(reference: RuleReference): RuleReference {
  const { source, validFrom } = reference;
  return {
    ...reference,
    validFrom: beforeRecords,
    source: `older than the record, which begins on ${validFrom}: ${source}`,
    confirmed: false,
    isFirstDayConfirmed: false,
    inForceBefore: null,
    isOlderThanRecord: true,
  };
}
