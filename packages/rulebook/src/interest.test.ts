import { marketKeys, minor, shares, type MarketKey } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accrueBeforeAdding,
  accrueThrough,
  accruedUntil,
  interestDue,
  interestNow,
  settledThrough,
  type InterestBearing,
} from "./interest.ts";
import { dayMs, instantOf } from "./local-time.ts";
import { interestRates, marginRules } from "./margin.ts";

const first = "2026-11-20";
const dateAfter = (days: number) =>
  new Date(Date.parse(first) + days * dayMs).toISOString().slice(0, 10);

/** From the day on which Japan's interest counts the days of settlement. */
const sinceNew = (days: number) =>
  new Date(Date.parse("2026-12-07") + days * dayMs).toISOString().slice(0, 10);

function opened(market: MarketKey, more: Partial<InterestBearing> = {}): InterestBearing {
  return {
    market,
    side: "long",
    openedAt: instantOf(market, first, "13:00"),
    marginLeft: minor(100_000n),
    borrowedLeft: minor(200_000n),
    collateralLeft: minor(0n),
    interestUnits: 0n,
    interestThrough: null,
    ...more,
  };
}

const all = { quantity: shares(300n), left: shares(300n) };

describe("interest", () => {
  it.each([
    // 2.8 % of 200,000 yen ÷ 365 = 15.34 a day, both ends counted.
    ["jpy", 0, 15n],
    ["jpy", 1, 30n],
    ["jpy", 3, 61n],
    ["jpy", 364, 5_600n],
    // 8 % of 2,000 dollars ÷ 360 = 44.44 cents a night.
    ["usd", 0, 0n],
    ["usd", 1, 44n],
    ["usd", 3, 133n],
    ["usd", 360, 16_000n],
    ["cny", 360, 12_000n],
  ] as const)("of a %s loan repaid %i days later is %i", (market, days, due) => {
    const { interest, interestUnits } = interestDue(opened(market), dateAfter(days), all);
    expect(interest).toBe(due);
    expect(interestUnits).toBe(0n);
  });

  it.each([
    // 1,000,000 yen at 2.8 %: 76.71 a day. Wednesday to Thursday settles Friday to Monday: 4 days.
    ["2026-12-09", "2026-12-10", 4, 306n],
    // Friday to Monday settles Tuesday to Wednesday.
    ["2026-12-11", "2026-12-14", 2, 153n],
    ["2026-12-09", "2026-12-09", 1, 76n],
    // The year's last days: settled on 2026-12-30 and on 2027-01-04.
    ["2026-12-28", "2026-12-29", 6, 460n],
    // Opened before the terms changed: days of trades, also where it is closed after.
    ["2026-12-04", "2026-12-10", 7, 536n],
  ] as const)("of a million yen from %s to %s is that of %i days: %i", (from, to, days, due) => {
    const position = opened("jpy", {
      openedAt: instantOf("jpy", from, "13:00"),
      borrowedLeft: minor(1_000_000n),
    });
    expect(interestDue(position, to, all).interest).toBe(due);
    expect((1_000_000n * 28n * BigInt(days)) / 365_000n).toBe(due);
    // Reckoned every morning, over weekends too, it comes to the same; and so does what is shown.
    let stepped = position;
    for (let day = Date.parse(from); day <= Date.parse(to); day += dayMs) {
      const through = settledThrough("jpy", new Date(day).toISOString().slice(0, 10));
      stepped = { ...stepped, ...accrueThrough(stepped, through) };
    }
    expect(interestDue(stepped, to, all).interest).toBe(due);
    expect(interestNow(stepped, instantOf("jpy", to, "14:00"))).toBe(due);
  });

  it("of more shares begins with the day on which they settle", () => {
    const position = opened("jpy", {
      openedAt: instantOf("jpy", "2026-12-07", "13:00"),
      borrowedLeft: minor(1_000_000n),
    });
    // Bought on the 8th, settled on the 10th: the million alone bears one day's, of the 9th.
    const before = accrueBeforeAdding(position, "2026-12-08");
    expect(before).toEqual({ interestUnits: 280_000_000n, interestThrough: "2026-12-09" });
    const doubled = { ...position, ...before, borrowedLeft: minor(2_000_000n) };
    expect(interestDue(doubled, "2026-12-08", all).interest).toBe(230n);
  });

  it("of a short is reckoned on what its shares were sold for", () => {
    const short = opened("jpy", {
      side: "short",
      // What counts as borrowed for the asset formula is no loan.
      borrowedLeft: minor(200_000n),
      collateralLeft: minor(400_000n),
    });
    // 1.1 % of 300,000 yen ÷ 365 = 9.04 a day.
    expect(interestDue(short, dateAfter(9), all).interest).toBe(90n);
  });

  it("is none where nothing is borrowed, and none before the first share", () => {
    expect(interestDue(opened("jpy", { borrowedLeft: minor(0n) }), dateAfter(400), all)).toEqual({
      interest: 0n,
      interestUnits: 0n,
      interestThrough: null,
    });
    expect(interestNow(opened("jpy", { openedAt: null }), Date.parse(dateAfter(9)))).toBe(0n);
  });

  it("is the same reckoned daily, over a clock that jumps, or at once; and never twice", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...marketKeys),
        fc.constantFrom("long", "short"),
        fc.bigInt(0n, 10n ** 12n),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 12 }),
        (market, side, principal, steps) => {
          const position = opened(market, {
            side,
            marginLeft: minor(7n),
            borrowedLeft: minor(side === "long" ? principal : 5n),
            collateralLeft: minor(side === "long" ? 0n : principal + 7n),
          });
          let stepped = position;
          let day = 0;
          for (const step of steps) {
            day += step;
            stepped = { ...stepped, ...accrueThrough(stepped, dateAfter(day)) };
            // Again, and for a day that lies behind.
            stepped = { ...stepped, ...accrueThrough(stepped, dateAfter(day)) };
            stepped = { ...stepped, ...accrueThrough(stepped, dateAfter(day - 1)) };
          }
          expect(accrueThrough(position, dateAfter(day)).interestUnits).toBe(stepped.interestUnits);
          // Plainly: so many days of one day's rate.
          const days = day + (marginRules(market, first).bothEndsBearInterest ? 1 : 0);
          const { longBasisPoints, shortBasisPoints } = interestRates(market, first);
          const rate = side === "long" ? longBasisPoints : shortBasisPoints;
          expect(stepped.interestUnits).toBe(principal * BigInt(days * rate));
        },
      ),
    );
  });

  it("of the parts is that of the whole, to the last minor unit", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...marketKeys),
        fc.bigInt(1n, 10n ** 12n),
        fc.array(fc.bigInt(1n, 500n), { minLength: 1, maxLength: 8 }),
        fc.nat(500),
        (market, principal, parts, days) => {
          const position = opened(market, { borrowedLeft: minor(principal) });
          let left = parts.reduce((sum, part) => sum + part, 0n);
          const whole = interestDue(position, dateAfter(days), {
            quantity: shares(left),
            left: shares(left),
          });
          let paid = 0n;
          let rest = position;
          for (const part of parts) {
            const due = interestDue(rest, dateAfter(days), {
              quantity: shares(part),
              left: shares(left),
            });
            paid += due.interest;
            rest = { ...rest, ...due };
            left -= part;
          }
          expect(paid).toBe(whole.interest);
          expect(rest.interestUnits).toBe(0n);
        },
      ),
    );
  });

  it("of shares that were added later begins with their own day", () => {
    fc.assert(
      fc.property(fc.constantFrom(...marketKeys), fc.nat(60), fc.nat(60), (market, wait, held) => {
        // All of it under the terms of one day: a position keeps those that it began with.
        const early = opened(market, { openedAt: instantOf(market, sinceNew(0), "13:00") });
        const later = opened(market, { openedAt: instantOf(market, sinceNew(wait), "10:00") });
        // Ten days on, whatever was bought has settled.
        const separately =
          accrueThrough(early, sinceNew(wait + held + 10)).interestUnits +
          accrueThrough(later, sinceNew(wait + held + 10)).interestUnits;
        // The job came by on the morning of the day on which the rest was filled.
        const looked = {
          ...early,
          ...accrueThrough(early, settledThrough(market, sinceNew(wait))),
        };
        for (const before of [early, looked]) {
          const added = {
            ...before,
            ...accrueBeforeAdding(before, sinceNew(wait)),
            borrowedLeft: minor(early.borrowedLeft + later.borrowedLeft),
          };
          expect(accrueThrough(added, sinceNew(wait + held + 10)).interestUnits).toBe(separately);
        }
      }),
    );
  });

  it("up to a day is the same whether later days are in it already or not", () => {
    const days = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(fc.constantFrom(...marketKeys), days, days, (market, until, further) => {
        const early = opened(market);
        const reckoned = { ...early, ...accrueThrough(early, dateAfter(until + further)) };
        const expected = accrueThrough(early, dateAfter(until)).interestUnits;
        expect(accruedUntil(reckoned, dateAfter(until)).interestUnits).toBe(expected);
      }),
    );
  });

  it("of a moment that has passed is what it was then", () => {
    const early = opened("jpy");
    const then = instantOf("jpy", dateAfter(3), "10:00");
    const later = { ...early, ...accrueThrough(early, dateAfter(30)) };
    expect(interestNow(later, then)).toBe(interestNow(early, then));
    expect(interestNow(later, then)).toBe(61n);
  });

  it("of a moment that has passed is that of what is left, after a part was closed", () => {
    const early = opened("jpy");
    const then = instantOf("jpy", dateAfter(3), "10:00");
    const half = { quantity: shares(150n), left: shares(300n) };
    const due = interestDue(early, dateAfter(30), half);
    // 2.8 % of 200,000 yen for 31 days are 475.6, of which the part pays 237 and no fraction.
    expect(due.interest).toBe(237n);
    const later = { ...early, ...due, borrowedLeft: minor(100_000n) };
    // 30.7 of four days, and the 0.8 that the part has left unpaid.
    expect(interestNow(later, then)).toBe(31n);
    expect(interestNow(later, instantOf("jpy", dateAfter(30), "10:00"))).toBe(238n);
  });

  it("of a moment that has passed is never below nothing, after shares were added", () => {
    const early = opened("jpy");
    const then = instantOf("jpy", dateAfter(3), "10:00");
    const grown = {
      ...early,
      ...accrueThrough(early, dateAfter(30)),
      borrowedLeft: minor(400_000n),
    };
    expect(interestNow(grown, then)).toBe(0n);
  });

  it("counts the market's own days: New York's evening is Tokyo's morning", () => {
    // 21:00 in New York on the 20th, 11:00 in Tokyo on the 21st.
    const at = Date.parse("2026-11-21T02:00:00Z");
    expect(interestNow(opened("usd"), at)).toBe(0n);
    expect(interestNow(opened("jpy"), at)).toBe(30n);
  });
});
