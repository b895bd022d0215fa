import { addTradingDays, instantOf } from "@sanshi/rulebook";
import { expect, it } from "vitest";
import { createScriptedFeed } from "../../../../tests/support/scripted-feed.ts";
import type { Quote, StockEnd } from "./market-feed.ts";
import { createQuoteBoard } from "./quote-board.ts";
import { withStockEnds } from "./stock-ends.ts";

const day = "2026-11-25";
const next = addTradingDays("jpy", day, 1);
const end: StockEnd = {
  ...{ id: 1n, market: "jpy", code: "7203", kind: "delisted", lastTradingDay: day },
  ...{
    announcedAt: 0,
    cashPrice: null,
    documentAddress: null,
    target: null,
    settlementPrice: null,
  },
};

function started() {
  const clock = { at: instantOf("jpy", day, "10:00"), now: () => clock.at };
  const feed = withStockEnds(createScriptedFeed(clock), "exchange");
  feed.close("jpy", "7203", instantOf("jpy", day, "09:00"), "2900");
  feed.close("jpy", "7203", instantOf("jpy", next, "09:00"), "5000");
  return { clock, feed };
}

it("tells the last day's close in the place of whatever comes after it, once", () => {
  const { clock, feed } = started();
  feed.keepEnds([end]);
  const delivered: Quote[] = [];
  feed.start((quotes) => void delivered.push(...quotes));
  feed.quote("jpy", "7203", "2850");
  clock.at = instantOf("jpy", next, "10:00");
  for (const last of ["5000", "5100"]) feed.quote("jpy", "7203", last);
  feed.quote("jpy", "6758", "3300");
  expect(delivered.map(({ code, last }) => `${code} ${last}`)).toEqual([
    ...["7203 28500000", "7203 29000000", "7203 29000000", "6758 33000000"],
  ]);
  const closing = delivered[1]!;
  expect(closing).toMatchObject({ tradingDate: day, halted: true, bids: [], asks: [] });
  expect(delivered[2]).toBe(closing);
  expect(closing.at).toBeLessThan(instantOf("jpy", day, "16:00"));
});

it("has no bars, actions or auctions after the last trading day, and all of them once it is withdrawn", () => {
  const { clock, feed } = started();
  clock.at = instantOf("jpy", next, "16:00");
  feed.act("jpy", "7203", { kind: "split", exDate: next, numerator: 2n, denominator: 1n });
  const asked = { market: "jpy", code: "7203", period: "1d", before: clock.at, limit: 10 } as const;
  feed.keepEnds([end]);
  expect(feed.bars(asked)).toHaveLength(1);
  expect(feed.corporateActions("jpy", "7203")).toEqual([]);
  feed.keepEnds([]);
  expect(feed.bars(asked)).toHaveLength(2);
  expect(feed.corporateActions("jpy", "7203")).toHaveLength(1);
});

it("leaves the board with the close, also where it was started long after the end", () => {
  const { clock, feed } = started();
  clock.at = instantOf("jpy", addTradingDays("jpy", day, 20), "10:00");
  feed.quote("jpy", "7203", "5000");
  const board = createQuoteBoard(feed, clock);
  expect(board.get("jpy", "7203")?.last).toBe(50_000_000n);
  feed.keepEnds([end]);
  board.keepRecords([], [end]);
  expect(board.get("jpy", "7203")).toMatchObject({ last: 29_000_000n, tradingDate: day });
  expect(board.instrument("jpy", "7203")?.end).toEqual(end);
  feed.keepEnds([]);
  board.keepRecords([], []);
  expect(board.instrument("jpy", "7203")?.end).toBeUndefined();
});
