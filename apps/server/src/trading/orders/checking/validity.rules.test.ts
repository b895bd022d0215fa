import { addTradingDays, instantOf } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { testInstrument } from "../../../../../../tests/support/builders.ts";
import type { StockEnd } from "../../../market-feed/market-feed.ts";
import { checkValidity } from "./validity.rules.ts";

const lastTradingDay = "2026-11-24";
const at = (date: string, time: string) => instantOf("usd", date, time);
const stock = testInstrument({ market: "usd", code: "AAPL", exchange: "NASDAQ" });
const end: StockEnd = {
  ...{ id: 1n, market: "usd", code: "AAPL", kind: "delisted", lastTradingDay },
  ...{
    announcedAt: 0,
    cashPrice: null,
    documentAddress: null,
    target: null,
    settlementPrice: null,
  },
};
const ending = { ...stock, end };
const facts = { now: at("2026-11-23", "11:00"), hours: "exchange" as const };
const form = (more: { timeInForce: "day" | "until_date"; goodUntil?: string }) => ({
  ...{ kind: "limit" as const, hours: "extended" as const },
  ...more,
});

describe("an order for extended hours in a stock that ends", () => {
  it("ends with the close of the stock's last day, and may be good until that day", () => {
    const last = form({ timeInForce: "until_date", goodUntil: lastTradingDay });
    expect(checkValidity(last, stock, facts)).toMatchObject({
      value: { expiresAt: at(lastTradingDay, "20:00") },
    });
    expect(checkValidity(last, ending, facts)).toMatchObject({
      value: { expiresAt: at(lastTradingDay, "16:00") },
    });
    const later = addTradingDays("usd", lastTradingDay, 1);
    expect(
      checkValidity(form({ timeInForce: "until_date", goodUntil: later }), ending, facts),
    ).toMatchObject({ objection: { code: "good_until_after_last_day" } });
    const onTheDay = { ...facts, now: at(lastTradingDay, "11:00") };
    expect(checkValidity(form({ timeInForce: "day" }), ending, onTheDay)).toMatchObject({
      value: { expiresAt: at(lastTradingDay, "16:00") },
    });
  });
});
