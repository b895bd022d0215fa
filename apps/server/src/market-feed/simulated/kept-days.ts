import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { yearOfDays } from "@sanshi/rulebook";
import { writeDurably } from "../../platform/durable-files.ts";
import { decrypt, encrypt } from "../../platform/sealing/cipher.ts";
import type { Company } from "../companies/company.ts";
import { areWide, bytesOf, compactNumbers } from "../compact-numbers.ts";
import type { Chance } from "./chance.ts";
import { decodeMinutes, encodeMinutes, type CompanyDay, type Naming } from "./kept-minutes.ts";
import type { FoundMarket, MarketHistory } from "./market-history.ts";
import { fields, roomDays, type DrawnDay, type KeptStock, type SoFar } from "./stock-day.ts";
import { dayNumber, historyStart, type TradingCalendar } from "./trading-calendar.ts";

/** Null where there is nothing that this market has kept. */
type KeptBytes = { read(): Buffer | null; write(bytes: Buffer): Promise<void> };

/**
 * What a simulated market keeps for the next start: its days that are over, what today's trades add up to so far, and
 * today's minutes. All of it is worked out from the market's chance alone, so a file that is missing, of another market or
 * damaged costs time and nothing else.
 */
export type KeptDays = { over: KeptBytes; today: KeptBytes; minutes: KeptBytes };

/** Of a hundred and sixty companies a year takes a megabyte and a half, and a day's minutes take five. */
const fileMegabytesMax = 256;

/** In files that nobody can change or put elsewhere unnoticed. `key` returns what documents are sealed with. */
export function keptDaysIn(folder: string, key: () => Buffer): KeptDays {
  const sealed = (name: string, purpose: string): KeptBytes => {
    const path = join(folder, name);
    return {
      read() {
        try {
          if (statSync(path).size > fileMegabytesMax * 2 ** 20) return null;
          return decrypt(key(), readFileSync(path), purpose);
        } catch {
          return null;
        }
      },
      write: (bytes) => writeDurably(path, encrypt(key(), bytes, purpose)),
    };
  };
  return {
    over: sealed("market-days", "days of the simulated market"),
    today: sealed("market-today", "today of the simulated market"),
    // With those that are still to come, as the secret that they follow from lies in the database: sealed too.
    minutes: sealed("market-minutes", "minutes of the simulated market"),
  };
}

type Histories = Record<MarketKey, MarketHistory>;
type Stock = { company: string; variance: number; anchorScale: number; isWide: boolean };
type Market = { market: MarketKey; about: string; days: number; variance: number; stocks: Stock[] };
type Head = { release: string; markets: Market[] };

/**
 * As one block of bytes: a line of JSON, then of each stock in its order six numbers a day. Null as long as a market
 * has no day that is over.
 */
export function encodeDays(histories: Histories, release = thisRelease()): Buffer | null {
  const found = marketKeys.flatMap((market) => histories[market].finished() ?? []);
  if (found.length < marketKeys.length) return null;
  const markets = found.map(({ days, variance, stocks }, index): Market => {
    const { market, calendar, chance } = histories[marketKeys[index]!];
    return {
      market,
      about: aboutDays(chance, calendar, days),
      days,
      variance,
      stocks: [...stocks].map(([company, stock]) => ({
        company: digestOf(company),
        variance: stock.variance,
        anchorScale: stock.anchorScale,
        isWide: areWide(stock.values),
      })),
    };
  });
  const head: Head = { release, markets };
  const values = found.flatMap(({ stocks }) =>
    [...stocks.values()].map((stock) => bytesOf(stock.values)),
  );
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...values]);
}

type MarketToday = {
  market: MarketKey;
  about: string;
  index: number;
  /** By company. */
  stocks: Record<string, Omit<SoFar, "index">>;
};
type Today = { release: string; markets: MarketToday[] };

/** Of the stocks that have traded on their market's newest day. */
export function onNewestDay<Day extends { company: Company; index: number }>(
  days: readonly Day[],
): Day[] {
  return marketKeys.flatMap((market) => {
    const own = days.filter(({ company }) => company.market === market);
    const newest = own.reduce((last, { index }) => Math.max(last, index), -1);
    return own.filter(({ index }) => index === newest);
  });
}

/** What today's trades of each stock add up to so far, of those that have traded on their market's newest day. */
export function encodeToday(
  histories: Histories,
  stocks: readonly ({ company: Company } & SoFar)[],
): Buffer {
  const newest = onNewestDay(stocks);
  const naming = namingBy(histories);
  const markets = marketKeys.flatMap((market): MarketToday[] => {
    const own = newest.filter(({ company }) => company.market === market);
    const [first] = own;
    if (first === undefined) return [];
    const sums = own.map(
      ({ company, minute, turnover }) => [digestOf(company), { minute, turnover }] as const,
    );
    const about = naming.about(market, first.index);
    return [{ market, about, index: first.index, stocks: Object.fromEntries(sums) }];
  });
  return Buffer.from(JSON.stringify({ release: naming.release, markets } satisfies Today));
}

/** The minutes of days, each market's of one and the same; those that are still to come are among them. */
export function encodeDrawn(histories: Histories, days: readonly CompanyDay[]): Buffer {
  return encodeMinutes(days, namingBy(histories));
}

function namingBy(histories: Histories): Naming {
  const about = (market: MarketKey, index: number) =>
    aboutDays(histories[market].chance, histories[market].calendar, index + 1);
  return { release: thisRelease(), about, digestOf };
}

/** What `read` finds, or nothing of it where it cannot be read. */
function orNothing<Found>(
  bytes: Buffer | null,
  read: (bytes: Buffer) => (company: Company) => Found | null,
): (company: Company) => Found | null {
  try {
    return bytes === null ? () => null : read(bytes);
  } catch {
    return () => null;
  }
}

/** None of what is of another release, other chance or another calendar, or is ahead of the clock. */
function todayIn(bytes: Buffer, naming: Naming): (company: Company) => SoFar | null {
  const today = JSON.parse(bytes.toString()) as Today;
  if (today.release !== naming.release) return () => null;
  const markets = today.markets.filter(
    ({ market, about, index }) => about === naming.about(market, index),
  );
  return (company) => {
    const market = markets.find((one) => one.market === company.market);
    const sums = market?.stocks[digestOf(company)];
    return market === undefined || sums === undefined ? null : { index: market.index, ...sums };
  };
}

/** A market's day by its number; of one that is ahead of the clock, or of no market, what nothing was kept under. */
function namingOf({ chance, calendars, now }: Current): Naming {
  const known = new Map<string, string>();
  return {
    release: thisRelease(),
    digestOf,
    about(market, index) {
      const key = `${market} ${index}`;
      let about = known.get(key);
      if (about === undefined) {
        const calendar = calendars.find((one) => one.market === market);
        const isAhead = calendar === undefined || index > calendar.indexAt(now);
        about = isAhead ? "ahead" : aboutDays(chance, calendar, index + 1);
        known.set(key, about);
      }
      return about;
    },
  };
}

type FoundMarkets = Record<MarketKey, FoundMarket>;

type Current = { chance: Chance; calendars: readonly TradingCalendar[]; now: number };

/**
 * Null of nothing, and where the bytes are of another release, other chance or another calendar, or ahead of the clock:
 * nothing is, unless an older copy of the database was put in place. Null too where they cannot be read.
 *
 * @param now milliseconds since the epoch.
 */
export function decodeDays(kept: KeptDays, current: Current): FoundMarkets | null {
  // Of the sources that this process was loaded from: later, others may lie there.
  thisRelease();
  const bytes = kept.over.read();
  try {
    return bytes === null ? null : decode(bytes, kept, current);
  } catch {
    return null;
  }
}

function decode(bytes: Buffer, kept: KeptDays, current: Current): FoundMarkets | null {
  const { chance, calendars, now } = current;
  const end = bytes.indexOf("\n");
  const head = JSON.parse(bytes.toString("utf8", 0, end)) as Head;
  if (head.release !== thisRelease()) return null;
  const isThis = ({ market, days, about }: Market): boolean => {
    const calendar = calendars.find((one) => one.market === market);
    if (calendar === undefined || days > calendar.indexAt(now)) return false;
    return about === aboutDays(chance, calendar, days);
  };
  if (!head.markets.every(isThis)) return null;
  const naming = namingOf(current);
  const soFarOf = orNothing(kept.today.read(), (today) => todayIn(today, naming));
  const drawnOf = orNothing<DrawnDay>(kept.minutes.read(), (minutes) =>
    decodeMinutes(minutes, naming),
  );
  let at = end + 1;
  const markets = head.markets.map(({ market, days, variance, stocks }) => {
    const found = new Map<string, KeptStock>();
    for (const { company, isWide, ...carried } of stocks) {
      const values = compactNumbers(isWide, (days + roomDays) * fields).subarray(0, days * fields);
      bytesOf(values).set(bytes.subarray(at, at + values.byteLength));
      found.set(company, { ...carried, values });
      at += values.byteLength;
    }
    if (at > bytes.length) throw new Error("the days are cut short");
    return [market, foundMarket({ days, variance, soFarOf, drawnOf }, found)] as const;
  });
  return Object.fromEntries(markets) as FoundMarkets;
}

/** In a function of its own, so that what it returns does not hold the bytes that all was read from. */
function foundMarket(
  market: Pick<FoundMarket, "days" | "variance" | "soFarOf" | "drawnOf">,
  stocks: Map<string, KeptStock>,
): FoundMarket {
  return {
    ...market,
    stockOf: (company) => stocks.get(digestOf(company)) ?? null,
    forget: (company) => stocks.delete(digestOf(company)),
  };
}

/** What a market's days follow from, beside its companies and the release: with the secret of the last of them. */
function aboutDays(chance: Chance, calendar: TradingCalendar, days: number): string {
  const { edition, lasting, secretFrom } = chance;
  const { market, hours } = calendar;
  const last = calendar.dateAt(days - 1);
  const dates = Array.from({ length: days }, (_, index) => calendar.dateAt(index));
  const halfDays: string[] = [];
  for (let year = Number(historyStart.slice(0, 4)); year <= Number(last.slice(0, 4)); year += 1) {
    halfDays.push(...yearOfDays(market, year).halfDays.filter((date) => date <= last));
  }
  const words = chance.of(dayNumber(last));
  return makeDigest([edition, hours, lasting, String(secretFrom), words, dates, halfDays]);
}

/**
 * What decides on a simulated day: the generator, its companies, the rules that bound its prices, and their numbers; and how many
 * bytes these take in the file.
 */
const decidingFolders = [
  import.meta.dirname,
  join(import.meta.dirname, "..", "companies"),
  ...["rulebook", "money"].map((name) =>
    join(import.meta.dirname, "../../../../../packages", name, "src"),
  ),
];

/**
 * Another text where a day might be worked out in another way. Of the sources themselves: no version of a package
 * changes with each commit, and a day that one company alone has otherwise would be found by no test of another.
 */
function thisRelease(): string {
  return (release ??= releaseNow());
}

let release: string | null = null;

function releaseNow(): string {
  const hash = createHash("sha256").update(`${process.arch} ${process.versions.v8}`);
  for (const { name, path } of decidingSources()) {
    hash.update(`\n${name}\n`).update(readFileSync(path));
  }
  return hash.digest("base64url");
}

export function decidingSources(): { name: string; path: string }[] {
  const found = decidingFolders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .toSorted()
      .map((name) => ({ name, path: join(folder, name) })),
  );
  const numbers = "compact-numbers.ts";
  const all = [...found, { name: numbers, path: join(import.meta.dirname, "..", numbers) }];
  return all.filter(({ name }) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
}

/** Companies do not change. */
const digests = new WeakMap<Company, string>();

function digestOf(company: Company): string {
  let digest = digests.get(company);
  if (digest === undefined) digests.set(company, (digest = makeDigest(company)));
  return digest;
}

function makeDigest(value: object): string {
  const text = JSON.stringify(value, (_, one: unknown) =>
    typeof one === "bigint" ? one.toString() : one,
  );
  return createHash("sha256").update(text).digest("base64url");
}
