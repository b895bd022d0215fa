import { price, type Price } from "@sanshi/money";
import { instantOf } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { follow, pauseOf, type FollowedStock } from "./price-bands.rules.ts";

const tradingDate = "2026-11-20";
const at = (time: string) => instantOf("usd", tradingDate, time);
const session = { opensAt: at("09:30"), closesAt: at("16:00") };
const dollars = (value: number): Price => price(BigInt(Math.round(value * 10_000)));

/** What follows from trades at seconds after noon. */
function after(trades: readonly (readonly [second: number, price: number])[]): FollowedStock {
  let stock: FollowedStock | null = null;
  for (const [second, last] of trades) {
    const quote = { at: at("12:00") + second * 1_000, last: dollars(last), tradingDate };
    stock = follow(stock, { ...quote, previousClose: dollars(100) }, session);
  }
  return stock!;
}
const isPaused = (stock: FollowedStock, second: number) =>
  pauseOf(stock, at("12:00") + second * 1_000) !== null;

describe("a stock at its price band", () => {
  it("is paused for five minutes after fifteen seconds there, whether it trades on or not", () => {
    const held = after([
      [0, 100],
      [10, 105],
      [20, 105.5],
    ]);
    expect(isPaused(held, 24)).toBe(false);
    expect(isPaused(held, 25)).toBe(true);
    expect(pauseOf(held, at("12:00") + 25_000)).toEqual({ until: at("12:05") + 25_000 });
  });

  it("is not paused once a trade is inside again, and its time begins anew", () => {
    const left = after([
      [0, 100],
      [10, 94],
      [20, 96],
      [21, 90],
    ]);
    expect([isPaused(left, 25), isPaused(left, 35), isPaused(left, 36)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(
      isPaused(
        after([
          [0, 100],
          [10, 94],
          [20, 96],
        ]),
        600,
      ),
    ).toBe(false);
  });

  it("is held against the average of five minutes, which what is at the band does not move", () => {
    // A climb by less than the band a minute carries the average along.
    const climb = Array.from({ length: 60 }, (_, step) => [step * 20, 100 + step * 0.3] as const);
    expect(after(climb).heldSince).toBe(null);
    expect(Number(after(climb).average)).toBeGreaterThan(1_120_000);
    const leap = after([
      [0, 100],
      [10, 110],
      [20, 111],
    ]);
    expect(leap.average).toBe(dollars(100));
  });

  it("begins anew after a leap of the clock and on another day", () => {
    expect(
      after([
        [0, 100],
        [301, 120],
      ]),
    ).toMatchObject({ average: dollars(120), heldSince: null });
    const next = follow(
      after([[0, 100]]),
      {
        at: at("12:00") + 1_000,
        last: dollars(120),
        tradingDate: "2026-11-23",
        previousClose: dollars(100),
      },
      session,
    );
    expect(next).toMatchObject({ average: dollars(120), heldSince: null });
  });
});
