import {
  divide,
  marketKeys,
  minor,
  price,
  zeroMinor,
  type MarketKey,
  type Minor,
  type Price,
} from "@sanshi/money";
import { dateBegins, marketDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { interestNow } from "../margin/margin.ts";
import { positionsBefore, type PastPosition } from "../positions/positions.ts";
import {
  dayProfit,
  figuresOf,
  isHeld,
  totalOf,
  type HoldingsTotal,
  type PositionDay,
  type PositionFacts,
  type PositionFigures,
} from "./portfolio.rules.ts";
import type { PriceThen } from "./prices-before.ts";
import {
  fillsSince,
  heldPositionsOf,
  livePositions,
  type PositionRecord,
  type RecentFill,
} from "./portfolio.store.ts";

type ValuationContext = Pick<Context, "quotes" | "clock">;
type DayContext = Pick<Context, "quotes" | "clock" | "hours">;

/** A position at the newest price. */
export function figuresNow(context: ValuationContext, record: PositionRecord): PositionFigures {
  return figuresOf(factsOf(context, record), lastPrice(context, record));
}

export type CustomerHoldings = Record<MarketKey, HoldingsTotal>;

export const noHoldings: CustomerHoldings = {
  jpy: totalOf([]),
  usd: totalOf([]),
  cny: totalOf([]),
};

/** What a customer's positions are worth now, per market. Reads with the caller's reader. */
export async function holdingsOf(
  context: ValuationContext,
  reader: Reader,
  customerId: bigint,
): Promise<CustomerHoldings> {
  return holdingsIn(context, await livePositions(reader, customerId, marketKeys));
}

/** The same of many customers; one who holds nothing is left out. */
export async function holdingsOfMany(
  context: ValuationContext,
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<Map<bigint, CustomerHoldings>> {
  const records = await heldPositionsOf(reader, customerIds);
  const byCustomer = Map.groupBy(records, ({ customer_id }) => customer_id);
  return new Map(
    [...byCustomer].map(([customerId, own]) => [customerId, holdingsIn(context, own)]),
  );
}

/** What a customer held at a moment that is over, and what actions of before paid for it later, per market. */
export type PastHoldings = Record<MarketKey, HoldingsTotal & { unpaid: Minor }>;

/**
 * What customers held right before a moment (milliseconds since the epoch); one who held nothing is left out.
 *
 * @param priceThen in the shares of that moment; null where there was none.
 */
export async function holdingsBefore(
  reader: Reader,
  customerIds: readonly bigint[],
  moment: number,
  priceThen: PriceThen,
): Promise<Map<bigint, PastHoldings>> {
  const valued = await valuedBefore(reader, customerIds, moment, priceThen);
  const held = new Map<bigint, PastHoldings>();
  for (const [customerId, own] of Map.groupBy(valued, ({ position }) => position.customerId)) {
    const ofMarket = (market: MarketKey) => {
      const there = own.filter(({ position }) => position.market === market);
      return {
        ...totalOf(there.map(({ figures }) => figures)),
        unpaid: minor(there.reduce((sum, { position }) => sum + position.unpaid, 0n)),
      };
    };
    held.set(customerId, { jpy: ofMarket("jpy"), usd: ofMarket("usd"), cny: ofMarket("cny") });
  }
  return held;
}

/** Each position that these customers held right before a moment, with what it was worth; parameters as above. */
export async function valuedBefore(
  reader: Reader,
  customerIds: readonly bigint[],
  moment: number,
  priceThen: PriceThen,
): Promise<{ position: PastPosition; price: Price | null; figures: PositionFigures }[]> {
  const positions = await positionsBefore(reader, customerIds, moment);
  return Promise.all(
    positions.map(async (position) => {
      const at = inSharesOf(position, await priceThen(position.market, position.code));
      return { position, price: at, figures: figuresOf(pastFacts(position, moment), at) };
    }),
  );
}

/** What a past position's assets follow from; what was paid for it with fees is not among them. */
function pastFacts(past: PastPosition, moment: number): PositionFacts {
  return {
    ...past,
    status: "holding",
    cost: zeroMinor,
    openFee: zeroMinor,
    basisClosed: zeroMinor,
    interest: interestNow(past, moment - 1),
  };
}

/** A split that was applied late had changed the price already: each of the old shares was so many new ones. */
function inSharesOf({ unappliedSplits }: PastPosition, then: Price | null): Price | null {
  if (then === null) return null;
  return unappliedSplits.reduce(
    (at, { numerator, denominator }) => price(divide(at * numerator, denominator, "half_up")),
    then,
  );
}

/** What positions that were read are worth now, per market. */
export function holdingsIn(
  context: ValuationContext,
  records: readonly PositionRecord[],
): CustomerHoldings {
  const ofMarket = (market: MarketKey) =>
    totalOf(
      records
        .filter((record) => record.market === market)
        .map((record) => figuresNow(context, record)),
    );
  return { jpy: ofMarket("jpy"), usd: ofMarket("usd"), cny: ofMarket("cny") };
}

/** What the market did today to each position, in the order of the records. */
export async function dayProfitsOf(
  context: DayContext,
  reader: Reader,
  records: readonly PositionRecord[],
): Promise<Minor[]> {
  const starts = records.map((record) => dayStart(context, record));
  const asked = records.filter((record, index) => hasOtherFills(record, starts[index] ?? 0));
  const fills =
    asked.length === 0
      ? []
      : await fillsSince(
          reader,
          asked.map(({ id }) => id),
          Math.min(...starts),
        );
  const byPosition = Map.groupBy(fills, ({ position_id }) => position_id);
  return records.map((record, index) => {
    const start = starts[index] ?? 0;
    const own = hasOtherFills(record, start) ? (byPosition.get(record.id) ?? []) : null;
    return dayProfit(
      factsOf(context, record),
      lastPrice(context, record),
      dayOf(context, record, start, own),
    );
  });
}

function dayOf(
  { quotes }: ValuationContext,
  record: PositionRecord,
  start: number,
  fills: readonly RecentFill[] | null,
): PositionDay {
  const { market, code, opened_at: openedAt } = record;
  const previous = quotes.get(market, code)?.previousClose ?? price(0n);
  return {
    previousClose: previous > 0n ? previous : null,
    wasOpenedToday: openedAt !== null && openedAt >= start,
    fills: fills === null ? null : fills.filter(({ traded_at: at }) => at >= start),
  };
}

/** Beside one opening: the fills have to be asked for only of positions that may have had others today. */
function hasOtherFills(record: PositionRecord, start: number): boolean {
  if (!isHeld(record.status)) return record.ended_at !== null && record.ended_at >= start;
  if (record.closed > 0n) return true;
  const openedBefore = record.opened_at !== null && record.opened_at < start;
  return openedBefore && record.kind !== "market";
}

/**
 * When the stock's own today began, by the app's clock: the trading day of its newest quote, which is the record's
 * where recorded days are played. A weekend still shows Friday.
 */
export function dayStart(
  { quotes, clock, hours }: DayContext,
  { market, code }: Pick<PositionRecord, "market" | "code">,
): number {
  const date = quotes.get(market, code)?.tradingDate ?? marketDate(market, clock.now(), hours);
  return dateBegins(market, date, hours);
}

function factsOf({ clock }: ValuationContext, record: PositionRecord): PositionFacts {
  return {
    market: record.market,
    side: record.side,
    status: record.status,
    opened: record.opened,
    closed: record.closed,
    openPrice: record.open_price,
    cost: record.cost,
    openFee: record.open_fee,
    basisClosed: record.basis_closed,
    borrowedLeft: record.borrowed_left,
    collateralLeft: record.collateral_left,
    interest: interestNow(
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
      clock.now(),
    ),
  };
}

function lastPrice(
  { quotes }: ValuationContext,
  { market, code }: Pick<PositionRecord, "market" | "code">,
): Price | null {
  const last = quotes.get(market, code)?.last ?? null;
  return last !== null && last > 0n ? last : null;
}
