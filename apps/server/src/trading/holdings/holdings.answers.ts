import {
  heldPositionsShownMax,
  iso,
  positionStatuses,
  type CallOutput,
  type Calls,
  type Holding,
} from "@sanshi/contract";
import {
  divide,
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  notional,
  price,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { lockStatus, orderNumber } from "../orders/orders.ts";
import { instrumentName, percentOf, type HeldOpening } from "../portfolio/portfolio.ts";
import { closableOpening } from "./closable-opening.ts";
import { closableShares, type ClosableOpening } from "./closing-plan.rules.ts";
import type { HoldingKey } from "./holding-key.ts";

/** All openings of a stock that are held in one way, the oldest first; there is at least one. */
export type StockHolding = HoldingKey & {
  openings: readonly HeldOpening[];
  /** Null on margin, and where what is held did not all come by purchases: then the openings' own prices count. */
  movingAverage: Price | null;
  dividends: Minor;
};

type AnswerContext = Pick<Context, "quotes" | "clock" | "settings" | "hours">;

/** The largest first. */
export function holdingsOnWire(
  context: AnswerContext,
  market: MarketKey,
  holdings: readonly StockHolding[],
): CallOutput<Calls["/trade/holdings"]> {
  const currency = settlementCurrency(market);
  const valued = holdings
    .map((holding) => ({ holding, figures: figuresOf(holding, market) }))
    .toSorted((one, other) => Number(other.figures.marketValue - one.figures.marketValue));
  const sum = (part: (one: HoldingFigures) => Minor) =>
    formatMinor(minor(valued.reduce((total, { figures }) => total + part(figures), 0n)), currency);
  let shown = 0;
  return {
    items: valued.map(({ holding, figures }) => {
      const first = shown;
      shown = Math.min(heldPositionsShownMax, first + holding.openings.length);
      return holdingOnWire(context, market, holding, figures, shown - first);
    }),
    market_value: sum(({ marketValue }) => marketValue),
    cost: sum(({ cost }) => cost),
    profit: sum(({ profit }) => profit),
    day_profit: sum(({ dayProfit }) => dayProfit),
  };
}

type HoldingFigures = {
  quantity: Shares;
  average: Price;
  cost: Minor;
  marketValue: Minor;
  profit: Minor;
  dayProfit: Minor;
};

function figuresOf(holding: StockHolding, market: MarketKey): HoldingFigures {
  const { openings, movingAverage } = holding;
  const sum = (part: (one: HeldOpening) => bigint) =>
    minor(openings.reduce((total, one) => total + part(one), 0n));
  const quantity = shares(sum(({ figures }) => figures.left));
  const marketValue = sum(({ figures }) => figures.marketValue);
  const dayProfit = sum((one) => one.dayProfit);
  if (movingAverage === null) {
    const cost = sum(({ figures }) => figures.cost);
    const profit = sum(({ figures }) => figures.floating);
    const average = averageOfOpenings(holding, quantity);
    return { quantity, average, cost, marketValue, profit, dayProfit };
  }
  const cost = notional(movingAverage, quantity, settlementCurrency(market), "ceiling");
  const profit = minor(marketValue - cost);
  return { quantity, average: movingAverage, cost, marketValue, profit, dayProfit };
}

/** Of the openings' own prices, which each keeps; rounded against the customer. */
function averageOfOpenings({ openings, side }: StockHolding, quantity: Shares): Price {
  const value = openings.reduce(
    (sum, { record, figures }) => sum + (record.open_price ?? 0n) * figures.left,
    0n,
  );
  return price(divide(value, quantity, side === "long" ? "ceiling" : "floor"));
}

function holdingOnWire(
  context: AnswerContext,
  market: MarketKey,
  holding: StockHolding,
  figures: HoldingFigures,
  shown: number,
): Holding {
  const { code, side, funding, openings } = holding;
  const currency = settlementCurrency(market);
  const names = context.quotes.names(market, code);
  const last = context.quotes.get(market, code)?.last ?? 0n;
  const now = context.clock.now();
  const closable = openings.map(({ record }) => closableOpening(context, record, now));
  const sum = (part: (one: HeldOpening) => Minor) =>
    formatMinor(minor(openings.reduce((total, one) => total + part(one), 0n)), currency);
  return {
    type: market,
    code,
    name: instrumentName(market, names),
    names,
    side,
    funding,
    quantity: formatShares(figures.quantity),
    ...availability(context, market, closable),
    average_cost: formatPrice(figures.average, currency),
    average_method: holding.movingAverage === null ? "openings" : "moving_average",
    cost: formatMinor(figures.cost, currency),
    nowprice: formatPrice(last > 0n ? price(last) : figures.average, currency),
    market_value: formatMinor(figures.marketValue, currency),
    profit: formatMinor(figures.profit, currency),
    profit_percent: percentOf(figures.profit, figures.cost),
    day_profit: formatMinor(figures.dayProfit, currency),
    dividends: formatMinor(holding.dividends, currency),
    borrowed: sum(({ figures: own }) => own.borrowed),
    interest: sum(({ figures: own }) => own.interest),
    openings_count: openings.length,
    openings: openings
      .slice(0, shown)
      .flatMap((opening, index) => openingOnWire(opening, closable[index], market)),
  };
}

/** What of the shares can be closed now, and when more, and all, of them can. */
function availability(
  context: Pick<Context, "clock" | "hours">,
  market: MarketKey,
  openings: readonly ClosableOpening[],
) {
  const now = context.clock.now();
  const sum = (part: (one: ClosableOpening) => bigint) =>
    formatShares(shares(openings.reduce((total, one) => total + part(one), 0n)));
  const ends = openings.flatMap(({ barred }) =>
    barred === null || barred.until === null ? [] : [barred.until],
  );
  return {
    quantity_free: sum(closableShares),
    quantity_waiting: sum(({ quantity, free }) => quantity - free),
    quantity_locked: sum(({ barred }) => barred?.quantity ?? 0n),
    next_sellable_at: ends.length === 0 ? null : iso(Math.min(...ends)),
    sellable_at: ends.length === 0 ? null : iso(Math.max(...ends)),
    sellable_at_status: lockStatus(context, market, Math.max(now, ...ends), now),
  };
}

function openingOnWire(
  { record, figures }: HeldOpening,
  closable: ClosableOpening | undefined,
  market: MarketKey,
): Holding["openings"] {
  if (closable === undefined) return [];
  const currency = settlementCurrency(market);
  const { quantity, free, barred } = closable;
  const openedAt = record.opened_at ?? record.placed_at;
  return [
    {
      id: record.id.toString(),
      order_number: orderNumber(market, record.id),
      status: positionStatuses[record.status],
      leverage: record.leverage,
      quantity: formatShares(quantity),
      quantity_free: formatShares(closableShares(closable)),
      quantity_waiting: formatShares(shares(quantity - free)),
      buy_price: formatPrice(record.open_price ?? price(0n), currency),
      buy_time: iso(openedAt),
      sellable_at: iso(barred?.until ?? record.sellable_at ?? openedAt),
      market_value: formatMinor(figures.marketValue, currency),
      yingkui: formatMinor(figures.floating, currency),
    },
  ];
}
