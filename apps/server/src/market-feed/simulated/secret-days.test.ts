import { dayMs } from "@sanshi/contract";
import { createHash } from "node:crypto";
import { currencies } from "@sanshi/money";
import { isOnTick } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import { createSimulatedFx } from "../fx/simulated-fx.ts";
import type { Bar, Listing } from "../market-feed.ts";
import { openChance, secretChance } from "./chance.ts";
import { createSimulatedFeed } from "./simulated-feed.ts";
import { dayNumber } from "./trading-calendar.ts";

const few = demoCompanies().filter(({ code }) =>
  ["7203", "9166", "AAPL", "F", "600519", "688795"].includes(code),
);
const secretFrom = dayNumber("2026-11-21");
const pinnedAt = Date.parse("2026-11-20T05:15:00Z");
/** The last moment of a date in the market whose date ends last. */
const endIn = { jpy: "T14:59:59Z", cny: "T15:59:59Z", usd: "T23:59:59-05:00" } as const;

type Parts = (day: number) => Buffer;
const partsOf =
  (name: string): Parts =>
  (day) =>
    createHash("sha256").update(`${name} ${day}`).digest();

/** Parts that are one instance's up to a day, and another's afterwards. */
const forked =
  (name: string, until: number, other: string): Parts =>
  (day) =>
    partsOf(day <= until ? name : other)(day);

/** Parts of which those after a day are not known. */
const revealed =
  (name: string, until: number): Parts =>
  (day) => {
    if (day > until) throw new Error(`asked for day ${day}`);
    return partsOf(name)(day);
  };

const chanceOf = (partOf: Parts) =>
  secretChance({ edition: 2, pastSeed: "sanshi", secretFrom, pinnedAt, partOf });

function feedAt(moment: number, partOf: Parts, hours: "always" | "exchange" = "always") {
  const clock = { moment, now: () => clock.moment };
  const options = { hours, clock, companies: few };
  return { clock, feed: createSimulatedFeed({ ...options, chance: chanceOf(partOf) }) };
}

/** Each stock's days and last minutes as they stand at the end of a date. */
function endOf(date: string, partOf: Parts, hours: "always" | "exchange" = "always") {
  return few.map(({ market, code }) => {
    const moment = Date.parse(`${date}${endIn[market]}`);
    const { feed } = feedAt(moment, partOf, hours);
    return (["1d", "1m"] as const).map(
      (period) =>
        feed.bars({ market, code, period, before: moment + 1, limit: 500 }) as readonly Bar[],
    );
  });
}

const ratesOn = (moment: number, partOf: Parts) =>
  createSimulatedFx(chanceOf(partOf)).ratesAt(moment)!.perDollar;

describe("days that have a secret part", () => {
  const until = dayNumber("2026-12-01");

  it.each(["always", "exchange"] as const)(
    "follow from the parts up to them and from nothing that is revealed later (hours: %s)",
    (hours) => {
      const whole = endOf("2026-12-01", partsOf("one"), hours);
      expect(endOf("2026-12-01", revealed("one", until), hours)).toEqual(whole);
      expect(endOf("2026-12-01", forked("one", until, "other"), hours)).toEqual(whole);
    },
  );

  it("are left open by everything that was revealed: two instances part on the very next day", () => {
    const [one, other] = [partsOf("one"), forked("one", until, "other")].map((parts) =>
      endOf("2026-12-02", parts),
    );
    for (const [stock] of few.entries()) {
      const [days, otherDays] = [one![stock]![0]!, other![stock]![0]!];
      expect(days.slice(0, -1)).toEqual(otherDays.slice(0, -1));
      expect(days.at(-1)!.tradingDate).toBe("2026-12-02");
      expect(days.at(-1)!.close).not.toBe(otherDays.at(-1)!.close);
      const opening = (bars: readonly Bar[]) =>
        bars.filter(({ tradingDate }) => tradingDate === "2026-12-02").slice(0, 30);
      expect(opening(one![stock]![1]!)).not.toEqual(opening(other![stock]![1]!));
    }
  });

  it("cannot be computed before their part is known", () => {
    const { clock, feed } = feedAt(pinnedAt, revealed("one", until));
    clock.moment = Date.parse("2026-12-01T12:00:00Z");
    expect(feed.snapshot()).toHaveLength(few.length);
    clock.moment += dayMs;
    expect(() => feed.snapshot()).toThrow(`asked for day ${until + 1}`);
  });

  it("decide the reference rates alike", () => {
    const end = (until + 1) * dayMs - 1_000;
    const rates = ratesOn(end, partsOf("one"));
    expect(ratesOn(end, revealed("one", until))).toEqual(rates);
    expect(ratesOn(end, forked("one", until, "other"))).toEqual(rates);
    const later = end + dayMs / 2;
    expect(ratesOn(later, forked("one", until, "other"))).not.toEqual(
      ratesOn(later, partsOf("one")),
    );
  });

  it("go on from the past: it stays what it was, and no price leaps where the secret begins", () => {
    const moment = Date.parse("2026-11-22T12:00:00Z");
    const { feed } = feedAt(moment, partsOf("one"));
    const old = createSimulatedFeed({
      seed: "sanshi",
      hours: "always",
      companies: few,
      clock: { now: () => moment },
    });
    for (const { market, code } of few) {
      const [days, before] = [feed, old].map(
        (one) =>
          one.bars({ market, code, period: "1d", before: moment, limit: 3_000 }) as readonly Bar[],
      );
      const isPast = ({ tradingDate }: Bar) => tradingDate < "2026-11-21";
      expect(days!.filter(isPast)).toEqual(before!.filter(isPast));
      const seam = days!.findIndex(({ tradingDate }) => tradingDate === "2026-11-21");
      const move = Number(days![seam]!.open) / Number(days![seam - 1]!.close) - 1;
      expect(Math.abs(move)).toBeLessThan(0.12);
      expect(days![seam]!.close).not.toBe(before![seam]!.close);
      expect(
        isOnTick(days![seam]!.close, {
          ...few.find((one) => one.code === code)!,
          date: "2026-11-21",
        }),
      ).toBe(true);
    }
  });

  it("let the reference rates go on where they were, and wander as before", () => {
    const fx = createSimulatedFx(chanceOf(partsOf("one")));
    const seam = secretFrom * dayMs;
    const old = createSimulatedFx(openChance("sanshi"));
    expect(fx.ratesAt(seam - 5_000)).toEqual(old.ratesAt(seam - 5_000));
    let before = fx.ratesAt(seam - 60_000)!;
    for (let step = 0; step < 2_000; step += 1) {
      const rates = fx.ratesAt(seam + step * 60_000)!;
      for (const currency of currencies) {
        const [now, then] = [rates.perDollar[currency], before.perDollar[currency]].map(Number);
        expect(Math.abs(now! / then! - 1)).toBeLessThan(0.003);
      }
      before = rates;
    }
    const yen = Array.from({ length: 3_000 }, (_, day) => {
      const { perDollar } = fx.ratesAt(seam + day * dayMs)!;
      return Number(perDollar.JPY) / 160.77e6;
    });
    expect(Math.min(...yen)).toBeGreaterThan(0.7);
    expect(Math.max(...yen)).toBeLessThan(1.4);
    const moves = yen.slice(1).map((value, day) => (value / yen[day]! - 1) ** 2);
    const usual = Math.sqrt(moves.reduce((sum, square) => sum + square, 0) / moves.length);
    expect(usual).toBeGreaterThan(0.005);
    expect(usual).toBeLessThan(0.007);
  });
});

describe("a company that is added while days are secret", () => {
  const addedAt = Date.parse("2026-12-01T05:00:00Z");
  const addedOn = dayNumber("2026-12-01");
  const listing: Listing = {
    market: "jpy",
    code: "4321",
    exchange: "TSE",
    sector: "technology",
    names: { jp: "新", cn: "新", us: "New" },
    searchTerms: [],
    listedOn: "2021-01-04",
    addedAt,
  };
  function daysOf(partOf: Parts, told: Listing = listing): readonly Bar[] {
    const { feed } = feedAt(addedAt, partOf);
    feed.additions!.carry(told);
    const question = { market: "jpy", code: told.code, period: "1d", before: addedAt } as const;
    return feed.bars({ ...question, limit: 3_000 }) as readonly Bar[];
  }

  it("is drawn from the secret of its day: all that was revealed before tells nothing of it", () => {
    const days = daysOf(partsOf("one"));
    expect(days.length).toBeGreaterThan(1_000);
    // Whoever chose the code knew all parts up to the day before, and would have foreseen this history.
    const foreseen = daysOf(forked("one", addedOn - 1, "other"));
    expect(foreseen).toHaveLength(days.length);
    const same = days.filter((day, at) => day.close === foreseen[at]!.close);
    expect(same.length).toBeLessThan(days.length / 50);
    const moves = (bars: readonly Bar[]) =>
      bars.slice(1, 900).map(({ close }, at) => Number(close) / Number(bars[at]!.close) - 1);
    expect(Math.abs(correlation(moves(days), moves(foreseen)))).toBeLessThan(0.8);
  });

  it("can be checked once its day is over, by the revealed parts alone", () => {
    expect(daysOf(revealed("one", addedOn))).toEqual(daysOf(partsOf("one")));
  });

  it("is drawn from the first secret day where it was added before that has come", () => {
    const early = { ...listing, addedAt: pinnedAt + 1 };
    const priceOf = (partOf: Parts, told: Listing) => daysOf(partOf, told)[0]!.open;
    expect(priceOf(partsOf("one"), early)).not.toBe(priceOf(partsOf("other"), early));
    // What was added before anything was pinned stays as it was.
    const old = { ...listing, addedAt: pinnedAt - 1 };
    expect(priceOf(partsOf("one"), old)).toBe(priceOf(partsOf("other"), old));
  });
});

function correlation(left: readonly number[], right: readonly number[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [leftMean, rightMean] = [mean(left), mean(right)];
  const product = mean(left.map((value, at) => (value - leftMean) * (right[at]! - rightMean)));
  const spread = (values: readonly number[], middle: number) =>
    Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  return product / (spread(left, leftMean) * spread(right, rightMean));
}
