import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { feeLines } from "./data/fees.ts";
import { lotRules } from "./data/lots.ts";
import { interestTerms, marginTerms } from "./data/margin.ts";
import { mainlandLimits, tseDailyLimits } from "./data/price-limits.ts";
import { sessionTimes } from "./data/sessions.ts";
import { marginTermRules } from "./data/margin-terms.ts";
import { settlementRules } from "./data/settlement.ts";
import { shortSellingRules } from "./data/short-selling.ts";
import { tickTables } from "./data/tick-sizes.ts";
import { dated } from "./dated.ts";
import { dateOfDay, dayOf } from "./local-time.ts";
import { beforeRecords, type RuleReference } from "./rule-reference.ts";

type History = readonly { readonly reference: RuleReference }[];

/** Every rule that has changed or may change, with all its versions. */
const histories: readonly (readonly [name: string, history: History])[] = [
  ...named("sessions", sessionTimes),
  ...named("ticks", tickTables),
  ...named("lots", lotRules),
  ...named("fees", feeLines),
  ...named("settlement", settlementRules),
  ...named("the end of margin positions", marginTermRules.jpy),
  ...named("margin", marginTerms),
  ...named("interest", interestTerms),
  ...named("short selling", shortSellingRules),
  ...named("Tokyo's limits", tseDailyLimits),
  ...named("the mainland's limits", mainlandLimits),
];

describe.each(histories)("the history of %s", (_name, history) => {
  it("names its source and the first day of every version, in their order", () => {
    for (const { reference } of history) {
      expect(reference.rule).toMatch(/^[a-z0-9_]+$/);
      expect(dateOfDay(dayOf(reference.validFrom))).toBe(reference.validFrom);
      expect(reference.source.trim().length).toBeGreaterThan(3);
    }
    const starts = history.map(({ reference }) => reference.validFrom);
    expect(starts).toEqual([...new Set(starts)].toSorted());
  });

  it("answers every date with the version of that date", () => {
    for (const [index, version] of history.entries()) {
      const { validFrom } = version.reference;
      expect(dated(history, validFrom)).toBe(version);
      const dayBefore = dateOfDay(dayOf(validFrom) - 1);
      if (index > 0) expect(dated(history, dayBefore)).toBe(history[index - 1]);
      else if (validFrom > beforeRecords) {
        // Older than the record: the first version, which names no day then.
        const older = dated(history, dayBefore);
        const { reference } = older;
        expect({ ...older, reference: version.reference }).toEqual(version);
        expect(reference).toMatchObject({
          rule: version.reference.rule,
          validFrom: beforeRecords,
          confirmed: false,
          isOlderThanRecord: true,
        });
        expect(dated(history, "1900-01-01").reference).toBe(reference);
      }
    }
    expect(dated(history, "2099-12-31")).toBe(history.at(-1));
  });
});

it("covers all three markets", () => {
  expect(histories.length).toBeGreaterThan(30);
});

/** Of every table of the rulebook, also of those above that a rule is added to later. */
it("has no two versions of a rule from one day on, and none out of its order", async () => {
  const data = join(import.meta.dirname, "data");
  let tables = 0;
  for (const file of readdirSync(data).filter((name) => !name.includes(".test."))) {
    for (const [name, table] of named(file, { ...(await import(join(data, file))) })) {
      tables += 1;
      const starts = Map.groupBy(table, ({ reference }) => reference.rule);
      for (const [rule, versions] of starts) {
        const days = versions.map(({ reference }) => reference.validFrom);
        expect(days, `${name}: ${rule}`).toEqual([...new Set(days)].toSorted());
      }
    }
  }
  expect(tables).toBeGreaterThan(60);
});

/** The histories in a tree of markets, classes or boards. */
function named(name: string, tree: unknown): (readonly [string, History])[] {
  if (isHistory(tree)) return [[name, tree]];
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([key, inner]) => named(`${name}, ${key}`, inner));
}

function isHistory(tree: unknown): tree is History {
  return (
    Array.isArray(tree) &&
    tree.length > 0 &&
    tree.every((one) => typeof one === "object" && one !== null && "reference" in one)
  );
}
