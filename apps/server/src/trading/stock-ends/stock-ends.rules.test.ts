import { price } from "@sanshi/money";
import { addTradingDays, daysAfter, instantOf, isTradingDay } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkEnd,
  daysAheadMax,
  objectToWithdrawal,
  type EndFacts,
  type TypedEnd,
} from "./stock-ends.rules.ts";

const now = instantOf("jpy", "2026-11-25", "10:00");
const facts: EndFacts = {
  instrument: { code: "7203", listedOn: "1949-05-16" },
  target: null,
  hasPrice: true,
  isLive: true,
  priceMax: price(10n ** 13n),
  now,
  hours: "exchange",
};
const typed: TypedEnd = {
  market: "jpy",
  lastTradingDay: "2026-12-25",
  cashPrice: null,
  documentAddress: null,
  target: null,
};
const end = { ...typed, id: 1n, code: "7203", kind: "delisted", announcedAt: now } as never;

describe("an end", () => {
  it("is taken at the close, and in a live market at a documented price", () => {
    expect(checkEnd(typed, facts)).toEqual({ ok: true, cashPrice: null, ratio: null });
    const cash = { ...typed, cashPrice: "12.5", documentAddress: "https://example.com/tob" };
    expect(checkEnd(cash, facts)).toEqual({ ok: true, cashPrice: price(125_000n), ratio: null });
  });

  const cash = (cashPrice: string, documentAddress: string | null = "https://example.com/a") => ({
    ...typed,
    cashPrice,
    documentAddress,
  });
  const into = (ratio: string, more: { market?: "usd" } = {}): Partial<TypedEnd> => ({
    target: { market: "jpy", code: "6758", ratio, ...more },
  });
  const given = (more: object): Partial<EndFacts> => ({ target: { code: "6758", ...more } });
  it("of a merger is taken with the shares that it pays in", () => {
    expect(checkEnd({ ...typed, ...into("0.75") }, { ...facts, ...given({}) })).toEqual({
      ok: true,
      cashPrice: null,
      ratio: { numerator: 3n, denominator: 4n },
    });
  });
  it.each<[string, string, Partial<TypedEnd>, Partial<EndFacts>]>([
    ["of no stock", "instrument_not_found", {}, { instrument: null }],
    ["twice", "end_exists", {}, { instrument: { code: "7203", listedOn: "1949-05-16", end } }],
    ["without a price", "end_without_price", {}, { hasPrice: false }],
    ["today", "end_day_not_ahead", { lastTradingDay: "2026-11-25" }, {}],
    ["in the past", "end_day_not_ahead", { lastTradingDay: "2020-01-06" }, {}],
    ["in two years", "end_day_too_far", { lastTradingDay: "2028-11-27" }, {}],
    [
      "before its listing",
      "end_day_before_listing",
      {},
      { instrument: { code: "7203", listedOn: "2027-01-04" } },
    ],
    ["on a Saturday", "end_day_closed", { lastTradingDay: "2026-12-26" }, {}],
    ["on a holiday", "end_day_closed", { lastTradingDay: "2027-01-01" }, {}],
    ["at a price in a simulated market", "end_price_not_allowed", cash("100"), { isLive: false }],
    ["at nothing", "end_price_out_of_range", cash("0"), {}],
    ["below nothing", "end_price_out_of_range", cash("-1"), {}],
    ["beyond all measure", "end_price_out_of_range", cash("99999999999"), {}],
    ["at too many decimals", "end_price_out_of_range", cash("1.00001"), {}],
    ["into another market", "end_target_other_market", into("3:4", { market: "usd" }), {}],
    ["into no stock", "end_target_not_found", into("3:4"), {}],
    ["into what is not offered", "end_target_not_found", into("3:4"), given({ offered: false })],
    ["into itself", "end_target_same", into("3:4"), given({ code: "7203" })],
    ["into what ends", "end_target_ends", into("3:4"), given({ end })],
    ...["0", "1:0", "0:1", "-1", `0.${"3".repeat(40)}`, "", "a"].map(
      (ratio): [string, string, Partial<TypedEnd>, Partial<EndFacts>] => [
        `at the ratio ${ratio}`,
        ...(["end_ratio_out_of_range", into(ratio), given({})] as const),
      ],
    ),
    ["at a price that nothing documents", "end_document_missing", cash("100", null), {}],
  ])("%s is refused", (_what, code, form, known) => {
    expect(checkEnd({ ...typed, ...form }, { ...facts, ...known })).toMatchObject({
      ok: false,
      code,
    });
  });

  it("is taken on exactly the trading days ahead, whatever day it is", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: -50, max: 420 }),
        (at, ahead) => {
          const today = daysAfter("2026-01-05", at);
          const day = daysAfter(today, ahead);
          const checked = checkEnd(
            { ...typed, lastTradingDay: day },
            { ...facts, now: instantOf("jpy", today, "12:00") },
          );
          const isTaken =
            ahead > 0 && ahead <= daysAheadMax && isTradingDay("jpy", day, "exchange");
          expect(checked.ok).toBe(isTaken);
        },
      ),
    );
  });
});

describe("a withdrawal", () => {
  const endsAt = instantOf("jpy", addTradingDays("jpy", "2026-11-25", 20), "15:31");
  const stands = { source: "operators", withdrawn: false, endsAt } as const;
  it.each([
    ["before the last trading is over", stands, endsAt - 1, null],
    ["after it", stands, endsAt, "end_is_over"],
    ["twice", { ...stands, withdrawn: true }, now, "end_not_found"],
    ["of what a record tells", { ...stands, source: "record" as const }, now, "end_of_the_feed"],
    [
      "of a simulated company's end",
      { ...stands, source: "simulated" as const },
      now,
      "end_of_the_feed",
    ],
  ])("%s", (_what, known, at, code) => {
    expect(objectToWithdrawal(known, at)).toBe(code);
  });
});
