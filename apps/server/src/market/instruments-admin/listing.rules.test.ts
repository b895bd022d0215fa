import { lotRule } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testInstrument } from "../../../../../tests/support/builders.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import {
  checkListing,
  isLotAllowed,
  lotBounds,
  trimNames,
  trimTerms,
  type FeedFacts,
  type TypedListing,
} from "./listing.rules.ts";

const today = "2026-11-20";
const names = { jp: "新会社", cn: "新公司", us: "New" };
const sound: TypedListing = {
  market: "jpy",
  code: "6752",
  exchange: undefined,
  names,
  listedOn: "1971-12-01",
};
const feed: FeedFacts = { of: "companies", objection: null, added: 0, addedMax: 100 };
const codeOf = (typed: Partial<TypedListing>, facts: Partial<FeedFacts> = {}) => {
  const checked = checkListing({ ...sound, ...typed }, { ...feed, ...facts }, today, "exchange");
  return checked.ok ? checked.exchange : checked.code;
};

describe("an addition", () => {
  it.each([
    ["of Tokyo", {}, {}, "TSE"],
    ["of New York", { market: "usd", code: "KO", exchange: "NYSE" }, {}, "NYSE"],
    ["of Shanghai", { market: "cny", code: "688001" }, {}, "SSE"],
    ["of Shenzhen", { market: "cny", code: "000002" }, {}, "SZSE"],
    ["of Beijing", { market: "cny", code: "920002" }, {}, "BSE"],
    ["of another market's code", { market: "cny" }, {}, "instrument_code_malformed"],
    ["of a code that looks alike", { code: "67B2" }, {}, "instrument_code_malformed"],
    [
      "of New York without an exchange",
      { market: "usd", code: "KO" },
      {},
      "instrument_exchange_wrong",
    ],
    ["of Tokyo in New York", { exchange: "NYSE" }, {}, "instrument_exchange_wrong"],
    ["without a name", { names: { ...names, cn: "" } }, {}, "instrument_name_missing"],
    ["without its day", { listedOn: undefined }, {}, "listing_date_wrong"],
    ["listed before exchanges were", { listedOn: "0001-01-01" }, {}, "listing_date_wrong"],
    ["listed today", { listedOn: today }, {}, "TSE"],
    ["to be listed on Monday", { listedOn: "2026-11-24" }, {}, "TSE"],
    ["to be listed on a holiday", { listedOn: "2026-11-23" }, {}, "listing_date_wrong"],
    ["to be listed on a Sunday", { listedOn: "2026-11-22" }, {}, "listing_date_wrong"],
    ["to be listed in two years", { listedOn: "2028-11-20" }, {}, "listing_date_wrong"],
    ["that is there already", {}, { objection: "carried" }, "instrument_exists"],
    ["of a feed that takes none", {}, { of: null }, "instrument_not_in_feed"],
    ["without recorded bars", {}, { of: "codes", objection: "unknown" }, "instrument_not_in_feed"],
    ["whose record knows its day", { listedOn: undefined }, { of: "codes" }, "TSE"],
    ["one too many", {}, { added: 100 }, "instruments_too_many"],
  ] as const)("%s: %j %j answers %s", (_what, typed, facts, code) => {
    expect(codeOf(typed, facts)).toBe(code);
  });

  it("objects in the contract's order", () => {
    const typed = { names: { ...names, jp: "" }, listedOn: undefined };
    const facts: Partial<FeedFacts> = { objection: "carried", added: 100 };
    expect(codeOf({ ...typed, code: "0" }, facts)).toBe("instrument_code_malformed");
    expect(codeOf({ ...typed, exchange: "NYSE" }, facts)).toBe("instrument_exchange_wrong");
    expect(codeOf(typed, facts)).toBe("instrument_name_missing");
    expect(codeOf({ listedOn: undefined }, facts)).toBe("listing_date_wrong");
    expect(codeOf({}, facts)).toBe("instrument_exists");
  });

  it("is kept without blanks and repetitions", () => {
    expect(trimNames({ jp: " 新 ", cn: "新", us: "  " })).toEqual({ jp: "新", cn: "新", us: "" });
    expect(trimTerms([" a ", "a", "", " ", "B"])).toEqual(["a", "B"]);
  });
});

describe("a lot", () => {
  const stock = (more: Partial<Instrument>) => testInstrument({ tickClass: "standard", ...more });
  const main = stock({ market: "cny", code: "600519", exchange: "SSE" });
  const star = stock({
    market: "cny",
    code: "688981",
    exchange: "SSE",
    limitClass: "growth_board",
  });
  const unlabelledStar = stock({ market: "cny", code: "688001", exchange: "SSE" });
  const chinext = stock({
    market: "cny",
    code: "300750",
    exchange: "SZSE",
    limitClass: "growth_board",
  });
  const beijing = stock({
    market: "cny",
    code: "920002",
    exchange: "BSE",
    limitClass: "beijing_board",
  });
  const apple = stock({ market: "usd", code: "AAPL", exchange: "NASDAQ", limitClass: "none" });

  it.each([
    ["Tokyo", stock({}), 1n, 1_000_000n],
    ["New York", apple, 1n, 1_000_000n],
    ["the main boards", main, 100n, 1_000_000n],
    ["STAR", star, 200n, 100_000n],
    ["STAR, where only the code says it", unlabelledStar, 200n, 100_000n],
    ["ChiNext", chinext, 100n, 300_000n],
    ["Beijing", beijing, 100n, 1_000_000n],
  ] as const)("in %s comes in multiples of %#", (_where, instrument, unit, max) => {
    expect(lotBounds(instrument, today, "exchange")).toEqual({ unit, max });
  });

  it.each([
    [main, 100n, true],
    [main, 1_000n, true],
    [main, 1n, false],
    [main, 150n, false],
    [main, 0n, false],
    [star, 200n, true],
    [star, 100n, false],
    [star, 300n, false],
    [star, 200_000n, false],
    [apple, 7n, true],
  ] as const)("of %# shares is judged by its board", (instrument, lot, allowed) => {
    expect(isLotAllowed(lot, lotBounds(instrument, today, "exchange"))).toBe(allowed);
  });

  it("is any number of single shares where the exchanges' rules do not hold", () => {
    expect(lotBounds(star, today, "practice")).toEqual({ unit: 1n, max: 1_000_000n });
  });

  it("that is allowed never makes a purchase that breaks the exchange's rule", () => {
    const anyStock = fc.constantFrom(main, star, chinext);
    const count = fc.bigInt({ min: 1n, max: 50n });
    fc.assert(
      fc.property(anyStock, fc.bigInt({ min: 1n, max: 400_000n }), count, (one, lot, lots) => {
        if (!isLotAllowed(lot, lotBounds(one, today, "exchange"))) return;
        const board = one === main ? "main" : one === star ? "star" : "chinext";
        const { buyMinimum, buyStep } = lotRule("cny", today, board);
        const quantity = lot * lots;
        expect(quantity >= buyMinimum && (quantity - buyMinimum) % buyStep === 0n).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
