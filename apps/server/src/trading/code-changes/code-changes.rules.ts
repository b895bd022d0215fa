import type { AnyRefusalCode } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import {
  daysAfter,
  exchangesOfCode,
  isTradingDay,
  limitClassOfCode,
  type Exchange,
  type LocalDate,
  type MarketHours,
} from "@sanshi/rulebook";
import type { CodeChange } from "../../market-feed/code-changes.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";

type Names = Instrument["names"];

/** What a stock is to be from a day on, as it was typed; what is left out stays. */
export type TypedChange = {
  market: MarketKey;
  /** The code that it has now. */
  code: string;
  newCode: string;
  exchange: Exchange | undefined;
  names: Names | null;
  effectiveOn: LocalDate;
};

export type ChangeFacts = {
  /** As it is now; null where the market has no such stock. */
  instrument: Instrument | null;
  /** Every change that was decided and not withdrawn. */
  decided: readonly CodeChange[];
  /** Whether the new code is some stock's, or ever was. */
  isUsed: boolean;
  today: LocalDate;
  hours: MarketHours;
};

/** A change is announced at most so many days ahead. */
export const changeAheadDaysMax = 366;

/** What speaks against a change, in the contract's order; otherwise the exchange from its day on. */
export function checkCodeChange(
  typed: TypedChange,
  facts: ChangeFacts,
): { ok: true; exchange: Exchange } | { ok: false; code: AnyRefusalCode } {
  const object = (code: AnyRefusalCode) => ({ ok: false, code }) as const;
  const { market, code, newCode, names, effectiveOn } = typed;
  const { instrument } = facts;
  if (instrument === null) return object("instrument_not_found");
  const isRecoded = newCode !== code;
  if (isRecoded && !isCodeOf(market, newCode)) return object("instrument_code_malformed");
  const exchange = exchangeAfter(typed, instrument);
  if (exchange === null) return object("instrument_exchange_wrong");
  if (names !== null && Object.values(names).some((name) => name.trim() === "")) {
    return object("instrument_name_missing");
  }
  if (!isRecoded && exchange === instrument.exchange && isSameName(names, instrument.names)) {
    return object("instrument_unchanged");
  }
  if (!isChangeDate(market, effectiveOn, facts)) return object("code_change_date_wrong");
  const ahead = facts.decided.filter((one) => one.market === market && one.carriedAt === null);
  if (ahead.some(({ oldCode }) => oldCode === code)) return object("code_change_planned");
  if (isRecoded && (facts.isUsed || ahead.some((one) => one.newCode === newCode))) {
    return object("instrument_exists");
  }
  return { ok: true, exchange };
}

function isCodeOf(market: MarketKey, code: string): boolean {
  return exchangesOfCode(market, code).length > 0;
}

/**
 * Where it is listed from its day on; null where that cannot be: a code tells its exchange in Japan and China, and
 * stays on its board, whose limits its prices keep.
 */
function exchangeAfter(
  { market, code, newCode, exchange: typed }: TypedChange,
  instrument: Instrument,
): Exchange | null {
  if (newCode === code) {
    if (typed === undefined || typed === instrument.exchange) return instrument.exchange;
    return market === "usd" && exchangesOfCode(market, code).includes(typed) ? typed : null;
  }
  const possible = exchangesOfCode(market, newCode);
  const [only] = possible;
  const exchange = typed ?? (possible.length === 1 ? only : instrument.exchange);
  if (exchange === undefined || !possible.includes(exchange)) return null;
  return limitClassOfCode(market, newCode) === limitClassOfCode(market, code) ? exchange : null;
}

function isSameName(names: Names | null, now: Names): boolean {
  return names === null || (names.jp === now.jp && names.cn === now.cn && names.us === now.us);
}

/** A trading day that has not begun. */
function isChangeDate(
  market: MarketKey,
  date: LocalDate,
  { today, hours }: Pick<ChangeFacts, "today" | "hours">,
): boolean {
  return (
    date > today &&
    date <= daysAfter(today, changeAheadDaysMax) &&
    isTradingDay(market, date, hours)
  );
}
