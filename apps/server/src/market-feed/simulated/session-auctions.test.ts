import { marketKeys } from "@sanshi/money";
import {
  auctionsOf,
  formAuctionPrice,
  isOnTick,
  type AuctionName,
  type Exchange,
} from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import type { AuctionPrint } from "../market-feed.ts";
import { auctionBook, simulatedAuction } from "./session-auctions.ts";
import { createSimulatedFeed } from "./simulated-feed.ts";
import { tradingDay } from "./trading-day.ts";

const evening = Date.parse("2026-11-20T22:00:00Z");
const everyone = demoCompanies();
const few = everyone.filter(({ code }) =>
  ["7203", "9166", "AAPL", "F", "600519", "688795"].includes(code),
);

function feedAt(moment: number, hours: "always" | "exchange" = "exchange", companies = few) {
  const clock = { moment, now: () => clock.moment };
  return { clock, feed: createSimulatedFeed({ seed: "sanshi", hours, clock, companies }) };
}

const { feed } = feedAt(evening, "exchange", everyone);

/** Any day of the last years, of any company, with any of its exchange's auctions. */
const anyAuction = fc
  .record({
    company: fc.constantFrom(...everyone),
    back: fc.integer({ min: 0, max: 900 }),
    place: fc.nat(3),
  })
  .map(({ company, back, place }) => {
    const { calendar } = feed.histories[company.market];
    const date = calendar.dateAt(calendar.indexAt(evening) - back);
    const auctions = auctionsOf(company.exchange, date, "exchange");
    return { company, date, auction: auctions[place % auctions.length]! };
  });

describe("the auctions of the simulated market", () => {
  it("come to the price and shares of the session's first or last trade, by the exchange's own rules", () => {
    fc.assert(
      fc.property(anyAuction, ({ company, date, auction }) => {
        const { market, code } = company;
        const question = { market, code, tradingDate: date, auction: auction.auction };
        const print = feed.auction?.(question) ?? null;
        const history = feed.histories[market];
        const track = history.tracks.find(({ company: { code: other } }) => other === code)!;
        const of = tradingDay(history, track, history.calendar.indexOfDate(date));
        if (of === null) {
          expect(print).toBe(null);
          return;
        }
        const book = auctionBook(of, auction);
        const result = formAuctionPrice(company.exchange, book)!;
        expect(print).toMatchObject({ price: result.price, volume: result.volume });
        // No other exchange would choose another price: the book leaves no choice.
        for (const other of ["TSE", "SSE", "SZSE", "NYSE", "NASDAQ"] satisfies Exchange[]) {
          expect(formAuctionPrice(other, book)?.price).toBe(result.price);
        }
        const { day, minutes } = of;
        const lunch = of.starts.findLastIndex((start) => start < auction.matchesAt);
        const expected: Record<AuctionName, number> = {
          opening: day.open,
          morning_closing: minutes.close[lunch]!,
          afternoon_opening: minutes.open[lunch + 1]!,
          closing: day.close,
        };
        expect(Number(print!.price)).toBe(expected[auction.auction]);
        expect(isOnTick(print!.price, book.grid)).toBe(true);
        expect(print!.volume! > 0n && Number(print!.volume) < day.volume).toBe(true);
        expect(Number(print!.volume) % Number(company.boardLot)).toBe(0);
        for (const { limit, quantity } of book.orders) {
          expect(quantity).toBeGreaterThan(0n);
          if (limit === null) expect(market).not.toBe("cny");
          else expect(isOnTick(limit, book.grid)).toBe(true);
        }
        expect(print!.at).toBe(auction.matchesAt);
      }),
      { numRuns: 150 },
    );
  });

  it("leave somebody on the side that is locked at the day's limit, and nobody else", () => {
    let locked = 0;
    const { calendar } = feed.histories.cny;
    for (const company of everyone.filter(({ market }) => market === "cny")) {
      const track = feed.histories.cny.tracks.find((one) => one.company.code === company.code)!;
      for (
        let index = calendar.indexAt(evening) - 500;
        index <= calendar.indexAt(evening);
        index += 1
      ) {
        const of = tradingDay(feed.histories.cny, track, index);
        if (of === null || of.limits === null) continue;
        const { close } = of.day;
        const side = close >= of.limits.high ? "buy" : close <= of.limits.low ? "sell" : null;
        if (side === null && index % 25 !== 0) continue;
        const print = simulatedAuction(
          { history: feed.histories.cny, track },
          { tradingDate: of.date, auction: "closing" },
          evening,
        );
        expect([of.date, company.code, print?.locked]).toEqual([of.date, company.code, side]);
        if (side !== null) locked += 1;
      }
      if (locked > 10) break;
    }
    expect(locked).toBeGreaterThan(0);
  });

  it("are told before nobody: not until their moment, and not where the market never sleeps", () => {
    const { matchesAt } = auctionsOf("TSE", "2026-11-20", "exchange")[0]!;
    const asked = {
      market: "jpy",
      code: "7203",
      tradingDate: "2026-11-20",
      auction: "opening",
    } as const;
    const at = (moment: number, hours: "always" | "exchange" = "exchange") =>
      feedAt(moment, hours).feed.auction?.(asked) ?? null;
    expect(at(matchesAt - 1)).toBe(null);
    expect(at(matchesAt)).not.toBe(null);
    expect(at(evening)).toEqual(at(matchesAt));
    expect(at(evening, "always")).toBe(null);
    const none = (more: object) => feedAt(evening).feed.auction?.({ ...asked, ...more }) ?? null;
    expect(none({ tradingDate: "2026-11-21" })).toBe(null);
    expect(none({ code: "none" })).toBe(null);
  });
});

describe("a feed that runs", () => {
  function deliveredFrom(moment: number, steps: readonly number[]) {
    const { clock, feed: running } = feedAt(moment);
    const prints: AuctionPrint[] = [];
    running.start((_quotes, _indexes, auctions = []) => prints.push(...auctions));
    for (const step of steps) {
      clock.moment += step;
      running.poll();
    }
    running.stop();
    return prints.map(
      ({ code, auction, at }) => `${code} ${auction} ${new Date(at).toISOString()}`,
    );
  }
  const second = Array.from({ length: 8 }, () => 250);

  it("delivers each auction once, at its moment", () => {
    expect(deliveredFrom(Date.parse("2026-11-19T23:59:59Z"), second)).toEqual([
      "7203 opening 2026-11-20T00:00:00.000Z",
      "9166 opening 2026-11-20T00:00:00.000Z",
    ]);
    expect(deliveredFrom(Date.parse("2026-11-20T20:59:59Z"), second)).toEqual([
      "F closing 2026-11-20T21:00:00.000Z",
      "AAPL closing 2026-11-20T21:00:00.000Z",
    ]);
    expect(deliveredFrom(Date.parse("2026-11-20T21:00:00.001Z"), second)).toEqual([]);
  });

  it("delivers the newest of each exchange where the clock leaps, and knows those between", () => {
    expect(deliveredFrom(Date.parse("2026-11-19T23:00:00Z"), [8 * 3_600_000, ...second])).toEqual([
      "7203 closing 2026-11-20T06:30:00.000Z",
      "9166 closing 2026-11-20T06:30:00.000Z",
      "600519 closing 2026-11-20T07:00:00.000Z",
      "688795 closing 2026-11-20T07:00:00.000Z",
    ]);
    const skipped = {
      market: "jpy",
      code: "7203",
      tradingDate: "2026-11-20",
      auction: "opening",
    } as const;
    expect(feedAt(Date.parse("2026-11-20T07:00:00Z")).feed.auction?.(skipped)).toMatchObject({
      at: Date.parse("2026-11-20T00:00:00Z"),
    });
  });
});

it("does not change what the market draws elsewhere: quotes are those of a feed that nobody asked", () => {
  const asked = feedAt(evening).feed;
  for (const market of marketKeys) {
    const { calendar } = asked.histories[market];
    const tradingDate = calendar.dateAt(calendar.indexAt(evening) - 1);
    for (const { code } of few) asked.auction?.({ market, code, tradingDate, auction: "closing" });
  }
  expect(asked.snapshot()).toEqual(feedAt(evening).feed.snapshot());
});
