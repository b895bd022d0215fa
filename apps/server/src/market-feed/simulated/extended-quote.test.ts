import { price } from "@sanshi/money";
import { addTradingDays, extendedPhases, instantOf, tradingHours } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import { createSimulatedFeed } from "./simulated-feed.ts";

const companies = demoCompanies().filter(({ market }) => market === "usd");
const date = "2026-11-24";
const at = (time: string, on = date) => instantOf("usd", on, time);

function feedAt(start: number, seed = "extended hours", hours: "exchange" | "always" = "exchange") {
  const clock = { at: start, now: () => clock.at };
  return { clock, feed: createSimulatedFeed({ seed, hours, clock, companies }) };
}

const codes = companies.map(({ code }) => code);
/** Every quarter of an hour of both extended phases. */
const moments = extendedPhases(date, "exchange").flatMap(({ from, until }) => {
  const count = (until - from) / 900_000;
  return Array.from({ length: count }, (_, index) => from + index * 900_000 + 5_000);
});

describe("the simulated market's extended hours", () => {
  const { clock, feed } = feedAt(at("04:00"));

  it("quote a thinner book with a wider spread around the last price of the regular hours", () => {
    const regular = feedAt(at("12:00")).feed.snapshot();
    let extendedShares = 0n;
    let regularShares = 0n;
    let quoted = 0;
    for (const moment of moments) {
      clock.at = moment;
      for (const official of feed.snapshot()) {
        const quote = feed.extended!("usd", official.code);
        if (quote === null) continue;
        quoted += 1;
        expect(quote).toMatchObject({ feed: "extended:simulated", previousClose: official.last });
        // Nobody buys below the official price or sells above it: there is no gain that can be foreseen.
        expect(quote.bid <= official.last && official.last <= quote.ask).toBe(true);
        const usual = regular.find(({ code }) => code === official.code)!;
        expect(quote.ask - quote.bid).toBeGreaterThan(Number(usual.ask - usual.bid));
        for (const [side, first] of [
          [quote.bids, quote.bid],
          [quote.asks, quote.ask],
        ] as const) {
          expect(side[0]!.price).toBe(first);
          expect(side.length).toBeLessThan(usual.bids.length);
        }
        extendedShares += quote.asks[0]!.quantity;
        regularShares += usual.asks[0]!.quantity;
      }
    }
    expect(quoted).toBeGreaterThan(moments.length * codes.length * 0.9);
    expect(extendedShares).toBeLessThan(regularShares / 2n);
  });

  it("have bars of the prices that were shown, of nothing that lies ahead, and without volume", () => {
    const { clock: own, feed: shown } = feedAt(at("04:00"));
    const [morning, evening] = extendedPhases(date, "exchange");
    for (const phase of [morning!, evening!]) {
      for (const code of codes.slice(0, 4)) {
        own.at = phase.from + 3_600_000 + 35_000;
        const span = { from: phase.from, until: phase.until };
        const bars = shown.extendedBars!({ market: "usd", code, ...span });
        if (shown.extended!("usd", code) === null) {
          expect(bars).toEqual([]);
          continue;
        }
        expect(bars).toHaveLength(61);
        expect(bars.every(({ volume }) => volume === 0n)).toBe(true);
        expect(bars.at(-1)).toMatchObject({
          ...{ from: phase.from + 3_600_000, close: shown.extended!("usd", code)!.last },
        });
        own.at = phase.from + 30 * 60_000 + 55_000;
        expect(bars[30]).toMatchObject({ close: shown.extended!("usd", code)!.last });
        expect(bars[30]!.low <= bars[30]!.open && bars[30]!.open <= bars[30]!.high).toBe(true);
      }
    }
    own.at = at("23:00");
    const bars = shown.extendedBars!({
      ...{ market: "usd", code: codes[0]! },
      ...{ from: at("09:30"), until: at("16:00") },
    });
    expect(bars).toEqual([]);
  });

  it("come again from the same seed, move, and are others with another seed", () => {
    const quotesOf = (seed: string) => {
      const { clock: own, feed: again } = feedAt(at("04:00"), seed);
      return moments.map((moment) => {
        own.at = moment;
        const quote = again.extended!("usd", codes[0]!);
        return quote && [quote.bid, quote.ask, quote.at, quote.asks[0]!.quantity].join();
      });
    };
    const once = quotesOf("a seed");
    expect(quotesOf("a seed")).toEqual(once);
    expect(new Set(once).size).toBeGreaterThan(moments.length / 2);
    expect(quotesOf("another seed")).not.toEqual(once);
  });

  it("are the same when they are asked for afterwards, each in its place among those of the regular hours", () => {
    const code = codes[0]!;
    const { clock: own, feed: shown } = feedAt(at("03:59"));
    const seen = extendedPhases(date, "exchange").flatMap(({ from, until }) => {
      const steps = Array.from(
        { length: (until - from) / 10_000 },
        (_, step) => from + step * 10_000,
      );
      return steps.flatMap((moment) => {
        own.at = moment;
        return shown.extended!("usd", code) ?? [];
      });
    });
    const everything = () => ({ atOrBelow: price(2n ** 62n), atOrAbove: price(0n) });
    const asked = { market: "usd", code, after: BigInt(at("03:59")), until: at("21:00") } as const;
    const passed = [...shown.passed!({ ...asked, waitedFor: everything, extended: everything })];
    expect(passed.filter(({ feed: name }) => name === "extended:simulated")).toEqual(seen);
    const regular = [...shown.passed!({ ...asked, waitedFor: everything })];
    expect(passed.filter(({ feed: name }) => name === "simulated")).toEqual(regular);
    expect(passed).toEqual(passed.toSorted((one, other) => one.at - other.at));
    const evening = {
      ...asked,
      after: BigInt(at("17:00")),
      until: at("17:10"),
      waitedFor: everything,
    };
    expect([...shown.passed!({ ...evening, extended: everything })]).toHaveLength(60);
  });

  it("leave every price of the regular hours, and the days after, as they are without them", () => {
    const next = addTradingDays("usd", date, 1);
    const told = (asks: boolean) => {
      const { clock: own, feed: again } = feedAt(at("04:00"));
      if (asks) {
        for (const moment of moments) {
          own.at = moment;
          for (const code of codes) again.extended!("usd", code);
        }
      }
      own.at = at("16:00", next);
      const bars = codes.map((code) =>
        again.bars({ market: "usd", code, period: "1d", before: own.at, limit: 5 }),
      );
      return JSON.stringify([again.snapshot(), again.indexes(), bars], (_, value) =>
        typeof value === "bigint" ? value.toString() : value,
      );
    };
    expect(told(true)).toBe(told(false));
  });

  it.each(["03:59", "09:30", "12:00", "15:59", "20:00"])("are none at %s", (time) => {
    clock.at = at(time);
    expect(codes.map((code) => feed.extended!("usd", code)).filter(Boolean)).toEqual([]);
  });

  it("are none for a stock on the morning of its split or dividend", () => {
    const { clock: own, feed: again } = feedAt(at("05:00", "2026-11-30"));
    const [stock] = codes.flatMap((code) =>
      again.corporateActions("usd", code).map((action) => ({ code, ...action })),
    );
    own.at = at("05:00", stock!.exDate);
    const earlier = feedAt(own.at).feed;
    expect(earlier.extended!("usd", stock!.code)).toBeNull();
    own.at = tradingHours("usd", stock!.exDate, "exchange")!.closesAt + 60_000;
    expect(feedAt(own.at).feed.extended!("usd", stock!.code)).not.toBeNull();
  });

  it("are none where trading never closes", () => {
    expect(feedAt(at("05:00"), "a seed", "always").feed.extended).toBeUndefined();
  });
});
