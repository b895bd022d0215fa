import type { AnyRefusalCode } from "@sanshi/contract";
import { shares, type MarketKey, type Shares } from "@sanshi/money";
import {
  boardOf,
  daysAfter,
  exchangesOfCode,
  isGrowthBoardCode,
  isTradingDay,
  lotRule,
  smallestUnit,
  type Exchange,
  type LocalDate,
  type MarketHours,
  type MarketRules,
} from "@sanshi/rulebook";
import type { FeedAdditions, Instrument } from "../../market-feed/market-feed.ts";

type Names = Instrument["names"];

/** An addition as it is proposed and kept: what was typed, without blanks around and repetitions. */
export type TypedListing = {
  market: MarketKey;
  code: string;
  /** Of an American stock; elsewhere the code says it. */
  exchange: Exchange | undefined;
  names: Names;
  listedOn: string | undefined;
};

export type FeedFacts = {
  of: FeedAdditions["of"] | null;
  objection: ReturnType<FeedAdditions["objection"]>;
  /** How many were added to this market. */
  added: number;
  addedMax: number;
};

/** What speaks against an addition, in the contract's order; otherwise where it is listed. */
export function checkListing(
  typed: TypedListing,
  feed: FeedFacts,
  today: LocalDate,
  hours: MarketHours,
): { ok: true; exchange: Exchange } | { ok: false; code: AnyRefusalCode } {
  const object = (code: AnyRefusalCode) => ({ ok: false, code }) as const;
  const { market, code, names, listedOn } = typed;
  const exchanges = exchangesOfCode(market, code);
  if (exchanges.length === 0) return object("instrument_code_malformed");
  const exchange =
    exchanges.length === 1 && typed.exchange === undefined ? exchanges[0] : typed.exchange;
  if (exchange === undefined || !exchanges.includes(exchange)) {
    return object("instrument_exchange_wrong");
  }
  if (!isNamed(names)) return object("instrument_name_missing");
  if (feed.of !== "codes" && !isListingDate(market, listedOn, today, hours)) {
    return object("listing_date_wrong");
  }
  if (feed.objection === "carried") return object("instrument_exists");
  if (feed.of === null || feed.objection === "unknown") return object("instrument_not_in_feed");
  if (feed.added >= feed.addedMax) return object("instruments_too_many");
  return { ok: true, exchange };
}

/** No exchange is older. */
const earliestListing: LocalDate = "1600-01-01";
const daysAheadMax = 366;

/** A day of the past as it is told; one to come has to be a day on which shares are traded. */
function isListingDate(
  market: MarketKey,
  listedOn: string | undefined,
  today: LocalDate,
  hours: MarketHours,
): boolean {
  if (listedOn === undefined || listedOn < earliestListing) return false;
  if (listedOn < today) return true;
  const latest = daysAfter(today, daysAheadMax);
  return listedOn <= latest && isTradingDay(market, listedOn, hours);
}

export function isNamed(names: Names): boolean {
  return [names.jp, names.cn, names.us].every((name) => name !== "");
}

export function trimNames({ jp, cn, us }: Names): Names {
  return { jp: jp.trim(), cn: cn.trim(), us: us.trim() };
}

/** Each once, as it was typed. */
export function trimTerms(terms: readonly string[]): string[] {
  return [...new Set(terms.map((term) => term.trim()).filter((term) => term !== ""))];
}

/** Where the exchange names no largest order, a typing error with too many zeros ends here. */
const lotMax = 1_000_000n;

/**
 * Whose multiples an instrument's lot may be, and how large: never a lot that breaks the exchange's rule,
 * where that holds.
 */
export function lotBounds(
  { market, code, exchange, limitClass }: Instrument,
  today: LocalDate,
  rules: MarketRules,
): { unit: Shares; max: Shares } {
  if (rules === "practice") return { unit: shares(1n), max: shares(lotMax) };
  const isGrowth = isGrowthBoardCode(market, code);
  const board = boardOf({ market, exchange, limitClass: isGrowth ? "growth_board" : limitClass });
  const rule = lotRule(market, today, board);
  return { unit: smallestUnit(rule), max: rule.orderMaximum ?? shares(lotMax) };
}

export function isLotAllowed(lot: bigint, { unit, max }: { unit: Shares; max: Shares }): boolean {
  return lot > 0n && lot % unit === 0n && lot <= max;
}
