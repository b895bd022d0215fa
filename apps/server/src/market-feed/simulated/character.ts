import type { Company } from "../companies/company.ts";
import { hashText, KeyedRandom, seedFor, streams, type SeedWords } from "./random.ts";
import { dayNumber } from "./trading-calendar.ts";

/** How a company's price behaves: drawn once, the same for its whole history. */
export type Character = {
  /** Names the company in every key. */
  entity: number;
  /** How much it follows its market. */
  beta: number;
  /** Daily deviation of what is its own, for a year of 245 days. */
  ownDeviation: number;
  /** Chance of a surprise on a day. */
  jumpChance: number;
  /** Yearly growth of the value that the price is drawn back to. */
  growth: number;
  /** Share of the company that changes hands on an average day. */
  turnoverRate: number;
  /** Ticks in an average minute, 18 to 45: the larger the company, the more. */
  ticksPerMinute: number;
  /** Ticks between the best bid and ask. */
  spreadTicks: number;
};

export function characterOf(company: Company, words: SeedWords): Character {
  const random = new KeyedRandom();
  const entity = company.drawn?.entity ?? hashText(`${company.market}:${company.code}`);
  seedFor(random, words, streams.character, entity, 0);
  const isSpecial = company.limitClass === "special_treatment";
  const isLively = company.limitClass === "growth_board" || company.sector === "technology";
  const isSmall = company.market === "jpy" && company.tickClass === "standard";
  const size = sizeSteps((company.anchorPrice / 10_000) * company.sharesMillions, company.market);
  return {
    entity,
    beta: 0.6 + 0.6 * random.uniform(),
    ownDeviation: (0.008 + 0.006 * random.uniform()) * (isLively || isSmall || isSpecial ? 1.5 : 1),
    jumpChance: isSpecial ? 0.05 : isLively || isSmall ? 0.012 : 0.005,
    growth: -0.02 + 0.1 * random.uniform(),
    turnoverRate:
      (0.0015 + 0.003 * random.uniform()) * (isLively || isSmall || isSpecial ? 2.5 : 1),
    ticksPerMinute: 18 + 3 * size,
    spreadTicks: size >= 5 ? 1 : size >= 3 ? 1 + random.below(2) : 1 + random.below(3),
  };
}

/** 0 to 9: how often the value of all shares can be halved until it is small for its market. */
function sizeSteps(marketValueMillions: number, market: Company["market"]): number {
  const small = { jpy: 100_000, usd: 10_000, cny: 20_000 }[market];
  let steps = 0;
  for (let value = marketValueMillions; value >= small && steps < 9; value /= 2) steps += 1;
  return steps;
}

const anchorDay = dayNumber("2026-07-01");

/**
 * What the price is drawn back to, in units of Price and today's shares: the typed-in price in the
 * middle of 2026, growing along a straight line, so that a chart neither explodes nor dies out.
 */
export function anchorValue(company: Company, character: Character, day: number): number {
  const years = (day - anchorDay) / 365.25;
  return company.anchorPrice * Math.max(0.3, 1 + character.growth * years);
}
