import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { dayMs } from "@sanshi/contract";
import { marketKeys } from "@sanshi/money";
import { setEnteredYears } from "@sanshi/rulebook";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import type { Company } from "../companies/company.ts";
import { newestEdition, openChance, secretChance, type Chance } from "./chance.ts";
import { decidingSources, decodeDays, encodeDays, keptDaysIn, type KeptDays } from "./kept-days.ts";
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

function calendarsOf({ histories }: SimulatedFeed) {
  return marketKeys.map((market) => histories[market].calendar);
}

/** Reads the newest quotes, so that today is worked out too, and all that the days hold. */
function allDays(simulated: SimulatedFeed) {
  return {
    quotes: simulated.snapshot(),
    indexes: simulated.indexes(),
    days: marketKeys.flatMap((market) => {
      const history = simulated.histories[market];
      return history.tracks.map((track) => [
        track.company.code,
        Array.from({ length: 330 }, (_, index) => history.day(track, index)),
      ]);
    }),
  };
}

/** Counts how often one of the files is read and written. */
function counted(kept: KeptDays, name: keyof KeptDays) {
  const counts = { read: 0, written: 0 };
  const file: KeptDays[typeof name] = {
    read: () => {
      counts.read += 1;
      return kept[name].read();
    },
    write: (bytes) => {
      counts.written += 1;
      return kept[name].write(bytes);
    },
  };
  return { counts, kept: { ...kept, [name]: file } };
}

/** As it was kept, but for the days that are over. */
function withDays(days: Buffer | null): KeptDays {
  const kept = keptDaysIn(folder, () => key);
  return { ...kept, over: { read: () => days, write: () => Promise.resolve() } };
}

/** What a market keeps that has worked out all its days by a moment. */
async function keptAt(at: number): Promise<KeptDays> {
  const kept = keptDaysIn(folder, () => key);
  const simulated = feed({ at, kept });
  allDays(simulated);
  await simulated.keepDays();
  return kept;
}

describe.each(["always", "exchange"] as const)("with hours %s", (hours) => {
  it("goes on from kept days as from its own, days later too", async () => {
    const kept = keptDaysIn(folder, () => key);
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
  const kept = keptDaysIn(folder, () => key);
  const simulated = feed({ kept });
  allDays(simulated);
  await simulated.keepDays();
  const current = { chance: openChance("kept"), calendars: calendarsOf(simulated), now: noon };
  const found = decodeDays(kept, current);
  for (const market of marketKeys) {
    const { calendar } = simulated.histories[market];
    expect(found?.[market].days).toBe(calendar.indexAt(noon));
    for (const { company } of simulated.histories[market].tracks) {
      expect(found?.[market].stockOf(company)?.values).toHaveLength(6 * calendar.indexAt(noon));
    }
  }
});

it("keeps days with numbers that take more than four bytes", async () => {
  const of = [{ ...companies[0]!, sharesMillions: 50_000_000 }, ...companies.slice(1)];
  const kept = keptDaysIn(folder, () => key);
  const simulated = feed({ kept, of });
  const own = allDays(simulated);
  await simulated.keepDays();
  const { market } = of[0]!;
  const { tracks } = simulated.histories[market];
  const track = tracks.find(({ company }) => company.code === of[0]!.code)!;
  expect(simulated.histories[market].day(track, 0)!.volume).toBeGreaterThan(2 ** 32);
  expect(allDays(feed({ kept, of }))).toEqual(own);
  const current = { chance: openChance("kept"), calendars: calendarsOf(simulated), now: noon };
  const found = decodeDays(kept, current);
  const widths = tracks.map(
    ({ company }) => found?.[market].stockOf(company)?.values.BYTES_PER_ELEMENT,
  );
  expect(widths).toEqual(tracks.map(({ company }) => (company.code === of[0]!.code ? 8 : 4)));
});

it("belongs to a release of each source that decides on days and their numbers", () => {
  const sources = decidingSources().map(({ path: source }) => source);
  // They read days, and make none.
  const readers = ["market-feed.ts", "passed-auctions.ts"];
  const feedFolder = join(import.meta.dirname, "..");
  const imported = sources.flatMap((source) =>
    [...readFileSync(source, "utf8").matchAll(/^(?:import|export) (?!type)[^;]* from "(\..+)"/gm)]
      .map(([, name]) => join(source, "..", name!))
      .filter(
        (file) => file.startsWith(feedFolder) && !readers.includes(relative(feedFolder, file)),
      ),
  );
  expect(imported.length).toBeGreaterThan(30);
  expect(imported.filter((file) => !sources.includes(file))).toEqual([]);
});

it("does not use what is ahead of the clock", async () => {
  const kept = keptDaysIn(folder, () => key);
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
  const kept = keptDaysIn(folder, () => key);
  const first = feed({ kept, of: companies.slice(1) });
  allDays(first);
  await first.keepDays();
  const changed = companies.map((company, index) =>
    index === 2 ? { ...company, dividendPercent: company.dividendPercent + 1 } : company,
  );
  expect(allDays(feed({ kept, of: changed }))).toEqual(allDays(feed({ of: changed })));
});

it("writes once a day and not at every look", async () => {
  const { kept, counts } = counted(
    keptDaysIn(folder, () => key),
    "over",
  );
  const first = feed({ kept });
  allDays(first);
  await first.keepDays();
  await first.keepDays();
  expect(counts).toEqual({ read: 1, written: 1 });
  const second = feed({ kept });
  allDays(second);
  await second.keepDays();
  expect(counts).toEqual({ read: 2, written: 1 });
  const third = feed({ kept, at: noon + dayMs });
  allDays(third);
  await third.keepDays();
  expect(counts).toEqual({ read: 3, written: 2 });
});

describe("works all days out where the file", () => {
  const expectOwnDays = (kept: KeptDays, options: Options = {}) =>
    expect(allDays(feed({ ...options, kept }))).toEqual(allDays(feed(options)));

  beforeEach(async () => {
    const first = feed({ kept: keptDaysIn(folder, () => key) });
    allDays(first);
    await first.keepDays();
  });

  it("was changed in a single bit", () => {
    const bytes = readFileSync(path);
    bytes[bytes.length - 9]! ^= 1;
    writeFileSync(path, bytes);
    const kept = keptDaysIn(folder, () => key);
    expect(kept.over.read()).toBeNull();
    expectOwnDays(kept);
  });

  it("is cut short, empty or not there", () => {
    const bytes = readFileSync(path);
    for (const length of [bytes.length - 1, 20, 0]) {
      writeFileSync(path, bytes.subarray(0, length));
      expectOwnDays(keptDaysIn(folder, () => key));
    }
    rmSync(path);
    expectOwnDays(keptDaysIn(folder, () => key));
  });

  it("was written with another key", () => {
    expectOwnDays(keptDaysIn(folder, () => Buffer.alloc(32, 8)));
  });

  it("is of other chance or other hours", () => {
    const kept = keptDaysIn(folder, () => key);
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
    expectOwnDays(withDays(forged("another release")));
    // It is the release alone that tells them.
    expect(allDays(feed({ kept: withDays(forged()) }))).not.toEqual(allDays(feed()));
  });

  it("is of a calendar that is not entered any more, as in an older copy of the database", async () => {
    const closed = { market: "cny", date: "2021-03-03" } as const;
    const kept = keptDaysIn(folder, () => key);
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
    const kept = keptDaysIn(folder, () => key);
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
    expectOwnDays(keptDaysIn(folder, () => key));
  });

  it("says what nobody can read", () => {
    const kept = keptDaysIn(folder, () => key);
    const bytes = kept.over.read()!;
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
      expectOwnDays(withDays(days));
    }
  });
});

describe("goes on from what today added up to", () => {
  const minute = 60_000;

  /** The quotes, and the bars of each minute so far. */
  function today(simulated: SimulatedFeed, at: number) {
    const bars = companies.map(({ market, code }) =>
      simulated.bars({ market, code, period: "1m", before: at + minute, limit: 400 }),
    );
    return [simulated.snapshot(), simulated.indexes(), bars];
  }

  function withToday(kept: KeptDays, change: (kept: Kept) => unknown): KeptDays {
    const bytes = Buffer.from(
      JSON.stringify(change(JSON.parse(String(kept.today.read())) as Kept)),
    );
    return { ...kept, today: { read: () => bytes, write: () => Promise.resolve() } };
  }
  type Kept = {
    release: string;
    markets: { about: string; index: number; stocks: Record<string, { turnover: number }> }[];
  };

  it("to the digit, at any later and earlier moment", async () => {
    const begins = Date.parse("2021-03-10T09:00:00+09:00");
    const moments = [0, 46, 171, 1_100].map((after) => begins + after * minute + 41_000);
    const expected = moments.map((at) => today(feed({ at }), at));
    for (const keptAfter of [0, 45, 331]) {
      const kept = await keptAt(begins + keptAfter * minute + 20_000);
      for (const [place, at] of moments.entries()) {
        expect(today(feed({ at, kept }), at)).toEqual(expected[place]);
      }
    }
  });

  it("sums up no trade again that was summed up", async () => {
    const kept = await keptAt(noon);
    const more = withToday(kept, ({ release, markets }) => {
      for (const { stocks } of markets)
        for (const sums of Object.values(stocks)) sums.turnover += 7;
      return { release, markets };
    });
    const turnovers = (simulated: SimulatedFeed) =>
      simulated.snapshot().map(({ turnoverMinor }) => turnoverMinor);
    const own = turnovers(feed());
    expect(own).not.toHaveLength(0);
    expect(turnovers(feed({ kept: more }))).toEqual(own.map((sum) => sum + 7n));
  });

  it.each([
    ["another release", (kept: Kept) => ({ ...kept, release: "another" })],
    [
      "other chance",
      (kept: Kept) => ({
        ...kept,
        markets: kept.markets.map((market) => ({ ...market, about: "other" })),
      }),
    ],
    [
      "a day that is ahead",
      (kept: Kept) => ({
        ...kept,
        markets: kept.markets.map((market) => ({ ...market, index: market.index + 1 })),
      }),
    ],
    ["nobody", () => null],
    ["nothing", () => ({})],
  ])("not where it is of %s", async (_name, change) => {
    const kept = withToday(await keptAt(noon), (read) => {
      for (const { stocks } of read.markets) {
        for (const sums of Object.values(stocks)) sums.turnover += 7;
      }
      return change(read);
    });
    expect(allDays(feed({ kept }))).toEqual(allDays(feed()));
  });

  it("writes it only where something was traded since", async () => {
    const { kept, counts } = counted(
      keptDaysIn(folder, () => key),
      "today",
    );
    let at = Date.parse("2021-03-10T16:00:00+09:00");
    const simulated = createSimulatedFeed({
      ...{ seed: "kept", hours: "exchange", clock: { now: () => at } },
      ...{ companies, kept },
    });
    for (const moved of [0, 10 * minute, 30 * minute]) {
      at += moved;
      simulated.poll();
      await simulated.keepDays();
    }
    expect(counts.written).toBe(1);
    at += 16 * 60 * minute + 30 * minute;
    simulated.poll();
    await simulated.keepDays();
    expect(counts.written).toBe(2);
  });
});

describe("draws no minute again that was drawn", () => {
  type Head = {
    release: string;
    markets: { about: string; index: number; count: number; stocks: object[] }[];
  };

  /** The high of the first stock's first minute is another, and so is what stands before. */
  function withMinutes(kept: KeptDays, change: (head: Head) => unknown = (head) => head): KeptDays {
    const bytes = kept.minutes.read()!;
    const end = bytes.indexOf("\n");
    const head = JSON.parse(bytes.toString("utf8", 0, end)) as Head;
    const series = Buffer.from(bytes.subarray(end + 1));
    const place = head.markets[0]!.count * 4;
    series.writeUInt32LE(series.readUInt32LE(place) * 2, place);
    const changed = Buffer.concat([Buffer.from(`${JSON.stringify(change(head))}\n`), series]);
    return { ...kept, minutes: { read: () => changed, write: () => Promise.resolve() } };
  }

  /** Before the first trade of the next day in Tokyo. */
  const morning = Date.parse("2021-03-11T06:30:00+09:00");

  it("but takes what was kept, until the next day is traded", async () => {
    const kept = await keptAt(noon);
    expect(allDays(feed({ at: morning, kept }))).toEqual(allDays(feed({ at: morning })));
    expect(allDays(feed({ at: morning, kept: withMinutes(kept) }))).not.toEqual(
      allDays(feed({ at: morning })),
    );
    // The day after it is another one's.
    const at = morning + dayMs;
    expect(allDays(feed({ at, kept: withMinutes(kept) }))).toEqual(allDays(feed({ at })));
  });

  it("and keeps numbers that take more than four bytes", async () => {
    const of = [{ ...companies[0]!, sharesMillions: 500_000_000_000 }, ...companies.slice(1)];
    const kept = keptDaysIn(folder, () => key);
    const first = feed({ kept, of });
    const own = allDays(first);
    await first.keepDays();
    const head = kept.minutes.read()!.toString().split("\n", 1)[0]!;
    expect(head).toContain("true");
    expect(allDays(feed({ kept, of }))).toEqual(own);
  });

  it.each([
    ["of another release", (head: Head) => ({ ...head, release: "another" })],
    [
      "of other chance",
      (head: Head) => ({
        ...head,
        markets: head.markets.map((market) => ({ ...market, about: "other" })),
      }),
    ],
    [
      "of a day that is ahead",
      (head: Head) => ({
        ...head,
        markets: head.markets.map((market) => ({ ...market, index: market.index + 1 })),
      }),
    ],
    [
      "cut short",
      (head: Head) => ({
        ...head,
        markets: head.markets.map((market) => ({ ...market, count: market.count + 1 })),
      }),
    ],
    ["of nobody", () => null],
    ["nothing", () => ({})],
  ])("not where it is %s", async (_name, change) => {
    const kept = withMinutes(await keptAt(noon), change);
    expect(allDays(feed({ at: morning, kept }))).toEqual(allDays(feed({ at: morning })));
  });

  it("and writes them once a day", async () => {
    const { kept, counts } = counted(
      keptDaysIn(folder, () => key),
      "minutes",
    );
    let at = noon;
    const start = () =>
      createSimulatedFeed({
        ...{ seed: "kept", hours: "always", clock: { now: () => at } },
        ...{ companies, kept },
      });
    const simulated = start();
    for (const [expected, moved] of [
      [1, 0],
      [1, 60_000],
      [2, dayMs],
      [2, 60_000],
    ] as const) {
      at += moved;
      simulated.poll();
      await simulated.keepDays();
      expect(counts.written).toBe(expected);
    }
    const again = start();
    again.poll();
    await again.keepDays();
    expect(counts.written).toBe(2);
  });
});
