import {
  closedPositionsShownMax,
  heldPositionsShownMax,
  positionStatuses,
  sellLockMinutes,
  type CallOutput,
  type Calls,
  type HeldStock,
} from "@sanshi/contract";
import {
  divide,
  formatMinor,
  formatPrice,
  formatShares,
  marketKeys,
  price,
  settlementCurrency,
  shares,
  zeroMinor,
  type Currency,
  type MarketKey,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { actionsOf } from "../corporate-actions/corporate-actions.ts";
import { orderNumber } from "../orders/orders.ts";
import {
  figuresOf,
  isHeld,
  percentOf,
  totalOf,
  type HoldingsTotal,
  type PositionFigures,
} from "./positions.rules.ts";
import {
  endedPositions,
  fillsOf,
  findPosition,
  livePositions,
  realisedProfit,
  type FillRecord,
  type PositionRecord,
} from "./positions.store.ts";

type PositionContext = Pick<Context, "quotes" | "database">;
type KeyedPositions = CallOutput<Calls["/trade/userstocklist"]>;

/** The spec's list of positions held or waiting: by id, with market value and floating profit among them. */
export async function heldPositions(
  context: PositionContext,
  customer: Customer,
  market: MarketKey,
): Promise<KeyedPositions> {
  const records = await livePositions(context.database.reader, customer.customerId, [market]);
  const figures = records.map((record) => figuresNow(context, record));
  const list: KeyedPositions = {};
  for (const [index, record] of records.slice(0, heldPositionsShownMax).entries()) {
    const own = figures[index];
    if (own !== undefined) list[record.id.toString()] = onWire(context, record, own);
  }
  const total = totalOf(figures);
  const currency = settlementCurrency(market);
  list["ccsz"] = formatMinor(total.marketValue, currency);
  list["fdyk"] = formatMinor(total.floating, currency);
  return list;
}

/** The spec's list of what has ended, the newest, with the market's realised profit among them. */
export async function closedPositions(
  context: PositionContext,
  customer: Customer,
  market: MarketKey,
): Promise<KeyedPositions> {
  const { reader } = context.database;
  const [records, realised] = await Promise.all([
    endedPositions(reader, customer.customerId, market, closedPositionsShownMax),
    realisedProfit(reader, customer.customerId, market),
  ]);
  const list: KeyedPositions = {};
  for (const record of records) {
    list[record.id.toString()] = onWire(context, record, figuresNow(context, record));
  }
  list["lsyk"] = formatMinor(realised, settlementCurrency(market));
  return list;
}

export async function onePosition(
  context: PositionContext,
  customer: Customer,
  id: bigint,
): Promise<Outcome<CallOutput<Calls["/trade/position"]>>> {
  const { reader } = context.database;
  // First, so that no action is shown which the figures have not followed yet.
  const actions = await actionsOf(reader, id);
  const record = await findPosition(reader, customer.customerId, id);
  if (record === undefined) return refuse("position_not_found");
  const fills = await fillsOf(reader, id);
  const currency = settlementCurrency(record.market);
  const figures = figuresNow(context, record);
  return accept({
    ...onWire(context, record, figures),
    cost: formatMinor(record.cost, currency),
    realised: formatMinor(record.realised, currency),
    fills: fills.map((fill) => fillOnWire(record.id, fill, currency)),
    actions,
    forced_sales: [],
  });
}

/** What a customer's positions are worth now, per market. Reads with the caller's reader. */
export async function holdingsOf(
  context: Pick<Context, "quotes">,
  reader: Reader,
  customerId: bigint,
): Promise<Record<MarketKey, HoldingsTotal>> {
  const records = await livePositions(reader, customerId, marketKeys);
  const ofMarket = (market: MarketKey) =>
    totalOf(
      records
        .filter((record) => record.market === market)
        .map((record) => figuresNow(context, record)),
    );
  return { jpy: ofMarket("jpy"), usd: ofMarket("usd"), cny: ofMarket("cny") };
}

function figuresNow({ quotes }: Pick<Context, "quotes">, record: PositionRecord): PositionFigures {
  const { market, code, status, opened, closed, open_price: openPrice } = record;
  const last = quotes.get(market, code)?.last ?? null;
  return figuresOf(
    { market, status, opened, closed, openPrice },
    last !== null && last > 0n ? last : null,
  );
}

function onWire(
  { quotes }: Pick<Context, "quotes">,
  record: PositionRecord,
  figures: PositionFigures,
): HeldStock {
  const { market, code, status } = record;
  const currency = settlementCurrency(market);
  const instrument = quotes.instrument(market, code);
  const buyPrice = record.open_price ?? record.limit_price ?? price(0n);
  const now = quotes.get(market, code)?.last ?? buyPrice;
  const held = isHeld(status);
  const ended = status === positionStatuses.closed;
  // While held: what is left. Waiting or ended: the shares that the record is about.
  const shown = held ? figures.left : ended ? record.closed : record.quantity;
  const sellPrice =
    record.closed > 0n ? price(divide(record.close_value, record.closed, "floor")) : null;
  const openedAt = record.opened_at ?? record.placed_at;
  return {
    id: record.id.toString(),
    type: market,
    code,
    name: nameAtHome(market, code, instrument),
    names: instrument?.names ?? { jp: code, cn: code, us: code },
    status,
    side: record.side,
    kind: record.kind,
    leverage: record.leverage,
    nowprice: formatPrice(now, currency),
    stock_num: formatShares(shown),
    buy_price: formatPrice(buyPrice, currency),
    yingkui: formatMinor(held ? figures.floating : record.realised, currency),
    profit_percent: held ? figures.floatingPercent : percentOf(record.realised, record.cost),
    market_value: formatMinor(figures.marketValue, currency),
    margin: formatMinor(
      status === positionStatuses.pending ? record.reserved : record.margin,
      currency,
    ),
    order_number: orderNumber(market, record.id),
    buy_time: iso(openedAt),
    // A waiting order's shares are sellable this long after its fill at the earliest.
    sellable_at: iso(record.sellable_at ?? openedAt + sellLockMinutes * 60_000),
    buy_fee: formatMinor(record.open_fee, currency),
    sell_fee: formatMinor(record.close_fee, currency),
    stamp_duty: formatMinor(record.stamp_duty, currency),
    sell_price: sellPrice === null ? null : formatPrice(sellPrice, currency),
    sell_time: ended && record.ended_at !== null ? iso(record.ended_at) : null,
    quantity_opened: formatShares(record.opened),
    quantity_closed: formatShares(record.closed),
    ...waitingSale(record, currency),
    ...waitingOrder(record, currency),
    take_profit: record.take_profit === null ? null : formatPrice(record.take_profit, currency),
    stop_loss: record.stop_loss === null ? null : formatPrice(record.stop_loss, currency),
    borrowed: formatMinor(record.borrowed_left, currency),
    interest: formatMinor(zeroMinor, currency),
    interest_paid: formatMinor(record.interest_paid, currency),
    interest_rate: "0",
    ending: record.ending,
    ended_at: record.ended_at === null ? null : iso(record.ended_at),
  };
}

type WaitingOrder = Pick<
  HeldStock,
  | "time_in_force"
  | "expires_at"
  | "limit_price"
  | "stop_price"
  | "triggered_at"
  | "quantity_ordered"
  | "quantity_waiting"
  | "reserved"
>;

/** What of the opening order still waits: all of it, the rest of one that is filled in part, or nothing. */
function waitingOrder(record: PositionRecord, currency: Currency): WaitingOrder {
  const { limit_price: limit, stop_price: stop, reserved, expires_at, triggered_at } = record;
  const waiting = reserved > 0n ? shares(record.quantity - record.opened) : shares(0n);
  return {
    time_in_force: record.time_in_force,
    expires_at: expires_at === null ? null : iso(expires_at),
    limit_price: limit === null ? null : formatPrice(limit, currency),
    stop_price: stop === null ? null : formatPrice(stop, currency),
    triggered_at: triggered_at === null ? null : iso(triggered_at),
    quantity_ordered: formatShares(record.quantity),
    quantity_waiting: formatShares(waiting),
    reserved: formatMinor(reserved, currency),
  };
}

type WaitingSale = Pick<HeldStock, "closing_quantity" | "closing_price">;

function waitingSale(record: PositionRecord, currency: Currency): WaitingSale {
  const { closing_quantity: quantity, closing_price: limit } = record;
  return {
    closing_quantity: quantity === null ? null : formatShares(quantity),
    closing_price: limit === null ? null : formatPrice(limit, currency),
  };
}

function nameAtHome(market: MarketKey, code: string, instrument: Instrument | null): string {
  if (instrument === null) return code;
  const { names } = instrument;
  return { jpy: names.jp, cny: names.cn, usd: names.us }[market];
}

function fillOnWire(
  positionId: bigint,
  fill: FillRecord,
  currency: Currency,
): CallOutput<Calls["/trade/position"]>["fills"][number] {
  return {
    id: `${positionId}-${fill.number}`,
    side: fill.side,
    price: formatPrice(fill.price, currency),
    quantity: formatShares(fill.quantity),
    amount: formatMinor(fill.amount, currency),
    fee: formatMinor(fill.fee, currency),
    fees: fill.fee_items,
    at: iso(fill.filled_at),
    quote: {
      feed: fill.feed,
      sequence: fill.quote_sequence.toString(),
      bid: formatPrice(fill.bid, currency),
      ask: formatPrice(fill.ask, currency),
      at: iso(fill.quote_at),
    },
  };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
