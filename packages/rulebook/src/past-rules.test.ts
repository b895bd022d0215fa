import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { feeLines } from "./data/fees.ts";
import { marketCalendars } from "./data/holidays.ts";
import { loanCeilings } from "./data/loan-ceilings.ts";
import { lotRules } from "./data/lots.ts";
import { interestTerms, marginTerms } from "./data/margin.ts";
import { mainlandLimits, tseDailyLimits } from "./data/price-limits.ts";
import { sessionTimes } from "./data/sessions.ts";
import { marginTermRules } from "./data/margin-terms.ts";
import { settlementRules } from "./data/settlement.ts";
import { shortSellingRules } from "./data/short-selling.ts";
import { tickTables } from "./data/tick-sizes.ts";

/**
 * A database keeps trading days that were made under these rules, and the prices of a simulated one follow from
 * them. So a rule of a day that was is never changed: a new version begins on a day to come (decision 0029).
 * Where this fails, the change belongs into a new version; where a past rule was really wrong, say in a
 * decision what becomes of the instances that have it (decision 0040: Tokyo's widening until August 2020,
 * China's margin ratio, Beijing, what a short in New York keeps, also a share; decision 0129: listing days, Beijing's
 * rounding, the TOPIX 100, first days of margin and fees).
 */
const firstOpenDay = "2026-01-01";
const hashOfThePast = "2ef7f3b3d708b4c71a95f156f4337fc3a8cca3fc30a4c5b221e5806f43db782f";

const rules = {
  feeLines,
  loanCeilings,
  lotRules,
  interestTerms,
  marginTerms,
  mainlandLimits,
  tseDailyLimits,
  sessionTimes,
  settlementRules,
  marginTermRules,
  shortSellingRules,
  tickTables,
  marketCalendars,
};

it("changes no rule of a day that was", () => {
  const text = JSON.stringify(past(rules));
  expect(text.length).toBeGreaterThan(10_000);
  expect(createHash("sha256").update(text).digest("hex")).toBe(hashOfThePast);
});

it("holds what was and leaves out what is to come", () => {
  const version = (validFrom: string, tick: bigint) => ({
    reference: { rule: "r", validFrom, source: "a page", confirmed: true },
    bands: [{ upTo: null, tick }],
  });
  const kept = (tree: unknown) => JSON.stringify(past(tree));
  const before = kept([version("2020-01-01", 1n)]);
  expect(kept([version("2020-01-01", 1n), version("2027-01-01", 5n)])).toBe(before);
  expect(kept([version("2020-01-01", 2n)])).not.toBe(before);
  expect(kept([version("2020-01-02", 1n)])).not.toBe(before);
  expect(kept({ "2025": "01-01", "2026": "01-02" })).toBe(kept({ "2025": "01-01" }));
});

/** What says where a rule was read and how sure that is. */
const readElsewhere: readonly string[] = [
  "source",
  "sources",
  "texts",
  "confirmed",
  "confirmedFrom",
  "isFirstDayConfirmed",
  "inForceBefore",
];

/** What of a tree of rules held before the first open day, without where it was read. */
function past(tree: unknown): unknown {
  if (typeof tree === "bigint") return tree.toString();
  if (tree instanceof Map || tree instanceof Set) return [...tree].map(past);
  if (Array.isArray(tree)) return tree.filter(isPast).map(past);
  if (typeof tree !== "object" || tree === null) return tree;
  return Object.fromEntries(
    Object.entries(tree)
      .filter(([key]) => !readElsewhere.includes(key))
      .filter(([key]) => !/^\d{4}$/.test(key) || `${key}-12-31` < firstOpenDay)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, past(inner)]),
  );
}

function isPast(one: unknown): boolean {
  if (typeof one !== "object" || one === null || !("reference" in one)) return true;
  const { reference } = one;
  if (typeof reference !== "object" || reference === null || !("validFrom" in reference))
    return true;
  return String(reference.validFrom) < firstOpenDay;
}
