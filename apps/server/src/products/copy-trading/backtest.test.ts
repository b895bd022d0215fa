import { dayMs, minuteMs } from "@sanshi/contract";
import { dateBegins, marketDate } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";
import { backtest, type TestedMinutes } from "./backtest.ts";
import { historyOf } from "./past-market.ts";
import { strategies } from "./strategies/index.ts";

const now = Date.parse("2026-06-01T04:00:00Z");
const feed = createSimulatedFeed({ seed: "minutes", hours: "exchange", clock: { now: () => now } });
const today = marketDate("jpy", now, "exchange");
const at = (day: string, minute: number) => dateBegins("jpy", day, "exchange") + minute * minuteMs;
const of: TestedMinutes["of"] = (code, day) => feed.minutes?.("jpy", code, day) ?? null;
const terms = { managementBasisPoints: 100, performanceBasisPoints: 1_000 };

async function past() {
  const instruments = feed.instruments().filter(({ market }) => market === "jpy");
  const before = dateBegins("jpy", today, "exchange") + dayMs;
  const histories = await historyOf(feed, instruments, { before, limit: 160 });
  const dates = new Set(
    histories.flatMap(({ bars }) => bars.map(({ tradingDate }) => tradingDate)),
  );
  const days = [...dates]
    .filter((day) => day < today)
    .toSorted()
    .slice(-60);
  return { histories, days };
}

describe("a back-test over minutes", () => {
  it("comes to what one over days does where it decides at the first and is valued at the last, and no lower within", async () => {
    const { histories, days } = await past();
    for (const strategy of [strategies.equal_weight, strategies.yesterdays_winners]) {
      const daily = [...backtest("jpy", strategy, histories, { days, terms })];
      const whole = { of, decidesAt: () => 0, valuedAt: () => Infinity };
      const minutes = [...backtest("jpy", strategy, histories, { days, terms, minutes: whole })];
      expect(minutes.map(({ low: _low, ...day }) => day)).toEqual(daily);
      expect(minutes.every(({ low = Infinity, value }) => low <= value)).toBe(true);
      expect(minutes.some(({ low = Infinity, value }) => low < value)).toBe(true);
      // At its own moments it meets other prices.
      const own = {
        ...{ of, decidesAt: (day: string) => at(day, 810) },
        valuedAt: (day: string) => at(day, 840),
      };
      const later = [...backtest("jpy", strategy, histories, { days, terms, minutes: own })];
      expect(later).not.toEqual(minutes);
      expect(later).toHaveLength(daily.length);
    }
  });

  it("is told nothing of a day that still runs or lies ahead", () => {
    const tomorrow = new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10);
    expect(of("7203", today)).toBeNull();
    expect(of("7203", tomorrow)).toBeNull();
    expect(of("7203", "2026-05-30")).toBeNull();
    expect(of("0000", "2026-05-29")).toBeNull();
    expect(of("7203", "2026-05-29")?.starts.length).toBeGreaterThan(300);
  });
});
