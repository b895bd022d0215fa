import { price, shares, type MarketKey } from "@sanshi/money";
import type { Company, SectorKey } from "../companies/company.ts";
import type { Fundamentals } from "../market-feed.ts";
import { anchorValue, type Character } from "./character.ts";
import { sharesAhead, type DatedAction } from "./corporate-calendar.ts";
import { KeyedRandom, seedFor, streams, type SeedWords } from "./random.ts";
import { dateOfDay, dayNumber, type TradingCalendar } from "./trading-calendar.ts";

/**
 * What a simulated company earns and owns. Nothing of it moves a price: it follows from the same value that the
 * price is drawn back to and that dividends are paid by, so that a ratio reads as a real one would.
 */

/** How many times its yearly earnings a company of an industry is worth, from and to. */
const earningsMultiples: Record<SectorKey, readonly [number, number]> = {
  technology: [18, 38],
  communication: [12, 24],
  consumer_discretionary: [12, 26],
  consumer_staples: [16, 30],
  health_care: [16, 34],
  financials: [8, 15],
  industrials: [11, 22],
  materials: [9, 18],
  energy: [8, 14],
  utilities: [11, 19],
  real_estate: [10, 20],
};

/** The most of a usual year's earnings that dividends take, in per cent. */
const payoutPercentMax = 65;
/** A year's earnings lie so far around the usual ones at most. */
const yearSpread = 0.12;
/** Last month of the fiscal year. */
const fiscalEndMonth: Record<MarketKey, number> = { jpy: 3, usd: 12, cny: 12 };
/** Days from a quarter's end until its results are told: the first, second, third and the whole year. */
const announcementDays: Record<MarketKey, readonly [number, number, number, number]> = {
  jpy: [35, 35, 35, 38],
  usd: [22, 22, 22, 26],
  cny: [22, 54, 22, 84],
};
/** Hundredths of the currency, in units of Price. */
const perShareStep = 100;

type Habits = {
  /** Price to usual earnings; negative where the company makes a loss. */
  multiple: number;
  priceToBook: number;
};

export type FundamentalsQuestion = {
  company: Company;
  character: Character;
  calendar: TradingCalendar;
  actions: readonly DatedAction[];
  /** What lasts of the market's chance: public, and so are results. */
  words: SeedWords;
};

/** As they were told until a trading day: results that are still to come are not among them. */
export function fundamentalsAt(question: FundamentalsQuestion, index: number): Fundamentals {
  const { company, character, calendar, actions } = question;
  const date = calendar.dateAt(index);
  const announcements = earningsDates(company, character, calendar, date);
  const told = announcements.filter((one) => one.date <= date);
  const year = told.findLast(({ quarter }) => quarter === 4);
  const habits = habitsOf(question);
  const { today, then } = sharesAhead(company, date);
  const perShare = (value: number) =>
    price(BigInt(Math.round((value * today) / then / perShareStep)) * BigInt(perShareStep));
  const upcoming = actions.find((one) => one.kind === "dividend" && one.index > index);
  return {
    shares: shares(BigInt(Math.round((company.sharesMillions * 1_000_000 * then) / today))),
    results:
      year === undefined
        ? null
        : {
            yearEnd: year.periodEnd,
            earningsPerShare: perShare(earningsOf(question, habits, year.periodEnd)),
            bookPerShare: perShare(valueAt(question, year.periodEnd) / habits.priceToBook),
          },
    earningsTold: told.map((one) => one.date).filter((one) => one > company.listedOn),
    nextEarnings: announcements.find((one) => one.date > date)?.date ?? null,
    nextDividend: upcoming?.exDate ?? null,
  };
}

type Announcement = { date: string; periodEnd: string; quarter: 1 | 2 | 3 | 4 };

/** When results were told and will be, oldest first: of about two years before a date and one after it. */
export function earningsDates(
  { market }: Pick<Company, "market">,
  { entity }: Pick<Character, "entity">,
  calendar: TradingCalendar,
  around: string,
): Announcement[] {
  const year = Number(around.slice(0, 4));
  const announcements: Announcement[] = [];
  for (let offset = -27; offset <= 12; offset += 3) {
    const month = fiscalEndMonth[market] + offset;
    const periodEnd = dateOfDay(lastDayOfMonth(year, month));
    const quarter = quarterOf(market, Number(periodEnd.slice(5, 7)));
    const days = announcementDays[market][quarter - 1]! + (entity % 7);
    const date = tradingDateFrom(calendar, dateOfDay(weekdayFrom(dayNumber(periodEnd) + days)));
    announcements.push({ date, periodEnd, quarter });
  }
  return announcements;
}

function quarterOf(market: MarketKey, month: number): Announcement["quarter"] {
  const after = (month - fiscalEndMonth[market] + 12) % 12;
  return ({ 0: 4, 3: 1, 6: 2, 9: 3 } as const)[after as 0 | 3 | 6 | 9];
}

/** Of month 15 of 2026 it is March 2027; the day's number since 1970. */
function lastDayOfMonth(year: number, month: number): number {
  return Math.floor(Date.UTC(year, month, 0) / 86_400_000);
}

/** Nobody tells results on a weekend, also where the market is always open. */
function weekdayFrom(day: number): number {
  // 1970-01-01 was a Thursday.
  const weekday = (day + 4) % 7;
  return weekday === 6 ? day + 2 : weekday === 0 ? day + 1 : day;
}

function tradingDateFrom(calendar: TradingCalendar, date: string): string {
  const index = calendar.indexOfDate(date);
  const before = calendar.dateAt(Math.max(0, index));
  return before === date || index < 0 ? before : calendar.dateAt(index + 1);
}

/** Drawn once. Whoever pays a dividend earns it: a high one allows no high multiple. */
function habitsOf({ company, character, words }: FundamentalsQuestion): Habits {
  const random = new KeyedRandom();
  seedFor(random, company.drawn?.words ?? words, streams.fundamentals, character.entity, 0);
  const [low, high] = earningsMultiples[company.sector];
  const drawn = low + (high - low) * random.uniform();
  const returnOnEquity = 0.06 + 0.12 * random.uniform();
  const loses = random.below(5) === 0;
  const { dividendPercent } = company;
  const most = dividendPercent === 0 ? drawn : payoutPercentMax / dividendPercent;
  const multiple = Math.min(drawn, most);
  const isLoss = dividendPercent === 0 && (loses || company.limitClass === "special_treatment");
  return { multiple: isLoss ? -3 * multiple : multiple, priceToBook: multiple * returnOnEquity };
}

/** Of a fiscal year, per share of today's shares, in units of Price. */
function earningsOf(question: FundamentalsQuestion, { multiple }: Habits, yearEnd: string): number {
  const { company, character, words } = question;
  const random = new KeyedRandom();
  const moment = dayNumber(yearEnd);
  seedFor(random, company.drawn?.words ?? words, streams.fundamentals, character.entity, moment);
  const factor = 1 - yearSpread + 2 * yearSpread * random.uniform();
  return (valueAt(question, yearEnd) / multiple) * factor;
}

function valueAt({ company, character }: FundamentalsQuestion, date: string): number {
  return anchorValue(company, character, dayNumber(date));
}
