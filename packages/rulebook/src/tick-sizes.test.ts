import { marketKeys, price, type Price } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOnTick, isTickPublished, provesTopix100, roundToTick, tickSize } from "./index.ts";
import type { TickClass, TickGrid } from "./index.ts";

/** A price from its major units, at most four decimals. */
const at = (units: number) => price(BigInt(Math.round(units * 10_000)));
const grid = (market: TickGrid["market"], tickClass: TickClass, date = "2026-11-20"): TickGrid => ({
  market,
  tickClass,
  date,
});

describe("the tick", () => {
  it.each([
    ["standard", 1, 1],
    ["standard", 3_000, 1],
    ["standard", 3_000.1, 5],
    ["standard", 5_000, 5],
    ["standard", 5_001, 10],
    ["standard", 30_000, 10],
    ["standard", 30_001, 50],
    ["standard", 50_000, 50],
    ["standard", 50_001, 100],
    ["standard", 300_000, 100],
    ["standard", 300_001, 500],
    ["standard", 500_001, 1_000],
    ["standard", 3_000_000, 1_000],
    ["standard", 3_000_001, 5_000],
    ["standard", 5_000_001, 10_000],
    ["standard", 30_000_001, 50_000],
    ["standard", 50_000_000, 50_000],
    ["standard", 50_000_001, 100_000],
    ["topix500", 0.1, 0.1],
    ["topix500", 1_000, 0.1],
    ["topix500", 1_000.1, 0.5],
    ["topix500", 3_000, 0.5],
    ["topix500", 3_000.1, 1],
    ["topix500", 10_000, 1],
    ["topix500", 10_001, 5],
    ["topix500", 30_001, 10],
    ["topix500", 100_000, 10],
    ["topix500", 100_001, 50],
    ["topix500", 300_001, 100],
    ["topix500", 1_000_001, 500],
    ["topix500", 3_000_001, 1_000],
    ["topix500", 10_000_001, 5_000],
    ["topix500", 30_000_001, 10_000],
  ] as const)("of a %s stock in Tokyo at %d yen is %d", (tickClass, yen, tick) => {
    expect(tickSize({ ...grid("jpy", tickClass), price: at(yen) }).tick).toBe(at(tick));
  });

  it.each([
    ["usd", 0.0001, 0.0001],
    ["usd", 0.9999, 0.0001],
    ["usd", 1, 0.01],
    ["usd", 700_000, 0.01],
    ["cny", 0.01, 0.01],
    ["cny", 1_700, 0.01],
  ] as const)("in %s at %d is %d", (market, units, tick) => {
    expect(tickSize({ ...grid(market, "standard"), price: at(units) }).tick).toBe(at(tick));
  });

  it("of the TOPIX 500 became finer on 2023-06-05", () => {
    const before = tickSize({ ...grid("jpy", "topix500", "2023-06-02"), price: at(900) });
    const since = tickSize({ ...grid("jpy", "topix500", "2023-06-05"), price: at(900) });
    expect([before.tick, before.reference.confirmed]).toEqual([at(1), false]);
    expect([since.tick, since.reference.confirmed]).toEqual([at(0.1), true]);
  });

  it.each([
    // 9434 traded at 1,456.5 yen on 2021-07-20.
    ["2021-07-20", 1_456.5, 0.5],
    ["2021-07-20", 900, 0.1],
    ["2021-07-20", 4_000, 1],
    ["2015-09-18", 4_000, 0.5],
    ["2014-07-18", 900, 1],
    ["2014-07-22", 900, 0.1],
    ["2026-11-20", 900, 0.1],
  ] as const)("of the TOPIX 100 on %s at %d yen is %d", (date, yen, tick) => {
    expect(tickSize({ ...grid("jpy", "topix100", date), price: at(yen) }).tick).toBe(at(tick));
  });

  it.each([
    ["half a yen", [["2021-07-20", 1_456.5]], true],
    [
      "half a yen and a tenth on the wrong side of 1,000",
      [
        ["2021-07-20", 1_456.5],
        ["2021-07-21", 1_456.1],
      ],
      false,
    ],
    ["whole yen alone", [["2021-07-20", 1_456]], false],
    ["half a yen after the TOPIX 500 had it too", [["2023-06-05", 1_456.5]], false],
  ] as const)("of the TOPIX 100 is proved or not by %s", (_name, prices, isProved) => {
    const days = prices.map(([date, yen]) => ({ date, prices: [at(yen)] }));
    expect(provesTopix100(days)).toBe(isProved);
  });

  it("of Tokyo is not published from 2027-03-01 on, and stays what it was", () => {
    for (const tickClass of ["standard", "topix500", "topix100"] as const) {
      const [last, first] = ["2027-02-26", "2027-03-01"].map((date) => {
        const on = grid("jpy", tickClass, date);
        const { tick, reference } = tickSize({ ...on, price: at(900) });
        return { tick, published: isTickPublished(on), since: reference.validFrom };
      });
      expect(last).toMatchObject({ published: true, since: "2023-06-05" });
      expect(first).toEqual({ tick: last?.tick, published: false, since: "2027-03-01" });
    }
    expect(isTickPublished(grid("usd", "standard", "2027-03-01"))).toBe(true);
  });
});

describe("rounding to the grid", () => {
  it.each([
    ["jpy", 3_002, "floor", 3_000],
    ["jpy", 3_002, "ceiling", 3_005],
    ["jpy", 3_002, "nearest", 3_000],
    ["jpy", 3_002.5, "nearest", 3_005],
    ["jpy", 2_999.5, "ceiling", 3_000],
    ["jpy", 3_000.1, "floor", 3_000],
    ["jpy", 30_024.9, "nearest", 30_000],
    ["jpy", 0.4, "nearest", 0],
    ["jpy", 0.4, "ceiling", 1],
    ["usd", 0.99995, "ceiling", 1],
    ["usd", 189.2049, "floor", 189.2],
    ["usd", 189.205, "nearest", 189.21],
    ["cny", 10.005, "nearest", 10.01],
  ] as const)("%s %d %s is %d", (market, units, rounding, result) => {
    expect(roundToTick(at(units), grid(market, "standard"), rounding)).toBe(at(result));
  });

  const anyGrid = fc
    .tuple(
      fc.constantFrom(...marketKeys),
      fc.constantFrom<TickClass>("topix100", "topix500", "standard"),
    )
    .map(([market, tickClass]) => grid(market, tickClass));
  const anyPrice = fc
    .oneof(
      fc.bigInt({ min: 1n, max: 10_000_000n }),
      fc.bigInt({ min: 1n, max: 1_000_000_000_000n }),
    )
    .map(price);
  const roundings = ["floor", "ceiling", "nearest"] as const;

  it("is idempotent, on the grid, ordered and never a tick away", () => {
    fc.assert(
      fc.property(anyGrid, anyPrice, (on, value) => {
        const [floor, ceiling, nearest] = roundings.map((rounding) =>
          roundToTick(value, on, rounding),
        ) as [Price, Price, Price];
        expect(floor <= value && value <= ceiling).toBe(true);
        expect(nearest === floor || nearest === ceiling).toBe(true);
        expect(ceiling - floor <= tickSize({ ...on, price: value }).tick).toBe(true);
        for (const rounded of [floor, ceiling, nearest]) {
          expect(rounded === 0n || isOnTick(rounded, on)).toBe(true);
          for (const rounding of roundings) {
            expect(roundToTick(rounded, on, rounding)).toBe(rounded);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("keeps the order of two prices", () => {
    fc.assert(
      fc.property(
        anyGrid,
        anyPrice,
        anyPrice,
        fc.constantFrom(...roundings),
        (on, a, b, rounding) => {
          const [less, more] = a < b ? [a, b] : [b, a];
          expect(roundToTick(less, on, rounding) <= roundToTick(more, on, rounding)).toBe(true);
        },
      ),
    );
  });

  it("finds no price at or below zero on the grid", () => {
    expect(isOnTick(price(0n), grid("jpy", "standard"))).toBe(false);
    expect(isOnTick(price(-10_000n), grid("jpy", "standard"))).toBe(false);
  });
});
