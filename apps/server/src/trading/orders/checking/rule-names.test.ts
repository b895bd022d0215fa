import { ruleKeys } from "@sanshi/contract";
import { ruleTexts as chinese } from "@sanshi/contract/rule-texts/cn";
import { ruleTexts as japanese } from "@sanshi/contract/rule-texts/jp";
import { ruleTexts as english } from "@sanshi/contract/rule-texts/us";
import { marketKeys, price } from "@sanshi/money";
import {
  calendarReference,
  instantOf,
  lotRule,
  marginRules,
  marketStatus,
  priceLimits,
  settlementDate,
  shortSelling,
  tickSize,
  type RuleReference,
} from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { scriptedInstruments } from "../../../../../../tests/support/scripted-feed.ts";
import { checkBracket } from "./bracket.rules.ts";
import { checkTrail } from "./trailing.rules.ts";
import { checkValidity } from "./validity.rules.ts";

/** Every rule that can refuse an order on a date, as the rulebook names it. */
function rulesOf(market: (typeof marketKeys)[number], date: string): RuleReference[] {
  const at = Date.parse(`${date}T03:00:00Z`);
  const classes = ["standard", "special_treatment", "growth_board", "beijing_board"] as const;
  const limits = classes.map((limitClass) =>
    priceLimits({ market, limitClass, basePrice: price(10_000_000n), date }),
  );
  return [
    marketStatus(market, at, "exchange").reference,
    marketStatus(market, at, "always").reference,
    calendarReference(market, date),
    ...(["standard", "topix500"] as const).map(
      (tickClass) => tickSize({ market, tickClass, date, price: price(10_000n) }).reference,
    ),
    ...(["main", "star", "chinext", "beijing"] as const).map(
      (board) => lotRule(market, date, board).reference,
    ),
    ...limits.flatMap((limit) => (limit === null ? [] : [limit.reference])),
    marginRules(market, date).reference,
    settlementDate(market, date).reference,
    shortSelling({ market, tickClass: "standard", limitClass: "standard", date }).reference,
  ];
}

describe("a rule that refuses", () => {
  it.each(["1999-03-01", "2015-06-12", "2024-11-04", "2024-11-05", "2026-07-06", "2026-11-21"])(
    "on %s has words for it in every language",
    (date) => {
      const named = marketKeys.flatMap((market) => rulesOf(market, date)).map(({ rule }) => rule);
      expect([...new Set(named)].filter((rule) => !ruleKeys.some((key) => key === rule))).toEqual(
        [],
      );
    },
  );

  it("is called differently from every other", () => {
    for (const { names } of [japanese, chinese, english]) {
      const words = Object.values(names);
      expect(new Set(words).size).toBe(words.length);
    }
  });

  it.each([
    ["SSE", "600519", "sse"],
    ["SZSE", "000001", "szse"],
    ["BSE", "920002", "bse"],
  ] as const)("of %s names that exchange's own text", (exchange, code, publisher) => {
    const moutai = scriptedInstruments.find((one) => one.code === "600519")!;
    const stock = { ...moutai, exchange, code };
    const date = "2026-11-20";
    const half = { takeProfit: "12.345", stopLoss: undefined };
    const grid = { ...stock, date };
    const trail = { kind: "trailing_stop", trailAmount: "0.005" } as const;
    const refused = [
      checkBracket(half, "long", price(100_000n), stock, date),
      checkTrail(trail, "sell", price(100_000n), grid),
      checkValidity({ kind: "market", timeInForce: "immediate_or_cancel" }, stock, {
        now: instantOf("cny", date, "12:00"),
        hours: "exchange",
      }),
    ];
    const named = refused.map((one) => (one.ok ? "" : one.objection.params?.["rule_publisher"]));
    expect(named).toEqual([publisher, publisher, publisher]);
  });
});
