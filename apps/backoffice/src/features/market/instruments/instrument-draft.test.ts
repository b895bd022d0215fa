import { expect, test } from "vitest";
import type { Translate } from "../../../shared/text.ts";
import { additionOf, emptyAddition, faultsOf, type AdditionDraft } from "./addition-draft.ts";
import {
  emptyNaming,
  readCode,
  readLot,
  readTerms,
  showTerms,
  trimNames,
  unnamed,
} from "./instrument-draft.ts";

test.each([
  ["", []],
  ["パナソニック、panasonic", ["パナソニック", "panasonic"]],
  [" a , a，b\nc ,", ["a", "b", "c"]],
  ["berkshire hathaway", ["berkshire hathaway"]],
])("readings typed as %j are %j", (typed, read) => {
  expect(readTerms(typed)).toEqual(read);
  expect(readTerms(showTerms(read))).toEqual(read);
});

test.each([
  ["100", "100"],
  ["1,000", "1000"],
  ["２００", "200"],
  ["0", null],
  ["1.5", null],
  ["-1", null],
  ["", null],
])("a lot typed as %j is %j", (typed, read) => {
  expect(readLot(typed)).toBe(read);
});

test("a code is read as the exchange writes it", () => {
  expect(readCode(" brk.b ")).toBe("BRK.B");
  expect(readCode("６７５２")).toBe("6752");
});

test("a name is needed in each language", () => {
  const names = { jp: " 新 ", cn: " ", us: "New" };
  expect(unnamed({ ...emptyNaming, names })).toEqual(["cn"]);
  expect(trimNames(names)).toEqual({ jp: "新", cn: "", us: "New" });
});

test("an addition says what is missing, and is sent as the exchange and the feed ask for it", () => {
  const t = ((key: string) => key) as unknown as Translate<"instruments">;
  const empty = emptyAddition("usd");
  expect(faultsOf(empty, true, t)).toEqual({
    code: "code_needed",
    names: "name_needed",
    sector: "sector_needed",
    listed_on: "listed_on_needed",
  });
  const draft: AdditionDraft = {
    ...empty,
    code: "ko",
    sector: "consumer_staples",
    listedOn: "1919-09-05",
    names: { jp: "コカ・コーラ", cn: "可口可乐 ", us: "Coca-Cola" },
    terms: "coke, Coke",
  };
  expect(faultsOf(draft, true, t)).toEqual({});
  expect(additionOf(draft, "consumer_staples", true)).toEqual({
    type: "usd",
    code: "KO",
    exchange: "NYSE",
    sector: "consumer_staples",
    names: { jp: "コカ・コーラ", cn: "可口可乐", us: "Coca-Cola" },
    search_terms: ["coke", "Coke"],
    listed_on: "1919-09-05",
  });
  const recorded = additionOf({ ...draft, market: "jpy", note: " because " }, "energy", false);
  expect(recorded).toMatchObject({ type: "jpy", note: "because" });
  expect(recorded).not.toHaveProperty("listed_on");
  expect(recorded).not.toHaveProperty("exchange");
});
