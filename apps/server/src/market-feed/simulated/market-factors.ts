import type { MarketKey } from "@sanshi/money";
import { sectorKeys, type SectorKey } from "../companies/company.ts";
import { hashText, KeyedRandom, seedFor, streams, type SeedWords } from "./random.ts";

/** What all companies of a market share on a day: returns overnight and during the session. */
export type DayFactors = {
  overnight: number;
  session: number;
  /** Today's deviation compared with the long run's: unquiet days come in clusters. */
  unrest: number;
  sectors: Record<SectorKey, { overnight: number; session: number }>;
};

const dailyDeviation: Record<MarketKey, number> = { jpy: 0.0095, usd: 0.009, cny: 0.01 };
const sectorDeviation = 0.0055;
/** Parts of a day's variance: overnight and during the session. */
export const overnightPart = 0.55;
export const sessionPart = 0.835;

/** Rolls one market's factors forward a day at a time; a GARCH(1,1) makes calm and stormy months. */
export function createFactorWalk(market: MarketKey, words: SeedWords, deviationScale: number) {
  const random = new KeyedRandom();
  const marketEntity = hashText(`factor:${market}`);
  const worldEntity = hashText("factor:world");
  const sectorEntities = sectorKeys.map((sector) => hashText(`factor:${market}:${sector}`));
  const longRun = dailyDeviation[market] * deviationScale;
  const variance = garch(longRun * longRun);

  return function nextDay(day: number): DayFactors {
    seedFor(random, words, streams.world, worldEntity, day);
    const world = { overnight: random.normal(), session: random.normal() };
    seedFor(random, words, streams.market, marketEntity, day);
    const deviation = Math.sqrt(variance.value);
    const overnight = deviation * overnightPart * (0.8 * random.normal() + 0.6 * world.overnight);
    const session = deviation * sessionPart * (0.9 * random.normal() + 0.436 * world.session);
    const unrest = deviation / longRun;
    variance.update(overnight + session);
    const sectors = {} as DayFactors["sectors"];
    for (const [index, sector] of sectorKeys.entries()) {
      seedFor(random, words, streams.sector, sectorEntities[index]!, day);
      const sectorMove = sectorDeviation * deviationScale * unrest;
      sectors[sector] = {
        overnight: sectorMove * overnightPart * random.normal(),
        session: sectorMove * sessionPart * random.normal(),
      };
    }
    return { overnight, session, unrest, sectors };
  };
}

/** Changing variance that returns to its long run; capped so that no path runs away. */
export function garch(longRun: number): { value: number; update(move: number): void } {
  return {
    value: longRun,
    update(move) {
      const next = 0.04 * longRun + 0.08 * move * move + 0.88 * this.value;
      this.value = Math.min(next, longRun * 12);
    },
  };
}
