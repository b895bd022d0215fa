import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { instantOf, type AuctionName } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuctionPrint } from "../market-feed.ts";
import { createReplayFeed } from "./replay-feed.ts";

/** Tokyo by the day and, on the second, by the hour; the third day is one on which nobody traded. */
describe("the auctions of a record", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "replay-auctions-"));
    await mkdir(join(folder, "daily"));
    await mkdir(join(folder, "intraday"));
    await writeFile(
      join(folder, "daily", "days.csv"),
      [
        "symbol,date,open,high,low,close,volume",
        "7203,2026-11-18,2800,2850,2790,2840,400000",
        "7203,2026-11-19,2841,2870,2835,2868,380000",
        "7203,2026-11-20,2868,2868,2868,2868,0",
        "6758,2026-11-20,3300,3310,3290,3305,100000",
      ].join("\n"),
    );
    await writeFile(
      join(folder, "intraday", "7203_30min.csv"),
      [
        "symbol,time_exchange_start,open,high,low,close,volume",
        "7203,2026-11-19 09:00,2841,2850,2835,2847,100000",
        "7203,2026-11-19 09:30,2847,2850,2845,2849,50000",
        "7203,2026-11-19 11:00,2847,2852,2840,2851,50000",
        "7203,2026-11-19 12:30,2855,2870,2850,2860,100000",
        "7203,2026-11-19 15:00,2860,2869,2858,2868,80000",
      ].join("\n"),
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  function feedAt(moment: number) {
    const clock = { moment, now: () => clock.moment };
    const startsAt = Date.parse("2026-11-18T00:00:00Z");
    return { clock, feed: createReplayFeed({ folder, clock, startsAt }) };
  }
  const evening = instantOf("jpy", "2026-11-20", "20:00");
  const asked = (tradingDate: string, auction: AuctionName, moment = evening) => {
    const print = feedAt(moment).feed.auction?.({
      market: "jpy",
      code: "7203",
      tradingDate,
      auction,
    });
    return print === null || print === undefined ? null : Number(print.price) / 10_000;
  };

  it("open and close at the day's own prices", () => {
    expect(asked("2026-11-18", "opening")).toBe(2_800);
    expect(asked("2026-11-18", "closing")).toBe(2_840);
    expect(asked("2026-11-19", "opening")).toBe(2_841);
    expect(asked("2026-11-19", "closing")).toBe(2_868);
    expect(
      feedAt(evening).feed.auction?.({
        market: "jpy",
        code: "7203",
        tradingDate: "2026-11-19",
        auction: "closing",
      }),
    ).toMatchObject({
      at: instantOf("jpy", "2026-11-19", "15:30"),
      volume: null,
      feed: "replay",
    });
  });

  it("are known at noon where the record has the minutes, and else not", () => {
    expect(asked("2026-11-19", "morning_closing")).toBe(2_851);
    expect(asked("2026-11-19", "afternoon_opening")).toBe(2_855);
    expect(asked("2026-11-18", "morning_closing")).toBe(null);
    expect(asked("2026-11-18", "afternoon_opening")).toBe(null);
  });

  it("are none on a day without a trade, off the record, and before they are played", () => {
    expect(asked("2026-11-20", "opening")).toBe(null);
    expect(asked("2026-11-21", "opening")).toBe(null);
    const opening = instantOf("jpy", "2026-11-19", "09:00");
    expect(asked("2026-11-19", "opening", opening - 1)).toBe(null);
    expect(asked("2026-11-19", "opening", opening)).toBe(2_841);
    expect(asked("2026-11-19", "closing", opening)).toBe(null);
  });

  it("are delivered at their moment", () => {
    const { clock, feed: running } = feedAt(instantOf("jpy", "2026-11-19", "08:59") + 59_000);
    const prints: AuctionPrint[] = [];
    running.start((_quotes, _indexes, auctions = []) => prints.push(...auctions));
    for (let step = 0; step < 8; step += 1, clock.moment += 250) running.poll();
    running.stop();
    expect(prints.map(({ code, auction, price }) => `${code} ${auction} ${price}`)).toEqual([
      "7203 opening 28410000",
    ]);
  });
});
