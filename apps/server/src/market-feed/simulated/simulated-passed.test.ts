import { price } from "@sanshi/money";
import { expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import type { Quote } from "../market-feed.ts";
import { createSimulatedFeed } from "./simulated-feed.ts";

const code = "7203";
const companies = demoCompanies().filter((one) => one.market === "jpy" && one.code === code);

function feedAt(moment: number) {
  const clock = { moment, now: () => clock.moment };
  return {
    clock,
    feed: createSimulatedFeed({ seed: "passed", hours: "always", clock, companies }),
  };
}
const begun = Date.parse("2026-11-18T23:40:00+09:00");
const twoHoursMs = 7_200_000;
const everything = { atOrBelow: price(2n ** 62n), atOrAbove: price(0n) };

/** What a clock delivers that goes on by itself, over a midnight. */
function delivered(): Quote[] {
  const { clock, feed } = feedAt(begun);
  const quotes: Quote[] = [];
  feed.start((some) => quotes.push(...some));
  quotes.length = 0;
  for (const end = begun + twoHoursMs; clock.moment < end;) {
    clock.moment += 1_000;
    feed.poll();
  }
  feed.stop();
  return quotes;
}

/** What a clock that leapt has passed over, from its last quote on. */
function passed(waitedFor = everything) {
  const { clock, feed } = feedAt(begun);
  const landed: Quote[] = [];
  const [before] = feed.snapshot();
  feed.start((some) => landed.push(...some));
  clock.moment = begun + twoHoursMs;
  feed.poll();
  feed.stop();
  const [quote] = landed.slice(-1);
  expect(quote!.leaptFrom!.sequence).toBe(before!.sequence);
  const question = { market: "jpy", code, after: before!.sequence, until: quote!.at } as const;
  return [...feed.passed!({ ...question, waitedFor: () => waitedFor })];
}

it("a leap passes over just what would have been delivered", () => {
  const all = delivered();
  expect(all.length).toBeGreaterThan(1_000);
  expect(passed()).toEqual(all);
});

it("what reaches a price that is waited for is left out by none", () => {
  const all = delivered();
  const sorted = all.map(({ last }) => last).toSorted((one, other) => Number(one - other));
  const atOrBelow = sorted[Math.floor(sorted.length / 100)]!;
  const atOrAbove = sorted[Math.floor((sorted.length * 99) / 100)]!;
  const reached = all.filter(({ last }) => last <= atOrBelow || last >= atOrAbove);
  expect(passed({ atOrBelow, atOrAbove })).toEqual(reached);
});
