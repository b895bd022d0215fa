import type { AnyRefusalCode } from "@sanshi/contract";
import {
  parsePrice,
  readShareRatio,
  type MarketKey,
  type Price,
  type ShareRatio,
} from "@sanshi/money";
import {
  daysAfter,
  isTradingDay,
  marketDate,
  type LocalDate,
  type MarketHours,
} from "@sanshi/rulebook";
import type { Instrument } from "../../market-feed/market-feed.ts";

/** As operators propose it: at the close of the last trading day, or at what a document says that a share is paid. */
export type TypedEnd = {
  market: MarketKey;
  lastTradingDay: LocalDate;
  cashPrice: string | null;
  documentAddress: string | null;
  /** Of a merger in shares of another company: its market and code, and how many for each old share, `0.75` or `3:4`. */
  target: { market: MarketKey; code: string; ratio: string } | null;
};

export type EndFacts = {
  instrument: Pick<Instrument, "listedOn" | "end" | "code"> | null;
  /** The company whose shares are given; null where no stock of the market has its code. */
  target: Pick<Instrument, "code" | "end" | "offered"> | null;
  hasPrice: boolean;
  isLive: boolean;
  priceMax: Price;
  now: number;
  hours: MarketHours;
};

type Checked =
  | { ok: true; cashPrice: Price | null; ratio: ShareRatio | null }
  | { ok: false; code: AnyRefusalCode; params?: Record<string, string> };

export const daysAheadMax = 366;

/**
 * What speaks against an end, in the contract's order. It is announced before its last trading day: whoever holds the
 * stock has that day at least, and no price of it is known.
 */
export function checkEnd(typed: TypedEnd, facts: EndFacts): Checked {
  const { market, lastTradingDay: day, documentAddress } = typed;
  const { instrument, now, hours } = facts;
  const object = (code: AnyRefusalCode, params?: Record<string, string>): Checked =>
    params === undefined ? { ok: false, code } : { ok: false, code, params };
  if (instrument === null) return object("instrument_not_found");
  if (instrument.end !== undefined) {
    return object("end_exists", { last_day: instrument.end.lastTradingDay });
  }
  if (!facts.hasPrice) return object("end_without_price");
  const today = marketDate(market, now, hours);
  if (day <= today) return object("end_day_not_ahead", { today });
  if (day > daysAfter(today, daysAheadMax)) {
    return object("end_day_too_far", { latest: daysAfter(today, daysAheadMax) });
  }
  if (day < instrument.listedOn) {
    return object("end_day_before_listing", { listed_on: instrument.listedOn });
  }
  if (!isTradingDay(market, day, hours)) return object("end_day_closed", { date: day });
  const ratio = typed.target === null ? null : readShareRatio(typed.target.ratio);
  if (typed.target !== null) {
    const { target } = facts;
    if (typed.target.market !== market) return object("end_target_other_market");
    if (target === null) return object("end_target_not_found");
    if (target.code === instrument.code) return object("end_target_same");
    if (target.end !== undefined) {
      return object("end_target_ends", { last_day: target.end.lastTradingDay });
    }
    if (target.offered === false) return object("end_target_not_found");
    if (ratio === null) return object("end_ratio_out_of_range");
  }
  if (typed.cashPrice === null) return { ok: true, cashPrice: null, ratio };
  if (!facts.isLive) return object("end_price_not_allowed");
  const cashPrice = parsePrice(typed.cashPrice);
  if (cashPrice === null || cashPrice <= 0n || cashPrice > facts.priceMax) {
    return object("end_price_out_of_range");
  }
  return documentAddress === null ? object("end_document_missing") : { ok: true, cashPrice, ratio };
}

/** Before its last trading is over, and of what operators announced alone: a feed's own would come again. */
export function objectToWithdrawal(
  end: { source: "record" | "simulated" | "operators"; withdrawn: boolean; endsAt: number },
  now: number,
): AnyRefusalCode | null {
  if (end.withdrawn) return "end_not_found";
  if (end.source !== "operators") return "end_of_the_feed";
  return now >= end.endsAt ? "end_is_over" : null;
}
