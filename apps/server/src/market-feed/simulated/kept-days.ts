import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { yearOfDays } from "@sanshi/rulebook";
import { writeDurably } from "../../platform/durable-files.ts";
import { decrypt, encrypt } from "../../platform/sealing/cipher.ts";
import type { Company } from "../companies/company.ts";
import type { Chance } from "./chance.ts";
import type { FoundMarket, MarketHistory } from "./market-history.ts";
import { fields, type KeptStock } from "./stock-day.ts";
import { dayNumber, historyStart, type TradingCalendar } from "./trading-calendar.ts";

/**
 * The days of a simulated market that are over, kept for the next start. They are worked out from the market's chance
 * alone, so a file that is missing, of another market or damaged costs time and nothing else.
 */
export type KeptDays = {
  /** Null where there are none that this market has kept. */
  read(): Buffer | null;
  write(days: Buffer): Promise<void>;
};

const purpose = "days of the simulated market";

/** Of two hundred and fifty companies a year takes a megabyte and a half. */
const fileMegabytesMax = 256;

/** In a file that nobody can change or put elsewhere unnoticed. `key` returns what documents are sealed with. */
export function keptDaysIn(path: string, key: () => Buffer): KeptDays {
  return {
    read() {
      try {
        if (statSync(path).size > fileMegabytesMax * 2 ** 20) return null;
        return decrypt(key(), readFileSync(path), purpose);
      } catch {
        return null;
      }
    },
    write: (days) => writeDurably(path, encrypt(key(), days, purpose)),
  };
}

type Histories = Record<MarketKey, MarketHistory>;
type Stock = { company: string; variance: number; anchorScale: number };
type Market = { market: MarketKey; about: string; days: number; variance: number; stocks: Stock[] };
type Head = { release: string; markets: Market[] };

/**
 * As one block of bytes: a line of JSON, then of each stock in its order six doubles a day. Null as long as a market
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
      })),
    };
  });
  const head: Head = { release, markets };
  const values = found.flatMap(({ stocks }) => [...stocks.values()].map(bytesOf));
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...values]);
}

function bytesOf({ values }: KeptStock): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

type FoundMarkets = Record<MarketKey, FoundMarket>;

type Current = { chance: Chance; calendars: readonly TradingCalendar[]; now: number };

/**
 * Null of nothing, and where the bytes are of another release, other chance or another calendar, or ahead of the clock:
 * nothing is, unless an older copy of the database was put in place. Null too where they cannot be read.
 *
 * @param now milliseconds since the epoch.
 */
export function decodeDays(bytes: Buffer | null, current: Current): FoundMarkets | null {
  try {
    return bytes === null ? null : decode(bytes, current);
  } catch {
    return null;
  }
}

function decode(bytes: Buffer, { chance, calendars, now }: Current): FoundMarkets | null {
  const end = bytes.indexOf("\n");
  const head = JSON.parse(bytes.toString("utf8", 0, end)) as Head;
  if (head.release !== thisRelease()) return null;
  const isThis = ({ market, days, about }: Market): boolean => {
    const calendar = calendars.find((one) => one.market === market);
    if (calendar === undefined || days > calendar.indexAt(now)) return false;
    return about === aboutDays(chance, calendar, days);
  };
  if (!head.markets.every(isThis)) return null;
  let at = end + 1;
  const markets = head.markets.map(({ market, days, variance, stocks }) => {
    const byCompany = new Map<string, KeptStock>();
    for (const { company, ...carried } of stocks) {
      const length = days * fields * Float64Array.BYTES_PER_ELEMENT;
      // A copy: eight bytes stand at their own places there.
      const values = new Float64Array(new Uint8Array(bytes.subarray(at, at + length)).buffer);
      byCompany.set(company, { ...carried, values });
      at += length;
    }
    const stockOf = (company: Company) => byCompany.get(digestOf(company)) ?? null;
    return [market, { days, variance, stockOf }] as const;
  });
  return Object.fromEntries(markets) as FoundMarkets;
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
  return digestOf([edition, hours, lasting, String(secretFrom), words, dates, halfDays]);
}

/** What decides on a simulated day: the generator, its companies, the rules that bound its prices, and their numbers. */
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
  const hash = createHash("sha256").update(`${process.arch} ${process.versions.v8}`);
  for (const folder of decidingFolders) {
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
      if (!path.endsWith(".ts") || path.endsWith(".test.ts")) continue;
      hash.update(`\n${path}\n`).update(readFileSync(join(folder, path)));
    }
  }
  return hash.digest("base64url");
}

function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) =>
    typeof one === "bigint" ? one.toString() : one,
  );
  return createHash("sha256").update(text).digest("base64url");
}
