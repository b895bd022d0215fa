import { dayMs } from "@sanshi/contract";
import { notWidened } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { createScriptedFeed, scaled } from "../../../../../tests/support/scripted-feed.ts";
import { dayRules } from "./market.rules.ts";
import { widenedOn } from "./widened-limits.ts";

const now = Date.parse("2026-11-20T01:00:00Z");

/** Toyota's last closes, the newest yesterday's; each of these days had no other price. */
function feedAfter(...closes: string[]) {
  const feed = createScriptedFeed({ now: () => now });
  const [toyota] = feed.instruments();
  if (toyota === undefined) throw new Error("a feed without stocks");
  closes.forEach((close, index) =>
    feed.close("jpy", "7203", now - (closes.length - index) * dayMs, close),
  );
  return { feed, toyota, sides: () => widenedOn(feed, toyota, "2026-11-20", now) };
}

describe("a stock's limits", () => {
  it("are widened after two straight days at one of them", () => {
    const { feed, toyota, sides } = feedAfter("2850", "3350", "4050");
    expect(sides()).toEqual({ up: true, down: false });
    const quote = feed.quote("jpy", "7203", "4050", { previousClose: scaled("4050") });
    const { limits } = dayRules(toyota, quote, "2026-11-20", "always", {
      widened: sides,
      basePrice: () => null,
    });
    // 700 yen from 4,050, four times upwards.
    expect(limits).toMatchObject({ low: scaled("3350"), high: scaled("6850") });
  });

  it("are as usual after one such day, and after any other", () => {
    expect(feedAfter("2850", "3350").sides()).toEqual(notWidened);
    expect(feedAfter("2850", "3350", "4049").sides()).toEqual(notWidened);
    expect(feedAfter().sides()).toEqual(notWidened);
  });

  it("are as usual over a split, whose days cannot be compared", () => {
    const { feed, sides } = feedAfter("2850", "3350", "4050");
    feed.act("jpy", "7203", {
      kind: "split",
      exDate: "2026-11-19",
      numerator: 2n,
      denominator: 1n,
    });
    expect(sides()).toEqual(notWidened);
  });

  it("are not widened until a feed that fetches its bars has them", async () => {
    const { feed, toyota } = feedAfter("2850", "3350", "4050");
    const slow = {
      ...feed,
      bars: async (query: Parameters<typeof feed.bars>[0]) => feed.bars(query),
    };
    const sides = () => widenedOn(slow, toyota, "2026-11-20", now);
    expect(sides()).toEqual(notWidened);
    await expect.poll(sides).toEqual({ up: true, down: false });
  });
});
