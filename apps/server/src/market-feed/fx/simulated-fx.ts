import { dayMs } from "@sanshi/contract/constants";
import { currencies, type Currency } from "@sanshi/money";
import type { Chance } from "../simulated/chance.ts";
import { KeyedRandom, seedFor, streams } from "../simulated/random.ts";
import { createDailyWalk } from "./daily-walk.ts";
import type { FxFeed } from "./fx-feed.ts";

/**
 * Around which the simulated rates move: units per dollar. Monthly mean of June 2026, Fed H.10 by way
 * of FRED; the dong's is ismartcoding/currency-api's of 2025-07-27. `daily` is how far a day usually
 * moves it: Hong Kong's dollar hardly leaves its band, and the dong is managed.
 */
const perDollar: Record<Currency, { anchor: number; daily: number }> = {
  USD: { anchor: 1, daily: 0 },
  JPY: { anchor: 160.77, daily: 0.006 },
  CNY: { anchor: 6.7758, daily: 0.0018 },
  HKD: { anchor: 7.8, daily: 0.0002 },
  TWD: { anchor: 31.6195, daily: 0.003 },
  KRW: { anchor: 1_529.4619, daily: 0.005 },
  THB: { anchor: 32.899, daily: 0.0035 },
  MYR: { anchor: 4.0635, daily: 0.003 },
  VND: { anchor: 26_146.115342, daily: 0.0008 },
};

/** Rates per dollar are kept to a millionth. */
const unitsPerDollarUnit = 1_000_000;

/** Waves of these lengths, each a quarter of the one before, from a year and a half to eight seconds. */
const waveLengthsMs = Array.from({ length: 12 }, (_, index) => (512 * dayMs) / 4 ** index);
/** Square roots of the lengths in days, powers of two: a longer wave is as much higher as a random walk's. */
const waveHeights = Array.from({ length: 12 }, (_, index) => 22.627416997969522 / 2 ** index);
/** So that the waves together move a currency by its daily figure in a usual day. */
const heightOfAll = 0.7;

/** Rates hold so long: what somebody was shown is what is there a moment later. */
const holdMs = 5_000;

/**
 * Reference rates of the simulated market: a pure function of its chance and the moment, so that every
 * process, and every look at a past day, finds the same ones. They wander about their anchors. Days of
 * public chance are waves, whose knots lie months ahead; from the first secret day on each day's way
 * follows from the day before and its own secret.
 */
export function createSimulatedFx(chance: Chance): FxFeed {
  const waves = createWaves(chance);
  const secretFromAt = chance.secretFrom * dayMs;
  const walks = new Map<Currency, (at: number) => number>();
  let kept: ReturnType<FxFeed["ratesAt"]> = null;

  /** As a part of the anchor. */
  function movedAt(currency: Currency, at: number): number {
    const { daily } = perDollar[currency];
    if (daily === 0) return 0;
    const number = currencies.indexOf(currency);
    if (at < secretFromAt) return waves(number, at) * (daily * heightOfAll);
    let walk = walks.get(currency);
    if (walk === undefined) {
      const start = waves(number, secretFromAt) * heightOfAll;
      walks.set(currency, (walk = createDailyWalk({ chance, currency: number, start })));
    }
    return walk(at) * daily;
  }

  function unitsPerDollar(currency: Currency, at: number): bigint {
    const { anchor } = perDollar[currency];
    const moved = movedAt(currency, at);
    // Down by a part is the same as up by it on the other side, and nothing ever reaches zero.
    const value = moved >= 0 ? anchor * (1 + moved) : anchor / (1 - moved);
    return BigInt(Math.round(value * unitsPerDollarUnit));
  }

  return {
    name: "simulated",
    kind: "simulated",
    ratesAt(moment) {
      const sequence = BigInt(Math.floor(moment / holdMs));
      if (kept?.sequence === sequence) return kept;
      const at = Number(sequence) * holdMs;
      const rates = currencies.map((currency) => [currency, unitsPerDollar(currency, at)]);
      kept = { feed: "simulated", sequence, at, perDollar: Object.fromEntries(rates) };
      return kept;
    },
  };
}

/** All waves of a currency together, by its number. */
function createWaves({ lasting }: Chance) {
  const random = new KeyedRandom();

  /** From −1 to 1, fixed at the wave's knots and straight between them. */
  function wave(currency: number, index: number, at: number): number {
    const length = waveLengthsMs[index] ?? 1;
    const knot = Math.floor(at / length);
    const part = at / length - knot;
    return knotOf(currency, index, knot) * (1 - part) + knotOf(currency, index, knot + 1) * part;
  }

  function knotOf(currency: number, index: number, knot: number): number {
    seedFor(random, lasting, streams.currency, currency * 16 + index, knot);
    return random.uniform() * 2 - 1;
  }

  return (currency: number, at: number): number => {
    let moved = 0;
    for (const [index, height] of waveHeights.entries())
      moved += wave(currency, index, at) * height;
    return moved;
  };
}
