import { dayMs } from "@sanshi/contract/constants";
import type { Chance } from "../simulated/chance.ts";
import { KeyedRandom, seedFor, streams } from "../simulated/random.ts";

/** A day is halved so often: its smallest steps last 5.3 seconds. */
const halvings = 14;
/** How much of its distance from the anchor a rate loses in a day: half of it in 139 days. */
const pullPerDay = 0.005;

type DailyWalkQuestion = {
  chance: Chance;
  /** The currency's number: what names it in every draw. */
  currency: number;
  /** Where it stands at the beginning of the first secret day, in usual days' moves. */
  start: number;
};

/**
 * A random walk in usual days' moves, from the first secret day on. Where a day ends follows from where
 * it began and from its own secret; the way there is a random bridge, each half drawn from the same
 * secret. Between two steps it stands still, so that no line points at what comes next.
 */
export function createDailyWalk({ chance, currency, start }: DailyWalkQuestion) {
  const random = new KeyedRandom();
  /** By day, the first of them where the first secret day begins. */
  const starts = [start];

  function startOf(day: number): number {
    for (let known = starts.length - 1; known < day - chance.secretFrom; known += 1) {
      const drawn = normalOf(chance.secretFrom + known, 0);
      starts.push(starts[known]! * (1 - pullPerDay) + drawn);
    }
    return starts[day - chance.secretFrom]!;
  }

  /** `place` tells the draws of one day apart: 0 is its end, the others the middles of its parts. */
  function normalOf(day: number, place: number): number {
    seedFor(random, chance.of(day), streams.currency, currency, place);
    return random.normal();
  }

  return function at(moment: number): number {
    const day = Math.floor(moment / dayMs);
    let from = startOf(day);
    let until = startOf(day + 1);
    const part = (moment - day * dayMs) / dayMs;
    let left = 0;
    let length = 1;
    let place = 1;
    for (let halving = 0; halving < halvings; halving += 1) {
      const middle = (from + until) / 2 + (Math.sqrt(length) / 2) * normalOf(day, place);
      length /= 2;
      place *= 2;
      if (part < left + length) until = middle;
      else {
        from = middle;
        left += length;
        place += 1;
      }
    }
    return from;
  };
}
