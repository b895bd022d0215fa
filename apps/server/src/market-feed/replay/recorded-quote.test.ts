import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shares } from "@sanshi/money";
import { instantOf } from "@sanshi/rulebook";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { simulatedVenue } from "../../venues/simulated-venue.ts";
import type { Quote } from "../market-feed.ts";
import { createReplayFeed } from "./replay-feed.ts";

/** Shanghai after a close of 10.00: its limits are 11.00 and 9.00. */
const before = "600519.SH,2026-11-17,10,10,10,10,1000000";

describe("the quotes of a bar", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "replay-quotes-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function quotesOf(bar: string): Promise<Quote[]> {
    const rows = ["symbol,date,open,high,low,close,volume", before, `600519.SH,2026-11-18,${bar}`];
    await writeFile(join(folder, "bars.csv"), rows.join("\n"));
    const end = instantOf("cny", "2026-11-19", "00:00");
    const startsAt = Date.parse("2026-11-17T00:00:00Z");
    const feed = createReplayFeed({ folder, clock: { now: () => end }, startsAt });
    const from = instantOf("cny", "2026-11-18", "00:00");
    const every = { atOrBelow: null, atOrAbove: 0n as never };
    const question = { market: "cny", code: "600519", after: 0n, until: end } as const;
    return [...feed.passed!({ ...question, waitedFor: () => every })].filter(({ at }) => at > from);
  }
  const told = ({ last, bids, asks }: Quote) =>
    [last, bids[0]?.price, asks[0]?.price].map((one) =>
      one === undefined ? null : Number(one) / 10_000,
    );

  it("lie a tick around the last price, and no further than the bar went", async () => {
    expect((await quotesOf("10,10.5,9.8,10.2,400000")).map(told)).toEqual([
      [10, 9.99, 10.01],
      [9.8, 9.8, 9.81],
      [10.5, 10.49, 10.5],
      [10.2, 10.19, 10.21],
    ]);
  });

  it("come from the open to the nearer extreme first", async () => {
    const lasts = async (bar: string) => (await quotesOf(bar)).map((quote) => told(quote)[0]);
    expect(await lasts("10,10.1,9.2,10.05,400000")).toEqual([10, 10.1, 9.2, 10.05]);
    expect(await lasts("10,10.8,9.9,9.95,400000")).toEqual([10, 9.9, 10.8, 9.95]);
    expect(await lasts("10,10.2,9.8,10.1,400000")).toEqual([10, 9.8, 10.2, 10.1]);
  });

  it("of one price are that price on both sides", async () => {
    const all = await quotesOf("10.4,10.4,10.4,10.4,400000");
    expect(all.map(told)).toEqual(all.map(() => [10.4, 10.4, 10.4]));
  });

  it("have no seller at the highest price of the day, and buyers at just that", async () => {
    const all = await quotesOf("11,11,11,11,400000");
    expect(all.map(told)).toEqual(all.map(() => [11, 11, null]));
    const [quote] = all;
    const quantity = shares(100n);
    const match = (side: "buy" | "sell", limit: bigint | null) =>
      simulatedVenue.match({ side, quantity, limit: limit as never }, quote!).price;
    expect(match("buy", null)).toBe(null);
    expect(match("buy", 110_000n)).toBe(null);
    expect(match("sell", null)).toBe(110_000n);
    expect(match("sell", 110_000n)).toBe(110_000n);
  });

  it("have no buyer at the lowest, and sellers at just that", async () => {
    const all = await quotesOf("9,9,9,9,400000");
    expect(all.map(told)).toEqual(all.map(() => [9, null, 9]));
  });

  it("lock the day's auctions too", async () => {
    await quotesOf("11,11,11,11,400000");
    const end = instantOf("cny", "2026-11-19", "00:00");
    const startsAt = Date.parse("2026-11-17T00:00:00Z");
    const feed = createReplayFeed({ folder, clock: { now: () => end }, startsAt });
    const question = { market: "cny", code: "600519", tradingDate: "2026-11-18" } as const;
    expect(feed.auction!({ ...question, auction: "opening" })?.locked).toBe("buy");
    expect(feed.auction!({ ...question, auction: "closing" })?.locked).toBe("buy");
    expect(
      feed.auction!({ ...question, tradingDate: "2026-11-17", auction: "opening" })?.locked,
    ).toBe(null);
  });

  it("fill nothing outside of the bar, and no more than it traded", async () => {
    const fen = fc.integer({ min: 900, max: 1_100 });
    const anyBar = fc.record({ prices: fc.tuple(fen, fen, fen, fen), lots: fc.nat(30) });
    const anyOrder = fc.record({
      side: fc.constantFrom("buy" as const, "sell" as const),
      limit: fc.option(fen),
      stop: fc.option(fen),
    });
    await fc.assert(
      fc.asyncProperty(anyBar, fc.array(anyOrder, { maxLength: 8 }), async (bar, orders) => {
        const [open, close] = bar.prices;
        const [high, low] = [Math.max(...bar.prices), Math.min(...bar.prices)];
        const row = [open, high, low, close].map((price) => (price / 100).toFixed(2));
        const quotes = await quotesOf([...row, bar.lots * 100].join(","));
        for (const { side, limit, stop } of orders) {
          let filled = 0n;
          for (const quote of quotes) {
            const scaled = (price: number | null) =>
              price === null ? null : (BigInt(price * 100) as never);
            const waited = { stop: scaled(stop) };
            const quantity = shares(1_000_000n);
            const order = { side, quantity, limit: scaled(limit), waited };
            for (const slice of simulatedVenue.match(order, quote).slices) {
              filled += slice.quantity;
              expect(Number(slice.price)).toBeGreaterThanOrEqual(low * 100);
              expect(Number(slice.price)).toBeLessThanOrEqual(high * 100);
            }
          }
          if (bar.lots > 0) expect(filled).toBeLessThanOrEqual(bar.lots * 100);
        }
      }),
      { numRuns: 150 },
    );
  });
});
