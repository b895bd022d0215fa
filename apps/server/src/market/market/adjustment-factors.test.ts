import { describe, expect, it } from "vitest";
import { candles } from "../../market-feed/candles.ts";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";
import { adjustmentFactors } from "./adjustment-factors.ts";

describe("what stands between traded prices and the adjusted chart", () => {
  it("is what the adjusted candles are made with", async () => {
    const clock = { now: () => Date.parse("2026-11-18T04:00:30Z") };
    const feed = createSimulatedFeed({ seed: "test", hours: "always", clock });
    const split = feed
      .instruments()
      .find(({ market, code }) =>
        feed.corporateActions(market, code).some(({ kind }) => kind === "split"),
      )!;
    const key = { type: split.market, code: split.code };
    const factors = await adjustmentFactors({ feed }, key);
    expect(factors.length).toBeGreaterThan(0);
    expect(factors.map(({ until }) => until)).toEqual(factors.map(({ until }) => until).toSorted());
    const question = { feed, market: key.type, code: key.code, period: "day" } as const;
    const range = { before: clock.now(), limit: 1000 };
    const raw = await candles({ ...question, ...range, adjust: "none" });
    const forward = await candles({ ...question, ...range, adjust: "forward" });
    raw.items.forEach((bar, index) => {
      const step = factors.find(({ until }) => bar.from < Date.parse(until));
      const wanted = Number(bar.close) * Number(step?.factor ?? 1);
      expect(Math.abs(Number(forward.items[index]!.close) - wanted)).toBeLessThan(1);
    });
  });
});
