import type { SuspensionCause } from "@sanshi/contract";
import {
  minor,
  negateMinor,
  notional,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import { interestNow } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Balance } from "../../ledger/ledger.ts";
import type { Quote } from "../../market-feed/market-feed.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { heldRecords, type PositionRecord } from "../../trading/portfolio/portfolio.ts";
import type { KeptBalance, KeptPosition } from "./kept.ts";

/** What a valuation follows from, and nothing else: balances, and each position at the quote of the moment. */
export type PoolWorth = {
  balances: readonly KeptBalance[];
  positions: readonly KeptPosition[];
  gross: Minor;
};

export type NotValued = { code: string; cause: SuspensionCause };

/** What of a pool's accounts is its worth; the two of its units are what it owes for it. */
const ownPurposes: ReadonlySet<string> = new Set([
  "available",
  "reserved_orders",
  "debt",
  "margin_debt",
  "short_collateral",
  "shortfall_debt",
]);

export function isOfPoolsWorth(purpose: string): boolean {
  return ownPurposes.has(purpose);
}

type Quotes = { matchable(market: MarketKey, code: string): Quote | null };

/**
 * A pool's worth at this moment: its money, and every position at the price at which it would be closed, longs at
 * the bid and shorts at the ask, less the interest that closing would pay. Not valued where one has no price:
 * nothing is guessed.
 */
export async function worthOfPool(
  context: Pick<Context, "clock" | "halts">,
  orders: Quotes,
  reader: Reader,
  pool: { market: MarketKey; pool_id: bigint; balances: readonly Balance[] },
): Promise<PoolWorth | NotValued> {
  const { market, pool_id: poolId } = pool;
  const now = context.clock.now();
  const positions: KeptPosition[] = [];
  for (const record of await heldRecords(reader, poolId, market)) {
    const quote = orders.matchable(market, record.code);
    if (quote === null || !canClose(record.side, quote)) {
      const isHalted = context.halts.of(market, record.code) !== null;
      return { code: record.code, cause: isHalted ? "halted" : "no_price" };
    }
    positions.push(valued(record, quote, now));
  }
  const balances = pool.balances
    .filter(({ purpose, balance }) => ownPurposes.has(purpose) && balance !== 0n)
    .map(({ purpose, balance }) => ({ purpose, amount: balance.toString() }))
    .toSorted((one, other) => (one.purpose < other.purpose ? -1 : 1));
  return { balances, positions, gross: grossOf({ balances, positions }) };
}

/**
 * Whether anybody stands on the side at which it would be closed: of a stock that is locked at its limit the
 * empty side repeats the limit as its price, at which nobody trades.
 */
export function canClose(side: "long" | "short", quote: Quote): boolean {
  return side === "long"
    ? quote.bid > 0n && quote.bids.length > 0
    : quote.ask > 0n && quote.asks.length > 0;
}

/** The same sum for whoever replays a valuation from what is kept of it. */
export function grossOf({ balances, positions }: Omit<PoolWorth, "gross">): Minor {
  const money = balances.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const held = positions.reduce(
    (sum, { value, interest }) => sum + BigInt(value) - BigInt(interest),
    0n,
  );
  return minor(money + held);
}

/** What shares come to at the side that they would be closed at; of a short below zero. */
export function valueOfHeld(
  market: MarketKey,
  held: { side: "long" | "short"; quantity: bigint; bid: bigint; ask: bigint },
): Minor {
  const currency = settlementCurrency(market);
  const quantity = shares(held.quantity);
  return held.side === "long"
    ? notional(held.bid as Quote["bid"], quantity, currency, "floor")
    : negateMinor(notional(held.ask as Quote["ask"], quantity, currency, "ceiling"));
}

/** What closing a position brings in money at this quote: what is borrowed for it is repaid, with its interest. */
export function freedBy(
  record: PositionRecord,
  quote: Pick<Quote, "bid" | "ask">,
  now: number,
): Minor {
  const { market, side } = record;
  const quantity = record.opened - record.closed;
  const value = valueOfHeld(market, { side, quantity, bid: quote.bid, ask: quote.ask });
  const held = side === "long" ? -record.borrowed_left : record.collateral_left;
  return minor(value + held - interestOf(record, now));
}

function valued(record: PositionRecord, quote: Quote, now: number): KeptPosition {
  const { market, side } = record;
  const quantity = record.opened - record.closed;
  return {
    position: record.id.toString(),
    code: record.code,
    side,
    quantity: quantity.toString(),
    bid: quote.bid.toString(),
    ask: quote.ask.toString(),
    feed: quote.feed,
    sequence: quote.sequence.toString(),
    at: quote.at,
    value: valueOfHeld(market, { side, quantity, bid: quote.bid, ask: quote.ask }).toString(),
    interest: interestOf(record, now).toString(),
  };
}

function interestOf(record: PositionRecord, now: number): Minor {
  return interestNow(
    {
      market: record.market,
      side: record.side,
      openedAt: record.opened_at,
      marginLeft: record.margin_left,
      borrowedLeft: record.borrowed_left,
      collateralLeft: record.collateral_left,
      interestUnits: record.interest_units,
      interestThrough: record.interest_through,
    },
    now,
  );
}
