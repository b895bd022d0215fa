import { marketKeys, type MarketKey } from "@sanshi/money";
import {
  daysAfter,
  isTradingDay,
  localDate,
  type KeptHours,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Company } from "../companies/company.ts";
import type { FeedEnd } from "../market-feed.ts";
import type { Chance } from "./chance.ts";
import { hashText, KeyedRandom, seedFor, streams } from "./random.ts";
import { dayNumber } from "./trading-calendar.ts";

/** Of a market's companies, by the value of their shares, the larger part never ends by itself. */
const largestKept = 0.6;
/** From the announcement to the last trading day, in days of the calendar. */
const noticeDays = { least: 28, further: 28 } as const;
const mergedOneIn = 3;
/** Announcements fall on the first so many days of a year, so that the last trading day is in it too. */
const announcedWithin = 300;

/**
 * Which of the companies that the market was made with end by themselves: one a market and year. The day of the
 * announcement is drawn from the year's first day and the company from the announcement's, so that nobody knows it
 * before. Only what is announced and not over is told, so nothing ends behind anybody's back.
 */
export function simulatedEnds(
  companies: readonly Company[],
  chance: Chance,
  hours: KeptHours,
): (now: number) => FeedEnd[] {
  const random = new KeyedRandom();
  const candidates = new Map(marketKeys.map((market) => [market, smallest(companies, market)]));

  function endOfYear(market: MarketKey, year: string, today: LocalDate): FeedEnd | null {
    const begins = `${year}-01-01`;
    const seed = (date: LocalDate) =>
      seedFor(random, chance.of(dayNumber(date)), streams.ending, hashText(`ends of ${market}`), 0);
    seed(begins);
    const announcedOn = daysAfter(begins, random.below(announcedWithin));
    const stocks = candidates.get(market) ?? [];
    if (announcedOn > today || stocks.length === 0) return null;
    seed(announcedOn);
    const company = stocks[random.below(stocks.length)]!;
    let lastTradingDay = daysAfter(
      announcedOn,
      noticeDays.least + random.below(noticeDays.further),
    );
    const kind = random.below(mergedOneIn) === 0 ? "merged" : "delisted";
    while (!isTradingDay(market, lastTradingDay, hours))
      lastTradingDay = daysAfter(lastTradingDay, 1);
    if (lastTradingDay <= today) return null;
    return { market, code: company.code, kind, lastTradingDay, source: "simulated" };
  }

  return (now) =>
    marketKeys.flatMap((market) => {
      const today = localDate(market, now);
      return endOfYear(market, today.slice(0, 4), today) ?? [];
    });
}

function smallest(companies: readonly Company[], market: MarketKey): Company[] {
  const own = companies.filter((company) => company.market === market);
  return own
    .toSorted((one, other) => valueOf(other) - valueOf(one))
    .slice(Math.ceil(own.length * largestKept));
}

function valueOf({ sharesMillions, anchorPrice }: Company): number {
  return sharesMillions * anchorPrice;
}
