import { expectedYear, setEnteredYears, type EnteredYear } from "@sanshi/rulebook";
import { afterEach, expect, it } from "vitest";
import type { Bar } from "../market-feed.ts";
import { openChance } from "./chance.ts";
import { createSimulatedFeed } from "./simulated-feed.ts";

afterEach(() => setEnteredYears([]));

const chance = openChance("entered years");
const shanghai = (day: string) => Date.parse(`${day}T18:00:00+08:00`);
const feedAt = (clock: { now(): number }) =>
  createSimulatedFeed({ chance, hours: "exchange", clock, newcomers: false });

async function days(feed: ReturnType<typeof feedAt>, before: number): Promise<readonly Bar[]> {
  return feed.bars({ market: "cny", code: "600519", period: "1d", before, limit: 400 });
}

/** February without its holidays, and a week of July closed. */
const entered: EnteredYear = {
  market: "cny",
  year: 2027,
  holdsFrom: "2027-01-16",
  closedDays: (expectedYear("cny", 2027) ?? [])
    .map(({ date }) => date)
    .filter((date) => !date.startsWith("2027-02"))
    .concat("2027-07-05", "2027-07-06", "2027-07-07"),
  halfDays: [],
  source: "a notice",
};

it("a year that is entered changes no price that there was, and the same ones follow in every process", async () => {
  const clock = { at: shanghai("2027-01-15"), now: () => clock.at };
  const running = feedAt(clock);
  const past = await days(running, clock.at);
  setEnteredYears([entered]);
  expect(await days(running, clock.at)).toEqual(past);
  clock.at = shanghai("2027-08-20");
  const followed = await days(running, clock.at);
  const started = await days(feedAt(clock), clock.at);
  expect(followed).toEqual(started);
  const dates = followed.map(({ tradingDate }) => tradingDate);
  expect(dates).toContain("2027-02-10");
  expect(dates).not.toContain("2027-07-06");
  // A day's turnover is told minute by minute while it is the last.
  const kept = followed.filter(({ tradingDate }) => tradingDate < "2027-01-15");
  expect(kept).toEqual(past.slice(-1 - kept.length, -1));
});
