import { marketKeys } from "@sanshi/money";
import { listRules } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { factName, factValue } from "../../shared/rules/fact-text.ts";
import { rules as cn } from "./cn.ts";
import { rules as jp } from "./jp.ts";
import { rules as us } from "./us.ts";

/** Today's rules, those of days that are past, and what is to come. */
const listed = ["2013-06-03", "2019-01-04", "2024-12-02", "2026-11-28", "2027-05-06"].flatMap(
  (date) => marketKeys.flatMap((market) => listRules(market, date)),
);
const facts = listed.flatMap(({ changes, ...now }) =>
  [now, ...changes].flatMap((version) => version.facts),
);
const names = (of: readonly (string | null)[]) =>
  [...new Set(of)].filter((name) => name !== null).toSorted();

describe.each([
  ["Japanese", jp],
  ["Chinese", cn],
  ["English", us],
])("the page of rules in %s", (_, texts) => {
  it("has words for whatever the rulebook lists", () => {
    const unknown = (of: readonly string[], words: object) =>
      of.filter((name) => !Object.hasOwn(words, name));
    expect(unknown(names(facts.map(({ name }) => name)), texts.facts)).toEqual([]);
    expect(unknown(names(listed.map(({ subject }) => subject)), texts.subjects)).toEqual([]);
    expect(unknown(names(listed.map(({ scope }) => scope)), texts.scopes)).toEqual([]);
    const words = facts.filter(({ unit }) => unit === "word" || unit === "words");
    const keys = words.flatMap(({ value }) => value.split(" "));
    expect(unknown(names(keys), texts.words)).toEqual([]);
  });

  it("leaves no gap of a sentence open", () => {
    for (const { bound, ...one } of facts) {
      const fact = { ...one, bound: bound ?? null };
      expect(`${factName(fact, texts)}${factValue(fact, texts)}`).not.toMatch(/\{\{|undefined/);
    }
  });
});

it("groups a figure with all its decimals", () => {
  const rate = { name: "fee_sell_share", value: "0.000195", unit: "plain", bound: null } as const;
  expect(factValue(rate, us)).toBe("0.000195");
  const bound = { name: "tick_up_to", value: "0.5", unit: "plain", bound: "30000000" } as const;
  expect([factName(bound, us), factValue(bound, us)]).toEqual(["Up to 30,000,000", "0.5"]);
});
