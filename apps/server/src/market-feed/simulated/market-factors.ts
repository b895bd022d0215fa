import type { MarketKey } from "@sanshi/money";
import type { KeptHours } from "@sanshi/rulebook";
import { sectorKeys, type SectorKey } from "../companies/company.ts";
import type { Chance } from "./chance.ts";
import { hashText, KeyedRandom, seedFor, streams } from "./random.ts";

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
/** How much of a day's deviation falls overnight and into the session; their squares add up to one. */
export type DeviationParts = { overnight: number; session: number };

/** A market that never closes has hardly a night for prices to leap over. */
export const deviationParts: Record<KeptHours, DeviationParts> = {
  exchange: { overnight: 0.55, session: 0.835 },
  always: { overnight: 0.1, session: 0.995 },
};

/** Rolls one market's factors forward a day at a time; a GARCH(1,1) makes calm and stormy months. */
export function createFactorWalk(
  market: MarketKey,
  chance: Chance,
  deviationScale: number,
  parts: DeviationParts,
) {
  const random = new KeyedRandom();
  const marketEntity = hashText(`factor:${market}`);
  const worldEntity = hashText("factor:world");
  const sectorEntities = sectorKeys.map((sector) => hashText(`factor:${market}:${sector}`));
  const longRun = dailyDeviation[market] * deviationScale;
  const variance = garch(longRun * longRun);

  function nextDay(day: number): DayFactors {
    const words = chance.of(day);
    seedFor(random, words, streams.world, worldEntity, day);
    const world = { overnight: random.normal(), session: random.normal() };
    seedFor(random, words, streams.market, marketEntity, day);
    const deviation = Math.sqrt(variance.value);
    const overnight = deviation * parts.overnight * (0.8 * random.normal() + 0.6 * world.overnight);
    const session = deviation * parts.session * (0.9 * random.normal() + 0.436 * world.session);
    const unrest = deviation / longRun;
    variance.update(overnight + session);
    const sectors = {} as DayFactors["sectors"];
    for (const [index, sector] of sectorKeys.entries()) {
      seedFor(random, words, streams.sector, sectorEntities[index]!, day);
      const sectorMove = sectorDeviation * deviationScale * unrest;
      sectors[sector] = {
        overnight: sectorMove * parts.overnight * random.normal(),
        session: sectorMove * parts.session * random.normal(),
      };
    }
    return { overnight, session, unrest, sectors };
  }

  return { nextDay, variance };
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
