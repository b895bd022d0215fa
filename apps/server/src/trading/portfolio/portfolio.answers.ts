import {
  positionStatuses,
  sellLockMinutes,
  type CallOutput,
  type Calls,
  type HeldStock,
  type VenueNote,
  iso,
  minuteMs,
} from "@sanshi/contract";
import {
  divide,
  formatMinor,
  formatPrice,
  formatShares,
  price,
  settlementCurrency,
  shares,
  type Currency,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import { afterHoursBegin, calendarStatusAt, interestRates, localDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { isOfExtendedHours, type Instrument } from "../../market-feed/market-feed.ts";
import { rateText, termOnWire } from "../margin/margin.ts";
import {
  lockedShares,
  lockStatus,
  orderNumber,
  sellableFrom,
  trailOnWire,
} from "../orders/orders.ts";
import { isHeld, percentOf, type PositionFigures } from "./portfolio.rules.ts";
import { settlementOnWire } from "./settles-on.ts";
import type {
  ClosedPartRecord,
  ClosingOrderRecord,
  FillRecord,
  PositionRecord,
  WaitingExit,
} from "./portfolio.store.ts";

/** What works on a position, and what its venue has not answered of that. */
type WorkingOn = {
  closings?: readonly ClosingOrderRecord[] | undefined;
  exits?: readonly WaitingExit[] | undefined;
  notes?: ReadonlyMap<bigint, VenueNote>;
  /** Of a closed one, where several orders have closed it. */
  parts?: readonly ClosedPartRecord[] | undefined;
};

/** A position as the lists show it. */
export function positionOnWire(
  context: Pick<Context, "quotes" | "clock" | "settings" | "hours">,
  record: PositionRecord,
  figures: PositionFigures,
  dayProfit: Minor,
  { closings = [], exits = [], notes = new Map(), parts = [] }: WorkingOn = {},
): HeldStock {
  const { quotes, clock } = context;
  const { market, status } = record;
  const currency = settlementCurrency(market);
  const buyPrice = record.open_price ?? record.limit_price ?? record.stop_price ?? price(0n);
  const now = quotes.get(market, quotes.present(market, record.code))?.last ?? buyPrice;
  const held = isHeld(status);
  const ended = status === "closed";
  // While held: what is left. Waiting or ended: the shares that the record is about.
  const shown = held ? figures.left : ended ? record.closed : record.quantity;
  const sellPrice =
    record.closed > 0n ? price(divide(record.close_value, record.closed, "floor")) : null;
  const openedAt = record.opened_at ?? record.placed_at;
  // What is over is called as it was then.
  const { code, names } = quotes.called(market, record.code, record.ended_at ?? clock.now());
  // A working order's shares are sellable this long after its fill at the earliest.
  const lockEnds = record.sellable_at ?? openedAt + sellLockMinutes * minuteMs;
  return {
    id: record.id.toString(),
    type: market,
    code,
    name: instrumentName(market, names),
    names,
    // Lent out: held as before, and shown as what it is.
    status: positionStatuses[status === "holding" && record.lent > 0n ? "locked" : status],
    side: record.side,
    kind: record.kind,
    leverage: record.leverage,
    nowprice: formatPrice(now, currency),
    stock_num: formatShares(shown),
    buy_price: formatPrice(buyPrice, currency),
    yingkui: formatMinor(held ? figures.floating : record.realised, currency),
    profit_percent: held ? figures.floatingPercent : percentOf(record.realised, record.cost),
    day_profit: formatMinor(dayProfit, currency),
    market_value: formatMinor(figures.marketValue, currency),
    margin: formatMinor(ownMoneyIn(record), currency),
    order_number: orderNumber(market, record.id),
    buy_time: iso(openedAt),
    ...(record.do_not_reduce && { do_not_reduce: true }),
    ...(record.extended_hours && { hours: "extended" as const }),
    ...lockOnWire(context, record, lockEnds),
    ...termOnWire(context, {
      market,
      side: record.side,
      leverage: record.leverage,
      opened_at: openedAt,
    }),
    buy_fee: formatMinor(record.open_fee, currency),
    sell_fee: formatMinor(record.close_fee, currency),
    stamp_duty: formatMinor(record.stamp_duty, currency),
    sell_price: sellPrice === null ? null : formatPrice(sellPrice, currency),
    sell_time: ended && record.ended_at !== null ? iso(record.ended_at) : null,
    quantity_opened: formatShares(record.opened),
    quantity_closed: formatShares(record.closed),
    ...workingOrder(record, currency),
    ...waitingSale(context, record, closings, notes),
    at_venue: record.opening_works ? notes.get(record.id) : undefined,
    take_profit: record.take_profit === null ? null : formatPrice(record.take_profit, currency),
    stop_loss: record.stop_loss === null ? null : formatPrice(record.stop_loss, currency),
    ...(exits.length > 0 && { exits: exits.map((exit) => exitOnWire(exit, currency)) }),
    ...(parts.length > 0 && { closed_in: parts.map((part) => closedPartOnWire(part, currency)) }),
    borrowed: formatMinor(record.borrowed_left, currency),
    interest: formatMinor(figures.interest, currency),
    interest_paid: formatMinor(record.interest_paid, currency),
    interest_rate: yearlyRate(record, clock.now()),
    ending: record.ending,
    ended_at: record.ended_at === null ? null : iso(record.ended_at),
    lent: formatShares(shares(record.lent)),
  };
}

/**
 * When the first of the shares can be sold, and what of them cannot be yet. What was bought on a later day than the
 * first of them does not keep those back.
 */
function lockOnWire(
  context: Pick<Context, "clock" | "settings" | "hours">,
  record: PositionRecord,
  lockEnds: number,
): Pick<
  HeldStock,
  "sellable_at" | "sellable_at_status" | "quantity_locked" | "locked_until" | "locked_until_status"
> {
  const { market, side, newest_lot } = record;
  const now = context.clock.now();
  const locked = isHeld(record.status) ? lockedShares(context, record, now) : null;
  const all = sellableFrom(context, { market, side, sellable_at: lockEnds });
  const first = newest_lot === null ? all : Math.min(all, lockEnds);
  return {
    sellable_at: iso(first),
    sellable_at_status: lockStatus(context, market, first, now),
    quantity_locked: formatShares(locked?.quantity ?? shares(0n)),
    locked_until: locked === null ? null : iso(locked.until),
    locked_until_status: lockStatus(context, market, locked?.until ?? now, now),
  };
}

/** Of a working order what is held for it, of a held position what is still in it, afterwards what was. */
function ownMoneyIn(record: PositionRecord): Minor {
  if (record.status === "pending") return record.reserved;
  return isHeld(record.status) ? record.margin_left : record.margin;
}

/** In per cent; a long that is paid in full bears none. */
function yearlyRate({ market, side, leverage }: PositionRecord, now: number): string {
  if (side === "long" && leverage === 1) return "0";
  const { longBasisPoints, shortBasisPoints } = interestRates(market, localDate(market, now));
  return rateText(side === "long" ? longBasisPoints : shortBasisPoints);
}

type WorkingOrder = Pick<
  HeldStock,
  | "time_in_force"
  | "trades_from"
  | "limit_price"
  | "stop_price"
  | "triggered_at"
  | "quantity_ordered"
  | "quantity_waiting"
  | "reserved"
>;

/** What of the opening order still waits: all of it, the rest of one that is filled in part, or nothing. */
function workingOrder(record: PositionRecord, currency: Currency): WorkingOrder {
  const { limit_price: limit, stop_price: stop, reserved, triggered_at } = record;
  const waiting = record.opening_works ? shares(record.quantity - record.opened) : shares(0n);
  return {
    time_in_force: record.time_in_force,
    ...(record.opening_works && beginOnWire(record)),
    limit_price: limit === null ? null : formatPrice(limit, currency),
    stop_price: stop === null ? null : formatPrice(stop, currency),
    triggered_at: triggered_at === null ? null : iso(triggered_at),
    quantity_ordered: formatShares(record.quantity),
    quantity_waiting: formatShares(waiting),
    reserved: formatMinor(reserved, currency),
  };
}

type WaitingSale = Pick<
  HeldStock,
  | "closing_quantity"
  | "closing_price"
  | "closing_filled"
  | "closing_orders"
  | "expires_at"
  | "expires_at_status"
>;

/** What works to close; a working opening order has a validity of its own, and never works beside. */
function waitingSale(
  context: Pick<Context, "hours">,
  { market, closing_shares: waiting, expires_at }: PositionRecord,
  orders: readonly ClosingOrderRecord[],
  notes: ReadonlyMap<bigint, VenueNote>,
): WaitingSale {
  const currency = settlementCurrency(market);
  const [oldest] = orders;
  const isClosing = waiting > 0n;
  const limit = oldest?.limit_price ?? null;
  const expiresAt = isClosing ? (oldest?.expires_at ?? null) : expires_at;
  const filled = shares(orders.reduce((sum, order) => sum + order.filled, 0n));
  return {
    closing_quantity: isClosing ? formatShares(waiting) : null,
    closing_price: limit === null ? null : formatPrice(limit, currency),
    closing_filled: isClosing ? formatShares(filled) : null,
    closing_orders: orders.map((order) => ({
      ...closingOrderOnWire(order, currency),
      ...expiryOnWire(context, market, order.expires_at),
      at_venue: notes.get(order.id),
    })),
    ...expiryOnWire(context, market, expiresAt),
  };
}

/** When a working order begins to trade that is for the session after hours alone. */
function beginOnWire(
  order: Pick<PositionRecord, "time_in_force" | "expires_at">,
): Pick<HeldStock, "trades_from"> {
  const { time_in_force: timeInForce, expires_at: expiresAt } = order;
  const at =
    timeInForce === "after_hours" && expiresAt !== null ? afterHoursBegin(expiresAt) : null;
  return at === null ? {} : { trades_from: iso(at) };
}

function expiryOnWire(
  { hours }: Pick<Context, "hours">,
  market: MarketKey,
  at: number | null,
): Pick<HeldStock, "expires_at" | "expires_at_status"> {
  return at === null
    ? { expires_at: null, expires_at_status: "published" }
    : { expires_at: iso(at), expires_at_status: calendarStatusAt(market, at, hours) };
}

function closedPartOnWire(
  { kind, quantity, value }: ClosedPartRecord,
  currency: Currency,
): NonNullable<HeldStock["closed_in"]>[number] {
  const average = price(divide(value, quantity, "floor"));
  return {
    kind,
    quantity: formatShares(shares(quantity)),
    price: formatPrice(average, currency),
  };
}

function exitOnWire(
  { quantity, take_profit: gain, stop_loss: loss, trail_amount, trail_basis_points }: WaitingExit,
  currency: Currency,
): NonNullable<HeldStock["exits"]>[number] {
  return {
    quantity: formatShares(quantity),
    take_profit: gain === null ? null : formatPrice(gain, currency),
    stop_loss: loss === null ? null : formatPrice(loss, currency),
    ...trailOnWire({ amount: trail_amount, basisPoints: trail_basis_points }, currency),
  };
}

function closingOrderOnWire(
  record: ClosingOrderRecord,
  currency: Currency,
): Omit<HeldStock["closing_orders"][number], "expires_at" | "expires_at_status"> {
  const { id, origin, kind, quantity, filled, stop_price: stop } = record;
  const isAhead = stop !== null && record.triggered_at === null;
  const { trail_amount: amount, trail_basis_points: basisPoints, trail_best: best } = record;
  const trail = { amount, basisPoints };
  // Once the market has reached the stop beside it, it goes on at the market.
  const limit = kind === "oco" && !isAhead ? null : record.limit_price;
  return {
    id: id.toString(),
    origin,
    kind,
    ...(isAhead && { stop_price: formatPrice(stop, currency), ...trailOnWire(trail, currency) }),
    ...(isAhead && best !== null && { trail_best: formatPrice(best, currency) }),
    ...(record.do_not_reduce && { do_not_reduce: true }),
    ...(record.extended_hours && { hours: "extended" as const }),
    ...beginOnWire(record),
    quantity: formatShares(shares(quantity - filled)),
    filled: formatShares(filled),
    price: limit === null ? null : formatPrice(limit, currency),
  };
}

/** In the language of its market. */
export function instrumentName(market: MarketKey, names: Instrument["names"]): string {
  return { jpy: names.jp, cny: names.cn, usd: names.us }[market];
}

export function fillOnWire(
  context: Pick<Context, "settings" | "hours">,
  { id: positionId, market }: Pick<PositionRecord, "id" | "market">,
  fill: FillRecord,
): CallOutput<Calls["/trade/position"]>["fills"][number] {
  const currency = settlementCurrency(market);
  return {
    id: `${positionId}-${fill.number}`,
    side: fill.side,
    price: formatPrice(fill.price, currency),
    quantity: formatShares(fill.quantity),
    amount: formatMinor(fill.amount, currency),
    fee: formatMinor(fill.fee, currency),
    fees: fill.fee_items,
    levels: (fill.levels ?? [[formatPrice(fill.price, currency), formatShares(fill.quantity)]]).map(
      ([at, quantity]) => ({ price: at, quantity }),
    ),
    at: iso(fill.traded_at),
    ...(isOfExtendedHours(fill) && { hours: "extended" as const }),
    ...settlementOnWire(context, market, fill.traded_at),
    quote: {
      feed: fill.feed,
      sequence: fill.quote_sequence.toString(),
      bid: formatPrice(fill.bid, currency),
      ask: formatPrice(fill.ask, currency),
      at: iso(fill.quote_at),
    },
  };
}
