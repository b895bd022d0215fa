import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  auctionsBetween,
  auctionsOf,
  cancelsAgain,
  exchangeMarket,
  instantOf,
  isTradingDay,
  localDate,
  marketStatus,
  namedAuction,
  nextMeeting,
  sessionPhases,
  sessionsOf,
  type Exchange,
  type MarketHours,
  type RecordedHours,
} from "./index.ts";
import { dateOfDay, dayOf, minuteMs, utcOffsetMs } from "./local-time.ts";

const exchanges = ["TSE", "NYSE", "NASDAQ", "SSE", "SZSE", "BSE"] as const;
const anyExchange = fc.constantFrom<Exchange>(...exchanges);
const anyMoment = fc
  .record({
    day: fc.integer({ min: dayOf("2023-01-02"), max: dayOf("2027-12-28") }),
    minute: fc.integer({ min: 0, max: 1_439 }),
    ms: fc.constantFrom(0, 1, 30_000, 59_999),
  })
  .map(({ day, minute, ms }) => day * 86_400_000 + minute * minuteMs + ms);

function moment(exchange: Exchange, text: string): number {
  const [date = "", time = ""] = text.split(" ");
  return instantOf(exchangeMarket(exchange), date, time);
}

/** What a clock on the exchange's wall shows. */
function shown(exchange: Exchange, at: number): string {
  const offset = utcOffsetMs(exchangeMarket(exchange), at);
  return new Date(at + offset).toISOString().slice(0, 16).replace("T", " ");
}

function meeting(exchange: Exchange, at: string, isAtMarket = false) {
  const found = nextMeeting(shareOf(exchange), moment(exchange, at), "exchange", isAtMarket);
  return found === null ? null : `${found.by} ${shown(exchange, found.at)}`;
}

/** A share of the exchange's main board. */
const shareOf = (exchange: Exchange) => ({
  exchange,
  code: exchange === "BSE" ? "920002" : "600519",
});

describe("an order that is placed at any hour", () => {
  it.each([
    // Tokyo: evening before a holiday, before the open, morning, noon, afternoon, pre-closing.
    ["TSE", "2026-11-20 20:00", "opening 2026-11-24 09:00"],
    ["TSE", "2026-11-24 08:59", "opening 2026-11-24 09:00"],
    ["TSE", "2026-11-24 09:00", "continuous 2026-11-24 09:00"],
    ["TSE", "2026-11-24 11:29", "continuous 2026-11-24 11:29"],
    ["TSE", "2026-11-24 11:30", "afternoon_opening 2026-11-24 12:30"],
    ["TSE", "2026-11-24 12:30", "continuous 2026-11-24 12:30"],
    ["TSE", "2026-11-24 15:25", "closing 2026-11-24 15:30"],
    ["TSE", "2026-11-24 15:30", "opening 2026-11-25 09:00"],
    ["TSE", "2024-11-01 14:59", "continuous 2024-11-01 14:59"],
    ["TSE", "2024-11-01 15:00", "opening 2024-11-05 09:00"],
    ["TSE", "2025-12-30 15:30", "opening 2026-01-05 09:00"],
    // The mainland: between the opening auction and the session, at noon, in the closing auction, after hours.
    ["SSE", "2026-11-20 09:24", "opening 2026-11-20 09:25"],
    ["SSE", "2026-11-20 09:27", "continuous 2026-11-20 09:30"],
    ["SZSE", "2026-11-20 12:00", "continuous 2026-11-20 13:00"],
    ["SSE", "2026-11-20 14:58", "closing 2026-11-20 15:00"],
    ["SSE", "2026-11-20 15:01", "after_hours_fixed_price 2026-11-20 15:05"],
    ["BSE", "2026-11-20 15:30", "opening 2026-11-23 09:25"],
    ["SSE", "2026-07-03 15:01", "opening 2026-07-06 09:25"],
    ["SSE", "2026-09-30 16:00", "opening 2026-10-08 09:25"],
    // New York: over the weekend, daylight saving time's end, an early close.
    ["NYSE", "2026-11-20 16:00", "opening 2026-11-23 09:30"],
    ["NYSE", "2026-10-30 18:00", "opening 2026-11-02 09:30"],
    ["NASDAQ", "2026-11-27 12:59", "continuous 2026-11-27 12:59"],
    ["NASDAQ", "2026-11-27 13:00", "opening 2026-11-30 09:30"],
  ] as const)("on %s at %s meets %s", (exchange, at, expected) => {
    expect(meeting(exchange, at)).toBe(expected);
  });

  it("at the market too late for Nasdaq's Opening Cross waits for the session, a limit does not", () => {
    expect(meeting("NASDAQ", "2026-11-20 09:27", true)).toBe("opening 2026-11-20 09:30");
    expect(meeting("NASDAQ", "2026-11-20 09:28", true)).toBe("continuous 2026-11-20 09:30");
    expect(meeting("NASDAQ", "2026-11-20 09:28", false)).toBe("opening 2026-11-20 09:30");
    expect(meeting("NYSE", "2026-11-20 09:28", true)).toBe("opening 2026-11-20 09:30");
  });

  it.each([
    // STAR and ChiNext have traded at the close since their own days, the main boards since July 2026.
    ["SSE", "600519", "2026-07-03 15:10", "opening 2026-07-06 09:25"],
    ["SSE", "600519", "2026-07-06 15:10", "after_hours_fixed_price 2026-07-06 15:10"],
    ["SSE", "688981", "2019-07-22 15:02", "after_hours_fixed_price 2019-07-22 15:05"],
    ["SSE", "688981", "2019-07-22 15:30", "opening 2019-07-23 09:25"],
    ["SZSE", "300750", "2020-08-21 15:10", "opening 2020-08-24 09:25"],
    ["SZSE", "300750", "2020-08-24 15:10", "after_hours_fixed_price 2020-08-24 15:10"],
    // Beijing has put its own off.
    ["BSE", "920002", "2026-11-20 15:10", "opening 2026-11-23 09:25"],
    ["BSE", "830799", "2026-11-20 15:10", "opening 2026-11-23 09:25"],
  ] as const)("in %s of %s at %s: %s", (exchange, code, at, expected) => {
    const found = nextMeeting({ exchange, code }, moment(exchange, at), "exchange", false)!;
    expect(`${found.by} ${shown(exchange, found.at)}`).toBe(expected);
    const { orderDate } = marketStatus(sessionsOf({ market: "cny", code }), found.at, "exchange");
    expect(orderDate).toBe(found.date);
  });

  it("meets a market that never sleeps at once", () => {
    const at = moment("TSE", "2026-11-22 03:00");
    expect(nextMeeting(shareOf("TSE"), at, "always", false)).toMatchObject({
      by: "continuous",
      at,
      date: "2026-11-22",
    });
    expect(auctionsOf("TSE", "2026-11-24", "always")).toEqual([]);
  });

  it("can be cancelled until the auction's last minutes, or until it meets the market", () => {
    const freeUntil = (exchange: Exchange, at: string) => {
      const found = nextMeeting(shareOf(exchange), moment(exchange, at), "exchange", false);
      return found === null ? null : shown(exchange, found.freeUntil);
    };
    expect(freeUntil("SSE", "2026-11-19 20:00")).toBe("2026-11-20 09:20");
    expect(freeUntil("SSE", "2026-11-20 09:22")).toBe("2026-11-20 09:22");
    expect(freeUntil("SSE", "2026-11-20 09:26")).toBe("2026-11-20 09:30");
    expect(freeUntil("NASDAQ", "2026-11-19 20:00")).toBe("2026-11-20 09:25");
    expect(freeUntil("TSE", "2026-11-20 11:45")).toBe("2026-11-20 12:30");
  });

  it("is held in the mainland's last minutes of an auction, and nowhere else", () => {
    const again = (exchange: Exchange, at: string) => {
      const found = cancelsAgain(exchange, moment(exchange, at), "exchange");
      return found === null ? null : shown(exchange, found.at);
    };
    for (const exchange of ["SSE", "SZSE", "BSE"] as const) {
      expect(again(exchange, "2026-11-20 09:19")).toBeNull();
      expect(again(exchange, "2026-11-20 09:20")).toBe("2026-11-20 09:25");
      expect(again(exchange, "2026-11-20 09:24")).toBe("2026-11-20 09:25");
      expect(again(exchange, "2026-11-20 09:25")).toBeNull();
      expect(again(exchange, "2026-11-20 14:56")).toBeNull();
      expect(again(exchange, "2026-11-20 14:57")).toBe("2026-11-20 15:00");
      expect(again(exchange, "2026-11-20 15:00")).toBeNull();
      expect(again(exchange, "2026-11-22 09:22")).toBeNull();
    }
    expect(again("SSE", "2018-08-17 14:58")).toBeNull();
    expect(again("SSE", "2018-08-20 14:58")).toBe("2018-08-20 15:00");
    expect(again("SZSE", "2018-08-17 14:58")).toBe("2018-08-17 15:00");
    expect(again("TSE", "2026-11-20 15:29")).toBeNull();
    expect(again("NASDAQ", "2026-11-20 15:59")).toBeNull();
    expect(again("NYSE", "2026-11-20 15:59")).toBeNull();
    expect(cancelsAgain("SSE", moment("SSE", "2026-11-20 09:22"), "always")).toBeNull();
  });

  it("never waits longer than it has to: no minute before has a session or an auction that takes it", () => {
    fc.assert(
      fc.property(anyExchange, anyMoment, fc.boolean(), (exchange, at, isAtMarket) => {
        const found = nextMeeting(shareOf(exchange), at, "exchange", isAtMarket);
        expect(found).not.toBeNull();
        if (found === null) return;
        const market = exchangeMarket(exchange);
        expect(found.at).toBeGreaterThanOrEqual(at);
        expect(found.freeUntil).toBeGreaterThanOrEqual(at);
        expect(found.freeUntil).toBeLessThanOrEqual(found.at);
        expect(found.date).toBe(localDate(market, found.at));
        expect(isTradingDay(market, found.date)).toBe(true);
        // The model: look at each minute from the order on.
        for (let minute = Math.floor(at / minuteMs) * minuteMs; minute < found.at;) {
          const seen = Math.max(at, minute);
          if (seen >= found.at) break;
          const { phase } = marketStatus(market, seen, "exchange");
          expect(["continuous", "after_hours_fixed_price"]).not.toContain(phase);
          minute += minuteMs;
          const missed = auctionsOf(exchange, localDate(market, minute), "exchange").find(
            ({ matchesAt }) => matchesAt === minute && minute < found.at,
          );
          if (missed === undefined || minute <= at) continue;
          expect(isAtMarket && at >= missed.marketUntil).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("later never meets the market earlier", () => {
    fc.assert(
      fc.property(
        anyExchange,
        anyMoment,
        fc.integer({ min: 0, max: 3 * 86_400_000 }),
        (exchange, at, later) => {
          const one = nextMeeting(shareOf(exchange), at, "exchange", true);
          const other = nextMeeting(shareOf(exchange), at + later, "exchange", true);
          expect(one!.at).toBeLessThanOrEqual(other!.at);
        },
      ),
    );
  });
});

describe("the auctions of a day", () => {
  it("open or close a session at its own minute, in order, wherever the exchange is", () => {
    fc.assert(
      fc.property(
        anyExchange,
        fc.integer({ min: dayOf("2023-01-02"), max: dayOf("2027-12-28") }),
        (exchange, day) => {
          const date = dateOfDay(day);
          const market = exchangeMarket(exchange);
          const auctions = auctionsOf(exchange, date, "exchange");
          const phases = sessionPhases(market, date, "exchange");
          expect(auctions.length > 0).toBe(isTradingDay(market, date));
          let before = -Infinity;
          for (const one of auctions) {
            expect(one.matchesAt).toBeGreaterThan(before);
            before = one.matchesAt;
            expect(one.collectsFrom).toBeLessThanOrEqual(one.cancelUntil);
            expect(one.cancelUntil).toBeLessThanOrEqual(one.matchesAt);
            expect(one.marketUntil).toBeLessThanOrEqual(one.matchesAt);
            expect(one.namedUntil ?? 0).toBeLessThanOrEqual(one.matchesAt);
            const isEdge = phases.some(
              ({ from, until }) => from === one.matchesAt || until === one.matchesAt,
            );
            expect(isEdge).toBe(true);
          }
        },
      ),
    );
  });

  it("follow daylight saving time and an early close", () => {
    const closing = (date: string) =>
      auctionsOf("NASDAQ", date, "exchange").find(({ auction }) => auction === "closing")!;
    expect(new Date(closing("2026-10-30").matchesAt).toISOString()).toBe(
      "2026-10-30T20:00:00.000Z",
    );
    expect(new Date(closing("2026-11-02").matchesAt).toISOString()).toBe(
      "2026-11-02T21:00:00.000Z",
    );
    expect(shown("NASDAQ", closing("2026-11-27").matchesAt)).toBe("2026-11-27 13:00");
    expect(shown("NASDAQ", closing("2026-11-27").namedUntil!)).toBe("2026-11-27 12:55");
  });

  it("are those of the date: Shanghai closed without one, Tokyo at 15:00", () => {
    const names = (exchange: Exchange, date: string) =>
      auctionsOf(exchange, date, "exchange").map(
        ({ auction, matchesAt }) => `${auction} ${shown(exchange, matchesAt).slice(11)}`,
      );
    expect(names("SSE", "2018-08-17")).toEqual(["opening 09:25"]);
    expect(names("SSE", "2018-08-20")).toEqual(["opening 09:25", "closing 15:00"]);
    expect(names("TSE", "2024-11-01").at(-1)).toBe("closing 15:00");
    expect(names("TSE", "2024-11-05")).toEqual([
      "opening 09:00",
      "morning_closing 11:30",
      "afternoon_opening 12:30",
      "closing 15:30",
    ]);
  });

  it("are found between two moments, the later one included, and over a holiday", () => {
    const between = (from: string, until: string) =>
      auctionsBetween("TSE", moment("TSE", from), moment("TSE", until), "exchange").map(
        ({ matchesAt }) => shown("TSE", matchesAt),
      );
    expect(between("2026-11-20 09:00", "2026-11-20 11:30")).toEqual(["2026-11-20 11:30"]);
    expect(between("2026-11-20 15:00", "2026-11-24 12:29")).toEqual([
      "2026-11-20 15:30",
      "2026-11-24 09:00",
      "2026-11-24 11:30",
    ]);
    expect(between("2026-11-24 09:00", "2026-11-24 09:00")).toEqual([]);
  });

  it("are played at the moments of a record", () => {
    const startsAt = Date.parse("2026-11-20T12:00:00Z");
    const zero = Date.parse("2014-07-03T00:00:00Z");
    const toApp = (at: number) => Math.ceil(startsAt + (at - zero) / 60);
    const recorded = dayOf("2014-07-03");
    const hours: RecordedHours = {
      keeps: "exchange",
      toRecord: (at) => zero + (at - startsAt) * 60,
      toApp,
      isRecorded: (market, day) => market === "usd" && day === recorded,
      endsEarly: () => true,
      span: () => ({ first: recorded, last: recorded }),
    };
    const [opening, closing] = auctionsOf("NYSE", "2014-07-03", hours);
    expect(opening?.matchesAt).toBe(toApp(moment("NYSE", "2014-07-03 09:30")));
    expect(closing?.matchesAt).toBe(toApp(moment("NYSE", "2014-07-03 13:00")));
    expect(nextMeeting(shareOf("NYSE"), startsAt, hours, true)?.at).toBe(opening?.matchesAt);
    // The record is over.
    expect(nextMeeting(shareOf("NYSE"), closing!.matchesAt, hours, true)).toBe(null);
  });
});

describe("an order at the open or at the close", () => {
  const named = (
    exchange: Exchange,
    end: "open" | "close",
    at: string,
    { hours = "exchange", isAtMarket = true }: { hours?: MarketHours; isAtMarket?: boolean } = {},
  ) => {
    const found = namedAuction(exchange, end, moment(exchange, at), hours, isAtMarket);
    if (!found.ok) return `${found.why} ${found.reference.rule}`;
    const late = found.isLate ? "late for " : "";
    return `${late}${found.auction.auction} ${shown(exchange, found.auction.matchesAt)}`;
  };
  it.each([
    ["TSE", "open", "2026-11-20 20:00", "opening 2026-11-24 09:00"],
    ["TSE", "open", "2026-11-24 10:00", "session_open tse_sessions"],
    ["TSE", "open", "2026-11-24 12:00", "afternoon_opening 2026-11-24 12:30"],
    ["TSE", "open", "2026-11-24 15:27", "opening 2026-11-25 09:00"],
    ["TSE", "close", "2026-11-24 08:30", "morning_closing 2026-11-24 11:30"],
    ["TSE", "close", "2026-11-24 11:30", "closing 2026-11-24 15:30"],
    ["TSE", "close", "2026-11-24 15:29", "closing 2026-11-24 15:30"],
    ["TSE", "close", "2026-11-24 15:30", "morning_closing 2026-11-25 11:30"],
    ["NYSE", "open", "2026-11-20 09:29", "opening 2026-11-20 09:30"],
    ["NASDAQ", "open", "2026-11-20 09:28", "too_late nasdaq_crosses"],
    ["NASDAQ", "close", "2026-11-20 15:54", "closing 2026-11-20 16:00"],
    ["NASDAQ", "close", "2026-11-20 15:55", "too_late nasdaq_crosses"],
    ["NYSE", "close", "2026-11-20 15:50", "too_late nyse_auctions"],
    ["NYSE", "close", "2026-11-27 12:49", "closing 2026-11-27 13:00"],
    ["SSE", "open", "2026-11-20 09:16", "none_here sse_sessions"],
    ["SZSE", "close", "2026-11-20 14:00", "none_here sse_sessions"],
  ] as const)("of %s, at the %s, placed at %s: %s", (exchange, end, at, expected) => {
    expect(named(exchange, end, at)).toBe(expected);
  });

  it.each([
    ["NASDAQ", "close", "2026-11-20 15:54", "closing 2026-11-20 16:00"],
    ["NASDAQ", "close", "2026-11-20 15:55", "late for closing 2026-11-20 16:00"],
    ["NASDAQ", "close", "2026-11-20 15:57", "late for closing 2026-11-20 16:00"],
    ["NASDAQ", "close", "2026-11-20 15:58", "too_late nasdaq_crosses"],
    ["NASDAQ", "close", "2026-11-27 12:57", "late for closing 2026-11-27 13:00"],
    ["NASDAQ", "close", "2026-11-27 12:58", "too_late nasdaq_crosses"],
    ["NASDAQ", "open", "2026-11-20 09:28", "too_late nasdaq_crosses"],
    ["NYSE", "close", "2026-11-20 15:50", "too_late nyse_auctions"],
  ] as const)("of %s, at the %s, at a limit, placed at %s: %s", (exchange, end, at, expected) => {
    expect(named(exchange, end, at, { isAtMarket: false })).toBe(expected);
  });

  it("that comes late lies within the prices of the moments that the exchange had told by that year", () => {
    const told = (date: string) =>
      auctionsOf("NASDAQ", date, "exchange")
        .at(-1)
        ?.late?.referenceAt.map((at) => shown("NASDAQ", at).slice(11));
    expect(told("2018-11-05")).toEqual(["15:55"]);
    expect(told("2026-11-20")).toEqual(["15:50", "15:55"]);
    expect(told("2026-11-27")).toEqual(["12:50", "12:55"]);
  });

  it("is none where the market never sleeps", () => {
    expect(named("TSE", "open", "2026-11-20 08:30", { hours: "always" })).toBe(
      "none_here always_open",
    );
  });
});
