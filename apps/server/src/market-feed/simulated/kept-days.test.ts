import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayMs } from "@sanshi/contract";
import { marketKeys } from "@sanshi/money";
import { setEnteredYears } from "@sanshi/rulebook";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import type { Company } from "../companies/company.ts";
import { newestEdition, openChance, secretChance, type Chance } from "./chance.ts";
import { decodeDays, encodeDays, keptDaysIn, type KeptDays } from "./kept-days.ts";
import { createMarketHistory } from "./market-history.ts";
import { createSimulatedFeed, type SimulatedFeed } from "./simulated-feed.ts";
import { createTradingCalendar, dayNumber } from "./trading-calendar.ts";

const key = Buffer.alloc(32, 7);
const noon = Date.parse("2021-03-10T12:00:00+09:00");
/** A few of each market, a split and a later listing among them. */
const companies = marketKeys.flatMap((market) => {
  const own = demoCompanies().filter((company) => company.market === market);
  const late = own.filter(({ listedOn }) => listedOn > "2020-01-01" && listedOn < "2021-03-01");
  const split = own.filter(({ splits }) => splits.length > 0).slice(0, 1);
  return [...new Set([...own.slice(0, 4), ...split, ...late])];
});

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-days-"));
  path = join(folder, "market-days");
});
afterEach(() => {
  setEnteredYears([]);
  rmSync(folder, { recursive: true, force: true });
});

type Options = {
  at?: number;
  kept?: KeptDays;
  seed?: string;
  hours?: "always" | "exchange";
  of?: readonly Company[];
};

function feed({
  at = noon,
  kept,
  seed = "kept",
  hours = "exchange",
  of = companies,
}: Options = {}) {
  const clock = { now: () => at };
  return createSimulatedFeed({ seed, hours, clock, companies: of, ...(kept && { kept }) });
}

/** Reads the newest quotes, so that today is worked out too, and all that the days hold. */
function allDays(simulated: SimulatedFeed) {
  return {
    quotes: simulated.snapshot(),
    indexes: simulated.indexes(),
    days: marketKeys.flatMap((market) =>
      simulated.histories[market].tracks.map(({ company, values }) => [
        company.code,
        [...values.subarray(0, 6 * 330)],
      ]),
    ),
  };
}

/** Counts what is read and written. */
function counted(kept: KeptDays) {
  const counts = { read: 0, written: 0 };
  return {
    counts,
    read: () => {
      counts.read += 1;
      return kept.read();
    },
    write: (days: Buffer) => {
      counts.written += 1;
      return kept.write(days);
    },
  };
}

describe.each(["always", "exchange"] as const)("with hours %s", (hours) => {
  it("goes on from kept days as from its own, days later too", async () => {
    const kept = keptDaysIn(path, () => key);
    const first = feed({ kept, hours });
    allDays(first);
    await first.keepDays();
    for (const at of [noon, noon + dayMs, noon + 40 * dayMs]) {
      expect(allDays(feed({ kept, hours, at }))).toEqual(allDays(feed({ hours, at })));
    }
    // And on from there.
    const later = feed({ kept, hours, at: noon + 40 * dayMs });
    allDays(later);
    await later.keepDays();
    const at = noon + 41 * dayMs;
    expect(allDays(feed({ kept, hours, at }))).toEqual(allDays(feed({ hours, at })));
  });
});

it("keeps no day that is not over", async () => {
  const kept = keptDaysIn(path, () => key);
  const simulated = feed({ kept });
  allDays(simulated);
  await simulated.keepDays();
  const calendars = marketKeys.map((market) => simulated.histories[market].calendar);
  const current = { chance: openChance("kept"), calendars, now: noon };
  const found = decodeDays(kept.read(), current);
  for (const market of marketKeys) {
    const { calendar } = simulated.histories[market];
    expect(found?.[market].days).toBe(calendar.indexAt(noon));
    for (const { company } of simulated.histories[market].tracks) {
      expect(found?.[market].stockOf(company)?.values).toHaveLength(6 * calendar.indexAt(noon));
    }
  }
});

it("does not use what is ahead of the clock", async () => {
  const kept = keptDaysIn(path, () => key);
  const ahead = feed({ kept, at: noon + 10 * dayMs });
  allDays(ahead);
  await ahead.keepDays();
  expect(allDays(feed({ kept }))).toEqual(allDays(feed()));
  // No process knows what a secret day ahead follows from.
  const open = openChance("kept");
  const today = dayNumber("2021-03-10");
  const of = (day: number) => {
    if (day > today) throw new Error("the part of a day ahead was asked for");
    return open.of(day);
  };
  const options = { hours: "exchange", clock: { now: () => noon }, companies } as const;
  const chance = { ...open, of };
  expect(allDays(createSimulatedFeed({ ...options, chance, kept }))).toEqual(allDays(feed()));
});

it("works out alone what was not kept: another company, and one that has changed", async () => {
  const kept = keptDaysIn(path, () => key);
  const first = feed({ kept, of: companies.slice(1) });
  allDays(first);
  await first.keepDays();
  const changed = companies.map((company, index) =>
    index === 2 ? { ...company, dividendPercent: company.dividendPercent + 1 } : company,
  );
  expect(allDays(feed({ kept, of: changed }))).toEqual(allDays(feed({ of: changed })));
});

it("writes once a day and not at every look", async () => {
  const kept = counted(keptDaysIn(path, () => key));
  const first = feed({ kept });
  allDays(first);
  await first.keepDays();
  await first.keepDays();
  expect(kept.counts).toEqual({ read: 1, written: 1 });
  const second = feed({ kept });
  allDays(second);
  await second.keepDays();
  expect(kept.counts).toEqual({ read: 2, written: 1 });
  const third = feed({ kept, at: noon + dayMs });
  allDays(third);
  await third.keepDays();
  expect(kept.counts).toEqual({ read: 3, written: 2 });
});

describe("works all days out where the file", () => {
  const expectOwnDays = (kept: KeptDays, options: Options = {}) =>
    expect(allDays(feed({ ...options, kept }))).toEqual(allDays(feed(options)));

  beforeEach(async () => {
    const first = feed({ kept: keptDaysIn(path, () => key) });
    allDays(first);
    await first.keepDays();
  });

  it("was changed in a single bit", () => {
    const bytes = readFileSync(path);
    bytes[bytes.length - 9]! ^= 1;
    writeFileSync(path, bytes);
    const kept = keptDaysIn(path, () => key);
    expect(kept.read()).toBeNull();
    expectOwnDays(kept);
  });

  it("is cut short, empty or not there", () => {
    const bytes = readFileSync(path);
    for (const length of [bytes.length - 1, 20, 0]) {
      writeFileSync(path, bytes.subarray(0, length));
      expectOwnDays(keptDaysIn(path, () => key));
    }
    rmSync(path);
    expectOwnDays(keptDaysIn(path, () => key));
  });

  it("was written with another key", () => {
    expectOwnDays(keptDaysIn(path, () => Buffer.alloc(32, 8)));
  });

  it("is of other chance or other hours", () => {
    const kept = keptDaysIn(path, () => key);
    expectOwnDays(kept, { seed: "another" });
    expectOwnDays(kept, { hours: "always" });
  });

  it("is of another release, which works one company's days out in another way", () => {
    const one = companies[0]!;
    const calendar = createTradingCalendar(one.market, "exchange");
    const today = calendar.indexAt(noon);
    const whole = feed();
    allDays(whole);
    const own = companies.filter(({ market }) => market === one.market);
    const history = createMarketHistory(own, calendar, openChance("kept"), today);
    history.reach(today);
    history.tracks[0]!.values[5] = history.tracks[0]!.values[5]! + 1;
    const forged = (release?: string) =>
      encodeDays({ ...whole.histories, [one.market]: history }, release);
    const keptAs = (days: Buffer | null) => ({ read: () => days, write: () => Promise.resolve() });
    expectOwnDays(keptAs(forged("another release")));
    // It is the release alone that tells them.
    expect(allDays(feed({ kept: keptAs(forged()) }))).not.toEqual(allDays(feed()));
  });

  it("is of a calendar that is not entered any more, as in an older copy of the database", async () => {
    const closed = { market: "cny", date: "2021-03-03" } as const;
    const kept = keptDaysIn(path, () => key);
    setEnteredYears([], [closed]);
    const other = feed({ kept });
    allDays(other);
    await other.keepDays();
    expect(allDays(feed({ kept }))).toEqual(allDays(other));
    setEnteredYears([]);
    expect(allDays(other)).not.toEqual(allDays(feed()));
    expectOwnDays(kept);
  });

  it("is of another secret that began on the same day", async () => {
    const secretFrom = dayNumber("2021-03-01");
    const of = (name: string): Chance =>
      secretChance({
        ...{ edition: newestEdition, pastSeed: "past", secretFrom, pinnedAt: 0 },
        partOf: (day) => createHash("sha256").update(`${name} ${day}`).digest(),
      });
    const options = { hours: "exchange", clock: { now: () => noon }, companies } as const;
    const kept = keptDaysIn(path, () => key);
    const first = createSimulatedFeed({ ...options, chance: of("first"), kept });
    allDays(first);
    await first.keepDays();
    const start = (chance: Chance, more = {}) =>
      allDays(createSimulatedFeed({ ...options, chance, ...more }));
    expect(start(of("second"), { kept })).toEqual(start(of("second")));
    // Of the same secret they are used: nothing has been worked out yet.
    const again = createSimulatedFeed({ ...options, chance: of("first"), kept });
    expect(again.histories.cny.daysOver()).toBe(first.histories.cny.daysOver());
  });

  it("is larger than any that is kept", () => {
    truncateSync(path, 3 * 2 ** 30);
    expectOwnDays(keptDaysIn(path, () => key));
  });

  it("says what nobody can read", () => {
    const kept = keptDaysIn(path, () => key);
    const bytes = kept.read()!;
    const end = bytes.indexOf("\n") + 1;
    const head = JSON.parse(bytes.toString("utf8", 0, end)) as { release: string };
    const withHead = (text: object) => Buffer.from(`${JSON.stringify(text)}\n`);
    for (const days of [
      Buffer.alloc(0),
      Buffer.from("null\n"),
      bytes.subarray(0, end + 100_001),
      withHead({ ...head, markets: {} }),
      withHead({ ...head, markets: [] }),
    ]) {
      expectOwnDays({ read: () => days, write: () => Promise.resolve() });
    }
  });
});
