import { secondMs, type IntradayObstacle } from "@sanshi/contract";
import {
  formatPrice,
  formatShares,
  marketKeys,
  settlementCurrency,
  type MarketKey,
} from "@sanshi/money";
import { marketDate, marketStatus } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { publishWith } from "../../platform/customer-events.ts";
import type { Question } from "../../platform/sql/questions.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { customersById } from "./intraday-customers.store.ts";
import { charge } from "./charges.ts";
import { placeOrder } from "./intraday.ts";
import type { DueTradeRow, StockToCarryRow } from "./intraday.sql-types.ts";
import * as store from "./intraday.store.ts";
import { everyPrice, type MarginLeaps, type Moment } from "../../trading/margin/margin.ts";
import { ordersOf } from "../../trading/orders/orders.ts";

const pageSize = 500;
/** So many are under way at once: one is prepared and another committed while a third is sold. Each has a connection. */
const atOnceMax = 4;

/**
 * Everything that is due, in its order, at the market's own price. What cannot be traded now is left without a look
 * into the database, so that thousands that wait for their market do not stand in the way of the next; one that fails
 * does neither. Only the first quote of a window is waited for, by all behind it too. Answers how many parts were closed.
 */
export async function squareOffDue(
  context: Context,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { database, clock } = context;
  let closed = 0;
  let after: { squaresOffAt: number; id: bigint } | null = null;
  for (;;) {
    const due = await store.dueTrades(database.reader, clock.now(), after, pageSize);
    const seen: { tradeId: bigint; reason: IntradayObstacle }[] = [];
    const line = inLine(context);
    let isAwaited = false;
    for (const trade of due) {
      isAwaited = awaitsQuote(context, trade);
      if (isStopped() || isAwaited) break;
      if (ordersOf(context).hasLeapt(trade.market)) continue;
      const { id, position_id: positionId } = trade;
      const reason = obstacleOf(context, trade);
      if (reason !== null) seen.push({ tradeId: id, reason });
      else if (positionId !== null) await line.add(id, positionId);
    }
    closed += await line.end();
    if (isStopped()) return closed;
    await keepObstacles(context, seen);
    const last = due.at(-1);
    if (isAwaited || last === undefined || due.length < pageSize) return closed;
    after = { squaresOffAt: last.squares_off_at, id: last.id };
  }
}

/**
 * What the clock has leapt over the window of is closed at the first price of it, in its order; without one, or where that
 * cannot be traded at, it is carried over. Margin has met what came before.
 */
export async function squareOffInLeaps(
  context: Context,
  leaps: Pick<MarginLeaps, "hasLeapt" | "upTo">,
): Promise<boolean> {
  const { database, clock } = context;
  if (!marketKeys.some(leaps.hasLeapt)) return true;
  const windows = new Map<string, Awaited<ReturnType<MarginLeaps["upTo"]>>>();
  let after: { squaresOffAt: number; id: bigint } | null = null;
  for (;;) {
    const due = await store.dueTrades(database.reader, clock.now(), after, pageSize);
    for (const trade of due) {
      const { market, code, squares_off_at: from, position_id: positionId } = trade;
      if (trade.carried_at !== null || positionId === null || !leaps.hasLeapt(market)) continue;
      // All of a market's day have one window: accounts are held against what came before it once.
      const window = `${market} ${from}`;
      const momentOf = windows.get(window) ?? (await leaps.upTo(market, from));
      if (momentOf === null) return false;
      windows.set(window, momentOf);
      const moment = momentOf(code);
      if (moment === null || moment.clock.now() > trade.session_ends_at) continue;
      await isClosed(context, { ...alone, tradeId: trade.id, positionId, moment });
    }
    const last = due.at(-1);
    if (last === undefined || due.length < pageSize) return true;
    after = { squaresOffAt: last.squares_off_at, id: last.id };
  }
}

/** Whoever stands in it is sold when the one before has been sold, whatever else of both is under way. */
function inLine(context: Context) {
  let closed = 0;
  let before = Promise.resolve();
  const underWay = new Set<Promise<void>>();
  return {
    async add(tradeId: bigint, positionId: bigint): Promise<void> {
      while (underWay.size >= atOnceMax) await Promise.race(underWay);
      const turn = before;
      const sold = Promise.withResolvers<void>();
      before = sold.promise;
      const trade = { tradeId, positionId, turn, sold: sold.resolve };
      const work = isClosed(context, trade).then((isDone) => {
        closed += isDone ? 1 : 0;
        sold.resolve();
        underWay.delete(work);
      });
      underWay.add(work);
    },
    async end(): Promise<number> {
      await Promise.all(underWay);
      return closed;
    },
  };
}

type InLine = {
  tradeId: bigint;
  positionId: bigint;
  turn: Promise<void>;
  sold: () => void;
  /** Where the clock has leapt over it. */
  moment?: Moment;
};
/** With nobody before or behind it. */
const alone = { turn: Promise.resolve(), sold: () => undefined };

async function isClosed(context: Context, trade: InLine): Promise<boolean> {
  try {
    return await squareOff(context, trade);
  } catch (error) {
    const { tradeId } = trade;
    context.log.warn({ err: error, trade: tradeId.toString() }, "a trade was not squared off");
    return false;
  }
}

/**
 * Whether the price that stands is from before the window: another one comes, or this one is soon too old to trade at.
 * After continuous trading the closing auction's price is of the window, whenever the last trade before it was.
 */
function awaitsQuote(context: Context, { market, code, squares_off_at }: DueTradeRow): boolean {
  const quote = ordersOf(context).matchable(market, code);
  if (quote === null || quote.at >= squares_off_at) return false;
  return marketStatus(market, context.clock.now(), context.hours).isOpen;
}

/** Why a stock cannot be traded at this moment; null where it perhaps can. */
function obstacleOf(
  context: Context,
  { market, code, side }: DueTradeRow,
): IntradayObstacle | null {
  const { halts, clock, hours } = context;
  const halt = halts.of(market, code);
  if (halt !== null) return halt.closingAllowed ? null : "halted";
  // At the closing auction there is a price as well, after continuous trading has ended.
  const quote = ordersOf(context).matchable(market, code);
  if (quote === null) {
    return marketStatus(market, clock.now(), hours).isOpen ? "no_price" : "closed";
  }
  const counterparties = side === "long" ? quote.bids : quote.asks;
  return counterparties.length === 0 ? "locked" : null;
}

/** What this process has kept already, so that it does not ask at every look. */
const keptObstacles = new WeakMap<Context, Set<string>>();
const keptObstaclesMax = 50_000;

async function keepObstacles(
  context: Context,
  seen: readonly { tradeId: bigint; reason: IntradayObstacle }[],
): Promise<void> {
  const kept = keptObstacles.get(context) ?? new Set();
  const fresh = seen.filter(({ tradeId, reason }) => !kept.has(`${tradeId} ${reason}`));
  if (fresh.length === 0) return;
  await store.insertObstacles(context.database.reader, fresh, context.clock.now());
  if (kept.size > keptObstaclesMax) kept.clear();
  for (const { tradeId, reason } of fresh) kept.add(`${tradeId} ${reason}`);
  keptObstacles.set(context, kept);
}

/** Of two processes, or of this and the customer, the second finds it closed. */
function squareOff(
  context: Context,
  { tradeId, positionId, turn, sold, moment }: InLine,
): Promise<boolean> {
  return context.database.transaction(async (transaction) => {
    const trade = await store.lockTrade(transaction, tradeId);
    if (trade?.state !== "trading") return false;
    const { customer_id: customerId, market, code } = trade;
    await turn;
    const fill = await ordersOf(context).squareOff(transaction, {
      ...{ customerId, positionId },
      ...(moment && { moment }),
    });
    // Closed by somebody else meanwhile, or by a rule of the order path that is not looked at above.
    if (fill === null) return false;
    const at = (moment ?? context).clock.now();
    await store.insertReceipt(transaction, { tradeId, ...fill, at });
    sold();
    const currency = settlementCurrency(market);
    const said = {
      price: formatPrice(fill.price, currency),
      quantity: formatShares(fill.quantity),
    };
    await sendMessage(transaction, {
      customerId,
      kind: "intraday_squared_off",
      params: { ...stockParams(context, market, code), ...said },
      link: `/position/info?id=${positionId}`,
      at,
    });
    await publishWith(transaction, customerId, {
      kind: "position_closed",
      id: positionId.toString(),
      type: market,
      code,
      ...said,
    });
    return true;
  });
}

/** What could not be closed in its session goes on, and its customer is told. */
export async function carryOverDue(context: Context): Promise<number> {
  const { database, clock } = context;
  const at = clock.now();
  await store.completeClosed(database.reader);
  const stocks = await store.stocksToCarry(database.reader, at);
  if (stocks.length === 0) return 0;
  const behind = stocks.filter((stock) => isBehind(context, stock));
  return database.transaction(async (transaction) => {
    const carried = await store.carryOver(transaction, at, behind);
    for (const trade of carried) {
      const { customer_id: customerId, market, code, position_id: id } = trade;
      const date = marketDate(market, at, context.hours);
      if (id !== null)
        await charge(transaction, trade, { positionId: id, kind: "carry_over", date, at });
      await sendMessage(transaction, {
        customerId,
        kind: "intraday_carried",
        params: stockParams(context, market, code),
        link: `/position/info?id=${id}`,
        at,
      });
    }
    return carried.length;
  });
}

/** Whether there are prices of the session that the clock has leapt over and that nothing has met yet. */
function isBehind(
  context: Context,
  { market, code, session_ends_at: until }: StockToCarryRow,
): boolean {
  const { feed, quotes } = context;
  if (ordersOf(context).hasLeapt(market)) return true;
  const after = quotes.get(market, code)?.sequence;
  if (feed.passed === undefined || after === undefined) return false;
  const [passed] = feed.passed({ market, code, after, until, waitedFor: () => everyPrice });
  return passed !== undefined;
}

const goesOnAfterMs = 10 * secondMs;

export function isAnyLeft(now: number): ReturnType<Question> {
  return store.isAnyLeft(now - goesOnAfterMs);
}

/** Of trades whose process was killed before their order was answered. */
export async function goOnWithSubmitted(context: Context): Promise<void> {
  const { database, clock } = context;
  const left = await store.leftSubmitted(database.reader, clock.now() - goesOnAfterMs);
  const customers = await customersById(
    database.reader,
    left.map(({ customer_id }) => customer_id),
  );
  for (const trade of left) {
    const customer = customers.get(trade.customer_id);
    if (customer === undefined) continue;
    // One that fails does not stand in the way of those behind it.
    await placeOrder(context, customer, trade).catch((error: unknown) => {
      context.log.warn({ err: error, trade: trade.id.toString() }, "a trade was not gone on with");
    });
  }
}

function stockParams(
  { quotes }: Pick<Context, "quotes">,
  market: MarketKey,
  code: string,
): Record<string, string> {
  const names = quotes.names(market, code);
  return { name_jp: names.jp, name_cn: names.cn, name_us: names.us, code };
}
