import { divide, price, type Price } from "@sanshi/money";
import type { IndexDefinition } from "../companies/indexes.ts";
import type { IndexQuote } from "../market-feed.ts";
import { sharesAhead } from "./corporate-calendar.ts";
import type { MarketHistory, Track } from "./market-history.ts";

/** A level has two decimals: a multiple of this many units of Price. */
const levelStep = 100n;

/**
 * An index chained day by day from its members:
 * level = yesterday's level × Σ weight × price ÷ Σ yesterday's weight × yesterday's close, half up to
 * two decimals. A split changes weight and price together and so moves nothing; a new share joins
 * after its first day.
 */
export function createIndexChain(definition: IndexDefinition, history: MarketHistory) {
  const members = membersOf(definition, history.tracks);
  const closes: Price[] = [];
  const weights = members.map((track) => createWeight(definition, track));

  /** The level at prices of a day, `priceOf` answering null for a member without one. */
  function levelOn(index: number, priceOf: (track: Track) => number | null): Price {
    const before = closeOf(index - 1);
    let now = 0n;
    let then = 0n;
    for (const [position, track] of members.entries()) {
      const yesterday = index > 0 ? history.day(track, index - 1) : null;
      const today = yesterday === null ? null : priceOf(track);
      if (yesterday === null || today === null) continue;
      const weight = weights[position]!;
      now += weight(history.calendar.dateAt(index)) * BigInt(today);
      then += weight(history.calendar.dateAt(index - 1)) * BigInt(yesterday.close);
    }
    if (then === 0n) return before;
    return price(divide(before * now, then * levelStep, "half_up") * levelStep);
  }

  /** The closing level of a day that the history has reached; the base level before its first. */
  function closeOf(index: number): Price {
    if (index < 0) return price(BigInt(definition.baseLevel) * 10_000n);
    while (closes.length <= index) {
      const next = closes.length;
      closes.push(levelOn(next, (track) => history.day(track, next)?.close ?? null));
    }
    return closes[index]!;
  }

  return {
    definition,
    members,
    closeOf,
    levelOn,
    quote(index: number, at: number, priceOf: (track: Track) => number | null): IndexQuote {
      const { market, code, names } = definition;
      const level = levelOn(index, priceOf);
      return { market, code, names, at, level, previousClose: closeOf(index - 1) };
    },
  };
}

export type IndexChain = ReturnType<typeof createIndexChain>;

function membersOf(definition: IndexDefinition, tracks: readonly Track[]): Track[] {
  const value = ({ company }: Track) => company.anchorPrice * company.sharesMillions;
  return tracks
    .toSorted((left, right) => value(right) - value(left))
    .filter(({ company }, rank) => definition.isMember(company, rank));
}

/** Divisible by every product of split ratios that the demo content has. */
const wholeShare = 3_603_600n;

/** A member's weight on a date: its shares of then, or one of today's shares in shares of then. */
function createWeight({ weighting }: IndexDefinition, { company }: Track) {
  const today =
    weighting === "price"
      ? wholeShare
      : BigInt(Math.round(company.sharesMillions * 10)) * wholeShare;
  if (company.splits.length === 0) return () => today;
  const byDate = company.splits.map(({ exDate }) => exDate).toSorted();
  const eras = ["", ...byDate].map((from) => {
    const ahead = sharesAhead(company, from);
    return { from, weight: (today * BigInt(ahead.then)) / BigInt(ahead.today) };
  });
  return (date: string) => eras.findLast(({ from }) => from <= date)?.weight ?? today;
}
