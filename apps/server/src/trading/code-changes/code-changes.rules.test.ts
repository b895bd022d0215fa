import { describe, expect, it } from "vitest";
import { testInstrument } from "../../../../../tests/support/builders.ts";
import type { CodeChange } from "../../market-feed/code-changes.ts";
import { offeredForms, type Exchange } from "@sanshi/rulebook";
import { checkCodeChange, type ChangeFacts, type TypedChange } from "./code-changes.rules.ts";

const names = { jp: "メタ", cn: "脸书", us: "Facebook" };
const facebook = testInstrument({ market: "usd", code: "FB", exchange: "NASDAQ", names });
const typed: TypedChange = {
  market: "usd",
  code: "FB",
  newCode: "META",
  exchange: undefined,
  names: { jp: "メタ", cn: "元", us: "Meta Platforms" },
  effectiveOn: "2026-12-03",
};
const facts: ChangeFacts = {
  instrument: facebook,
  decided: [],
  isUsed: false,
  today: "2026-12-02",
  hours: "exchange",
};
const decided = (more: Partial<CodeChange>): CodeChange => ({
  id: 1n,
  market: "usd",
  oldCode: "FB",
  newCode: "META",
  exchange: "NASDAQ",
  namesBefore: names,
  names: null,
  effectiveOn: "2026-12-10",
  effectiveAt: 0,
  carriedAt: null,
  ...more,
});
const china = (code: string) =>
  testInstrument({ market: "cny", code, exchange: "SSE", limitClass: "standard" });
const inChina = { market: "cny", code: "600519", names: null } as const;

describe("a change of code, name or exchange", () => {
  it.each<[string, Partial<TypedChange>, string]>([
    ["of the code and the name", {}, "NASDAQ"],
    ["of the code alone", { names: null }, "NASDAQ"],
    ["of the name alone", { newCode: "FB" }, "NASDAQ"],
    ["of the exchange alone", { newCode: "FB", exchange: "NYSE", names: null }, "NYSE"],
    ["of all three", { exchange: "NYSE" }, "NYSE"],
    ["on the last day that is near enough", { effectiveOn: "2027-12-03" }, "NASDAQ"],
  ])("%s is taken", (_what, more, exchange) => {
    expect(checkCodeChange({ ...typed, ...more }, facts)).toEqual({ ok: true, exchange });
  });

  it.each<[string, Partial<TypedChange>, Partial<ChangeFacts>, string]>([
    ["of no stock", {}, { instrument: null }, "instrument_not_found"],
    ["to a code of Tokyo", { newCode: "7203" }, {}, "instrument_code_malformed"],
    ["to a code that is too long", { newCode: "METAVERSE" }, {}, "instrument_code_malformed"],
    ["to Tokyo", { exchange: "TSE" }, {}, "instrument_exchange_wrong"],
    [
      "to another exchange than the code says",
      { ...inChina, newCode: "600520", exchange: "SZSE" },
      { instrument: china("600519") },
      "instrument_exchange_wrong",
    ],
    [
      "to a board with other limits",
      { ...inChina, newCode: "688001" },
      { instrument: china("600519") },
      "instrument_exchange_wrong",
    ],
    ["to a blank name", { names: { ...names, cn: " " } }, {}, "instrument_name_missing"],
    ["to what it is", { newCode: "FB", names }, {}, "instrument_unchanged"],
    ["from today", { effectiveOn: "2026-12-02" }, {}, "code_change_date_wrong"],
    ["from a day of the past", { effectiveOn: "2026-12-01" }, {}, "code_change_date_wrong"],
    ["from a Saturday", { effectiveOn: "2026-12-05" }, {}, "code_change_date_wrong"],
    ["from a holiday", { effectiveOn: "2026-12-25" }, {}, "code_change_date_wrong"],
    ["too far ahead", { effectiveOn: "2027-12-06" }, {}, "code_change_date_wrong"],
    [
      "twice, or on from a change that lies ahead",
      {},
      { decided: [decided({ newCode: "FBOOK" })] },
      "code_change_planned",
    ],
    ["to a code that is or was in use", {}, { isUsed: true }, "instrument_exists"],
    [
      "to a code that another stock gets",
      {},
      { decided: [decided({ oldCode: "MVRS" })] },
      "instrument_exists",
    ],
    [
      "to a code that another stock gives up: two do not swap",
      { newCode: "MVRS" },
      { decided: [decided({ oldCode: "MVRS", newCode: "OTHR" })], isUsed: true },
      "instrument_exists",
    ],
  ])("%s is refused", (_what, more, otherwise, code) => {
    expect(checkCodeChange({ ...typed, ...more }, { ...facts, ...otherwise })).toEqual({
      ok: false,
      code,
    });
  });

  it("may follow one that is in force", () => {
    const before = decided({ oldCode: "THEF", newCode: "FB", carriedAt: 1 });
    expect(checkCodeChange(typed, { ...facts, decided: [before] })).toMatchObject({ ok: true });
  });
});

/** A change leaves a stock on its board, so ticks, lots and limits stay; what rests has to be known there too. */
describe("a working order", () => {
  const atOnce = ["immediate_or_cancel", "fill_or_kill"];
  const codes: Record<Exchange, string> = {
    ...{ TSE: "7203", NYSE: "IBM", NASDAQ: "AAPL" },
    ...{ SSE: "600519", SZSE: "000001", BSE: "920002" },
  };
  const formsOf = (exchange: Exchange) =>
    offeredForms({ exchange, code: codes[exchange] }, "2026-12-03", "exchange");
  const resting = (exchange: Exchange) =>
    Object.entries(formsOf(exchange)).flatMap(([kind, validities]) =>
      validities.filter((one) => !atOnce.includes(one)).map((one) => `${kind} ${one}`),
    );

  it.each<[Exchange, Exchange]>([
    ["NYSE", "NASDAQ"],
    ["SSE", "SZSE"],
  ])("that rests on %s may rest on %s, and the other way round", (one, other) => {
    expect(resting(one)).toEqual(resting(other));
  });
});
