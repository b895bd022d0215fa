import { divide, price, type MarketKey, type Price } from "@sanshi/money";
import type { IndexDefinition } from "../companies/indexes.ts";
import type { IndexClose, IndexDay, IndexQuote } from "../market-feed.ts";
import { sharesAhead } from "./corporate-calendar.ts";
import type { MarketHistory } from "./market-history.ts";
import type { Track } from "./stock-day.ts";
import { keyOf, type Stock } from "./stock.ts";

/** A level has two decimals: a multiple of this many units of Price. */
const levelStep = 100n;

/**
 * An index chained day by day from its members:
 * level = yesterday's level × Σ weight × price ÷ Σ yesterday's weight × yesterday's close, half up to
 * two decimals. A split changes weight and price together and so moves nothing; a new share joins
 * after its first day. The sums are whole numbers that a double holds exactly.
 */
export function createIndexChain(definition: IndexDefinition, history: MarketHistory) {
  const members = membersOf(definition, history.tracks).map((track) => ({
    track,
    weightOn: createWeight(definition, track),
  }));
  const closes: Price[] = [];

  /** The level at prices of a day; `priceOf` answers 0 for a member without one. */
  function levelOn(index: number, priceOf: (track: Track) => number): Price {
    const before = closeOf(index - 1);
    let now = 0;
    let then = 0;
    for (const { track, weightOn } of members) {
      const yesterday = index > 0 ? history.close(track, index - 1) : 0;
      const today = yesterday === 0 ? 0 : priceOf(track);
      if (today === 0) continue;
      now += weightOn(index) * today;
      then += weightOn(index - 1) * yesterday;
    }
    return chained(before, now, then);
  }

  /** The closing level of a day that the history has reached; the base level before its first. */
  function closeOf(index: number): Price {
    if (index < 0) return price(BigInt(definition.baseLevel) * 10_000n);
    if (closes.length <= index) closeUntil(index);
    return closes[index]!;
  }

  /** Member by member: years of days are summed up at each start. */
  function closeUntil(last: number): void {
    const first = closes.length;
    const now = new Float64Array(last + 1 - first);
    const then = new Float64Array(last + 1 - first);
    for (const { track, weightOn } of members) {
      let index = Math.max(first, 1);
      let yesterday = history.close(track, index - 1);
      let weight = weightOn(index - 1);
      for (; index <= last; index += 1) {
        const today = history.close(track, index);
        const weightNow = weightOn(index);
        if (yesterday !== 0 && today !== 0) {
          now[index - first]! += weightNow * today;
          then[index - first]! += weight * yesterday;
        }
        yesterday = today;
        weight = weightNow;
      }
    }
    for (const [place, sum] of now.entries()) {
      closes.push(chained(closeOf(first + place - 1), sum, then[place]!));
    }
  }

  return {
    definition,
    members,
    closeOf,
    quote(index: number, at: number, priceOf: (track: Track) => number): IndexQuote {
      const { market, code, names } = definition;
      const level = levelOn(index, priceOf);
      return { market, code, names, at, level, previousClose: closeOf(index - 1) };
    },
  };
}

/** The level of the day before, moved by two sums of weight × price. */
function chained(before: Price, now: number, then: number): Price {
  if (then === 0) return before;
  return price(divide(before * BigInt(now), BigInt(then) * levelStep, "half_up") * levelStep);
}

export type IndexChain = ReturnType<typeof createIndexChain>;

/** Where every index stands, by its members' newest trades. */
export function indexQuotes(
  chains: readonly IndexChain[],
  stocks: ReadonlyMap<string, Stock>,
): IndexQuote[] {
  const quotes: IndexQuote[] = [];
  for (const chain of chains) {
    const members = chain.members.map(({ track }) => stocks.get(keyOf(track.company))!);
    const index = members.reduce((newest, { dayIndex }) => Math.max(newest, dayIndex), -1);
    if (index < 0) continue;
    const at = members.reduce((newest, { quote }) => Math.max(newest, quote?.at ?? 0), 0);
    const priceOf = (track: Track) => priceOn(index, stocks.get(keyOf(track.company))!);
    quotes.push(chain.quote(index, at, priceOf));
  }
  return quotes;
}

/** Where a market's indices closed on a day that its history has reached. */
export function indexCloses(
  chains: readonly IndexChain[],
  market: MarketKey,
  index: number,
): IndexClose[] {
  return chains
    .filter(({ definition }) => definition.market === market)
    .map(({ definition: { code, names }, closeOf }) => ({
      market,
      code,
      names,
      level: closeOf(index),
      previousClose: closeOf(index - 1),
    }));
}

/** An index's newest days that start before a moment, oldest first. Of the running day only what has been traded. */
export function indexDays(
  chain: IndexChain,
  { calendar }: MarketHistory,
  stocks: ReadonlyMap<string, Stock>,
  { before, limit }: { before: number; limit: number },
): IndexDay[] {
  const [now] = indexQuotes([chain], stocks);
  const members = chain.members.map(({ track }) => stocks.get(keyOf(track.company))!);
  const newest = members.reduce((last, { dayIndex }) => Math.max(last, dayIndex), -1);
  const days: IndexDay[] = [];
  if (now === undefined) return days;
  for (let index = newest; index >= 0 && days.length < limit; index -= 1) {
    const from = calendar.opensAt(index);
    if (from >= before) continue;
    const level = index === newest ? now.level : chain.closeOf(index);
    days.push({ from, tradingDate: calendar.dateAt(index), level });
  }
  return days.reverse();
}

/** A member that has not traded yet today stands at its base, which is already in today's shares. */
function priceOn(index: number, { dayIndex, last, history, track }: Stock): number {
  if (dayIndex < 0) return 0;
  return dayIndex === index ? last : (history.day(track, index)?.base ?? 0);
}

function membersOf(definition: IndexDefinition, tracks: readonly Track[]): Track[] {
  const value = ({ company }: Track) => company.anchorPrice * company.sharesMillions;
  return tracks
    .toSorted((left, right) => value(right) - value(left))
    .filter(({ company }, rank) => definition.isMember(company, rank));
}

/** One of today's shares in a price-weighted index; divisible by every product of split ratios in it. */
const wholeShare = 12_600;
/** Shares are counted in ten thousands, so that a market's value in units of Price fits a double. */
const sharesPerMillion = 100;

/** A member's weight on a day: its shares of then, or one of today's shares in shares of then. */
function createWeight({ weighting }: IndexDefinition, { company, actions }: Track) {
  const today = weighting === "price" ? wholeShare : company.sharesMillions * sharesPerMillion;
  const splitsAt = actions.filter(({ kind }) => kind === "split");
  const weightFrom = (date: string) => {
    const ahead = sharesAhead(company, date);
    return Math.round((today * ahead.then) / ahead.today);
  };
  const first = weightFrom("");
  const later = splitsAt.map(({ index, exDate }) => ({ index, weight: weightFrom(exDate) }));
  if (later.length === 0) return () => first;
  return (index: number): number => {
    let weight = first;
    for (const era of later) if (era.index <= index) weight = era.weight;
    return weight;
  };
}
