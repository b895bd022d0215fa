import { marketKeys, type MarketKey } from "@sanshi/money";
import type { Company } from "../companies/company.ts";
import { areWide, bytesOf, compactNumbers } from "../compact-numbers.ts";
import { seriesOfMinutes, type DayMinutes, type DrawnDay } from "./stock-day.ts";

/** A day's minutes, of a stock whose market is on it. */
export type CompanyDay = DrawnDay & { company: Company };

type Stock = {
  /** The company's digest. */
  company: string;
  /** Of each series whether a number of it takes eight bytes. */
  wide: boolean[];
};
type Market = { market: MarketKey; about: string; index: number; count: number; stocks: Stock[] };
type Head = { release: string; markets: Market[] };

/** What tells one market's day, and one company, from all others. */
export type Naming = {
  release: string;
  about(market: MarketKey, index: number): string;
  digestOf(company: Company): string;
};

/** What lies in the file as it is. */
const kept = new WeakSet<DayMinutes>();

/** Whether a day is missing among those that were read, or written by this process. */
export function hasUnkept(days: readonly CompanyDay[]): boolean {
  return days.some(({ minutes }) => !kept.has(minutes));
}

/** From here on none of these is missing. */
export function noteKept(days: readonly CompanyDay[]): void {
  for (const { minutes } of days) kept.add(minutes);
}

/** As one block of bytes: a line of JSON, then the series of each stock in its order. */
export function encodeMinutes(days: readonly CompanyDay[], naming: Naming): Buffer {
  const values: Buffer[] = [];
  const markets = marketKeys.flatMap((market): Market[] => {
    const own = days.filter(({ company }) => company.market === market);
    const [first] = own;
    if (first === undefined) return [];
    const stocks = own.map(({ company, minutes }): Stock => {
      const series = seriesOfMinutes.map((name) => minutes[name]);
      values.push(...series.map(bytesOf));
      return { company: naming.digestOf(company), wide: series.map(areWide) };
    });
    const { index, minutes } = first;
    const about = naming.about(market, index);
    return [{ market, about, index, count: minutes.open.length, stocks }];
  });
  const head: Head = { release: naming.release, markets };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...values]);
}

/**
 * Of each company the day that was kept. None of what is of another release, chance or calendar.
 *
 * @throws Error where the bytes cannot be read.
 */
export function decodeMinutes(
  bytes: Buffer,
  naming: Naming,
): (company: Company) => DrawnDay | null {
  return daysIn(decode(bytes, naming), naming);
}

/** In a function of its own, so that what it returns does not hold the bytes; and each day is taken over once. */
function daysIn(
  found: Map<string, DrawnDay>,
  naming: Naming,
): (company: Company) => DrawnDay | null {
  return (company) => {
    const digest = naming.digestOf(company);
    const day = found.get(digest) ?? null;
    found.delete(digest);
    return day;
  };
}

function decode(bytes: Buffer, naming: Naming): Map<string, DrawnDay> {
  const end = bytes.indexOf("\n");
  const head = JSON.parse(bytes.toString("utf8", 0, end)) as Head;
  const found = new Map<string, DrawnDay>();
  if (head.release !== naming.release) return found;
  let at = end + 1;
  for (const { market, about, index, count, stocks } of head.markets) {
    const isThis = naming.about(market, index) === about;
    for (const { company, wide } of stocks) {
      const series = wide.map((isWide) => {
        const numbers = compactNumbers(isWide, count);
        bytesOf(numbers).set(bytes.subarray(at, at + numbers.byteLength));
        at += numbers.byteLength;
        return numbers;
      });
      const minutes = Object.fromEntries(
        seriesOfMinutes.map((name, place) => [name, series[place]]),
      ) as DayMinutes;
      kept.add(minutes);
      if (isThis) found.set(company, { index, minutes });
    }
  }
  if (at !== bytes.length) throw new Error("the minutes are cut short");
  return found;
}
