import { dayMs, iso, minuteMs, type OfferingForm } from "@sanshi/contract";
import { formatPrice, price, settlementCurrency, type MarketKey, type Price } from "@sanshi/money";
import {
  instantOf,
  isTradingDay,
  localDate,
  nextTradingDay,
  offerPriceRange,
  roundToTick,
  tradingDayBegins,
  type LocalDate,
  type MarketHours,
  type MarketRules,
} from "@sanshi/rulebook";
import type { Newcomer } from "../../market-feed/market-feed.ts";

/** In each market one company is announced every so many days, the markets taking turns. */
const everyDays = 6;
const turns: Record<MarketKey, number> = { jpy: 0, usd: 2, cny: 4 };
const announcedAtTime = "09:00";

/** So many of each market a new instance begins with: the oldest of them have been listed for weeks. */
export const newcomersAtFirst = 8;

/** When a company is announced follows from its number alone. */
export function announcementOf(market: MarketKey, number: number): number {
  return instantOf(market, dateOfDay(number * everyDays + turns[market]), announcedAtTime);
}

/** The newest company that has been announced by now. */
export function newestNewcomer(market: MarketKey, now: number): number {
  const number = Math.floor((dayOf(localDate(market, now)) - turns[market]) / everyDays);
  return announcementOf(market, number) <= now ? number : number - 1;
}

function dayOf(date: LocalDate): number {
  return Date.parse(date) / dayMs;
}

function dateOfDay(day: number): LocalDate {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

type Timetable = Pick<
  OfferingForm,
  | "opens_at"
  | "closes_at"
  | "draws_at"
  | "pays_until"
  | "waiting_until"
  | "allocates_at"
  | "lists_at"
> & { priced_at: string };

/** Before the open, so that what was paid for is there in the first auction. */
const listedBeforeOpenMinutes = 60;

/** About three weeks from the announcement to the listing, everything on days on which shares are traded. */
export function timetableOf(market: MarketKey, announcedAt: number, hours: MarketHours): Timetable {
  let date = localDate(market, announcedAt);
  const later = (days: number, time: string) => {
    date = tradingDayFrom(market, dateOfDay(dayOf(date) + days), hours);
    return iso(instantOf(market, date, time));
  };
  const timetable = {
    opens_at: later(4, "09:00"),
    closes_at: later(5, "15:00"),
    priced_at: later(2, "15:00"),
    draws_at: later(2, "18:00"),
    // A whole trading day lies between.
    pays_until: later(dayOf(nextTradingDay(market, date, hours)) - dayOf(date) + 2, "15:00"),
    waiting_until: later(2, "15:00"),
    allocates_at: later(1, "15:00"),
  };
  const listedOn = tradingDayFrom(market, dateOfDay(dayOf(date) + 1), hours);
  const opens = tradingDayBegins(market, listedOn, hours);
  return { ...timetable, lists_at: iso(opens - listedBeforeOpenMinutes * minuteMs) };
}

function tradingDayFrom(market: MarketKey, date: LocalDate, hours: MarketHours): LocalDate {
  return isTradingDay(market, date, hours) ? date : nextTradingDay(market, date, hours);
}

/** So many times the least that one subscribes to, nobody gets more. */
const capUnits = 5;

/** The offering of a company, as two operators would have written it. */
export function newcomerForm(
  market: MarketKey,
  newcomer: Newcomer,
  timetable: Timetable,
  rules: MarketRules,
): OfferingForm {
  const currency = settlementCurrency(market);
  const isFixed = newcomer.priceLow === newcomer.priceHigh;
  // In practice one lot is one share; an exchange's own unit is what a position can be sold in.
  const lot = rules === "practice" || market === "usd" ? 1 : newcomer.unit;
  return {
    type: market,
    code: newcomer.code,
    names: newcomer.names,
    sponsor: newcomer.sponsor,
    prospectus: null,
    price_low: formatPrice(newcomer.priceLow, currency),
    price_high: formatPrice(newcomer.priceHigh, currency),
    earnings_per_share: formatPrice(newcomer.earningsPerShare, currency),
    lot: String(lot),
    issue_volume: String(newcomer.issuedUnits * newcomer.unit),
    quota: String(newcomer.quotaUnits * newcomer.unit),
    minimum: String(newcomer.unit),
    cap: String(capUnits * newcomer.unit),
    rule: "equal",
    asks_money: market !== "cny",
    ...timetable,
    priced_at: isFixed ? null : timetable.priced_at,
  };
}

/** One in so many companies puts its listing off when its price would be set, as some do when the market turns. */
const putsOffOneIn = 5;

/** Follows from the company's number alone, as its timetable does. */
export function putsListingOff(number: number): boolean {
  return number % putsOffOneIn === putsOffOneIn - 1;
}

export const listingPutOff = {
  jp: "市場環境の変化を踏まえ、発行会社が上場を延期したため",
  cn: "鉴于市场环境变化，发行人推迟上市",
  us: "The company put off its listing because of market conditions",
};

/** Of how much was asked for, below which part the price falls short of the range, and above which it passes it. */
const weak = 0.15;
const full = 0.55;
const strong = 0.85;

/** What a book-building comes to: most often the upper end, sometimes beyond, where the market's rule lets it. */
export function finalPriceOf(
  market: MarketKey,
  provisional: { low: Price; high: Price },
  demand: number,
  date: LocalDate,
): Price {
  const widest = offerPriceRange(market, provisional, date);
  const between = (low: Price, high: Price, part: number) =>
    price(low + BigInt(Math.floor(Number(high - low) * part)));
  const raw =
    demand < weak
      ? between(widest.low, provisional.low, demand / weak)
      : demand < full
        ? between(provisional.low, provisional.high, (demand - weak) / (full - weak))
        : demand < strong
          ? provisional.high
          : between(provisional.high, widest.high, (demand - strong) / (1 - strong));
  const grid = { market, tickClass: "standard", date } as const;
  // Inside the range on either side: a tick is far less than a provisional range is wide.
  return roundToTick(raw, grid, raw > provisional.low ? "floor" : "ceiling");
}
