import { describe, expect, it } from "vitest";
import { createSimulatedFeed } from "./simulated-feed.ts";

const moment = Date.parse("2026-11-20T05:15:00Z");

function feedAt(at: number) {
  return createSimulatedFeed({ seed: "indices", hours: "exchange", clock: { now: () => at } });
}

describe("an index", () => {
  it("is what its members' quotes add up to", () => {
    const feed = feedAt(moment);
    const last = new Map(
      feed.snapshot().map((quote) => [`${quote.market}${quote.code}`, quote.last]),
    );
    const quotes = new Map(feed.indexes().map((quote) => [quote.code, quote]));
    for (const { definition, members } of feed.chains.filter(
      ({ definition: { market } }) => market === "jpy",
    )) {
      const history = feed.histories[definition.market];
      const index = history.calendar.indexAt(moment);
      const quote = quotes.get(definition.code)!;
      let now = 0n;
      let then = 0n;
      for (const { track, weightOn } of members) {
        const { market, code } = track.company;
        now += BigInt(weightOn(index)) * last.get(`${market}${code}`)!;
        then += BigInt(weightOn(index - 1)) * BigInt(history.close(track, index - 1));
      }
      // Half up to two decimals, which are units of 100 in a price.
      const level = ((2n * quote.previousClose * now) / (then * 100n) + 1n) / 2n;
      expect(quote.level).toBe(level * 100n);
    }
  });

  it("closes where the next day's previous close is", () => {
    const evening = feedAt(Date.parse("2026-11-19T12:00:00Z"));
    const nextDay = feedAt(Date.parse("2026-11-20T12:00:00Z"));
    for (const code of ["SJPC", "SJP30", "SCNC", "SCNG"]) {
      const level = evening.indexes().find((quote) => quote.code === code)!.level;
      expect(nextDay.indexes().find((quote) => quote.code === code)!.previousClose).toBe(level);
    }
  });

  it("does not jump when a member splits its shares", () => {
    const feed = feedAt(moment);
    feed.snapshot();
    for (const { definition, closeOf } of feed.chains) {
      const newest = feed.histories[definition.market].calendar.indexAt(moment);
      for (let index = 1; index < newest; index += 1) {
        const move = Number(closeOf(index)) / Number(closeOf(index - 1)) - 1;
        expect(Math.abs(move)).toBeLessThan(0.12);
      }
    }
  });

  it("weighs a price index by price: one share of today of each member", () => {
    const feed = feedAt(moment);
    const chain = feed.chains.find(({ definition }) => definition.code === "SJP30")!;
    expect(chain.members).toHaveLength(30);
    const newest = feed.histories.jpy.calendar.indexAt(moment);
    expect(new Set(chain.members.map(({ weightOn }) => weightOn(newest))).size).toBe(1);
    const fastRetailing = chain.members.find(({ track }) => track.company.code === "9983")!;
    expect(fastRetailing.weightOn(0) * 3).toBe(fastRetailing.weightOn(newest));
  });

  it("has a name of our own, and at least two per market", () => {
    const indexes = feedAt(moment).indexes();
    for (const market of ["jpy", "usd", "cny"]) {
      expect(indexes.filter((index) => index.market === market).length).toBeGreaterThanOrEqual(2);
    }
    for (const { names } of indexes) {
      expect(names.us).toMatch(/^Sanshi /);
      expect(names.jp).toMatch(/^三市/);
      expect(names.cn).toMatch(/^三市/);
    }
  });
});
