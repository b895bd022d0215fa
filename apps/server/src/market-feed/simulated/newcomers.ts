import { price, type MarketKey } from "@sanshi/money";
import { localDate, type Exchange } from "@sanshi/rulebook";
import { newcomerNames, newcomerSponsors } from "../companies/newcomer-names.ts";
import { sectorKeys } from "../companies/company.ts";
import type { FeedNewcomers, Newcomer } from "../market-feed.ts";
import type { Chance } from "./chance.ts";
import { hashText, KeyedRandom, seedFor, streams } from "./random.ts";
import { dayNumber } from "./trading-calendar.ts";

/** Around what its shares are offered, in whole currency; low ones are more often. */
const offerRange = { jpy: [600, 2_600], usd: [12, 58], cny: [8, 60] } as const;
/** Yen come whole, dollars and yuan in tenths. */
const stepsPerUnit = { jpy: 1, usd: 10, cny: 10 } as const;
/** Where prices are found by book-building, a provisional range is so wide, in per cent to each side. */
const rangePercent = { jpy: 5, usd: 7, cny: 0 } as const;
/** What is taken together: the least that one subscribes to. */
const units = { jpy: 100, usd: 10, cny: 100 } as const;

/**
 * The companies that come to the simulated market by themselves. What is offered is drawn from the day of its
 * announcement, and what the book-building came to from the day of the price: neither is known before.
 */
export function simulatedNewcomers(chance: Chance): FeedNewcomers {
  const random = new KeyedRandom();

  function seed(market: MarketKey, stream: number, number: number, at: number): void {
    const words = chance.of(dayNumber(localDate(market, at)));
    seedFor(random, words, stream, hashText(`newcomers of ${market}`), number);
  }

  return {
    of(market, number, announcedAt): Newcomer {
      seed(market, streams.newcomer, number, announcedAt);
      const sector = sectorKeys[random.below(sectorKeys.length)]!;
      const [low, high] = offerRange[market];
      const height = random.uniform() * random.uniform();
      const steps = Math.floor((low + (high - low) * height) * stepsPerUnit[market]);
      const reach = Math.max(1, Math.floor((steps * rangePercent[market]) / 100));
      const unit = 10_000 / stepsPerUnit[market];
      const priceOf = (count: number) => price(BigInt(count * unit));
      const isRange = rangePercent[market] > 0;
      const perEarnings = 8 + random.below(40);
      const quotaUnits = 20 + random.below(180);
      const issuedUnits = quotaUnits * (40 + random.below(160));
      const names = newcomerNames(market, number, sector);
      const exchange: Exchange | undefined =
        market === "usd" ? (random.below(2) === 0 ? "NYSE" : "NASDAQ") : undefined;
      return {
        code: codeOf(market, number),
        exchange,
        names,
        searchTerms: [names.us.toLowerCase()],
        sector,
        sponsor: newcomerSponsors[market][random.below(2)]!,
        priceLow: priceOf(isRange ? steps - reach : steps),
        priceHigh: priceOf(isRange ? steps + reach : steps),
        earningsPerShare: price(BigInt(Math.max(1, Math.floor((steps * unit) / perEarnings)))),
        unit: units[market],
        quotaUnits,
        issuedUnits,
      };
    },
    demand(market, number, pricedAt) {
      seed(market, streams.pricing, number, pricedAt);
      return random.uniform();
    },
  };
}

/** A code that the exchange could give and has not given, another for each number. */
function codeOf(market: MarketKey, number: number): string {
  if (market === "jpy") return `${100 + (number % 900)}${"YXWU"[Math.floor(number / 900) % 4]}`;
  if (market === "usd") {
    const letter = (place: number) => String.fromCharCode(65 + (Math.floor(place) % 26));
    return `ZQ${letter(number / 26)}${letter(number)}`;
  }
  // Shanghai's main board and ChiNext in turn.
  const half = Math.floor(number / 2);
  return number % 2 === 0 ? `605${700 + (half % 300)}` : `302${500 + (half % 500)}`;
}
