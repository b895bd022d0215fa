import {
  intradayDaysShownMax,
  iso,
  isoOrNull,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import {
  addMinor,
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  notional,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  type MarketKey,
} from "@sanshi/money";
import { daysAfter, instantOf, marketDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import * as store from "./intraday-operators.store.ts";
import type { Exposure, OperatorTrade, TradeFilter } from "./intraday-operators.store.ts";
import { termsOf } from "./intraday.ts";

type Reader = Pick<Context, "database" | "quotes">;
type Exposed = CallOutput<OperatorCalls["/api/ops/intraday"]>;
type Days = CallOutput<OperatorCalls["/api/ops/intraday/days"]>;
type Trades = CallOutput<OperatorCalls["/api/ops/intraday/trades"]>;
type SquareOff = CallOutput<OperatorCalls["/api/ops/intraday/square-off"]>;
type SquareOffForm = CheckedInput<OperatorCalls["/api/ops/intraday/square-off"]>;
type TradesForm = CheckedInput<OperatorCalls["/api/ops/intraday/trades"]>;

const customersShownMax = 100;

/** What runs now at the newest prices: in all, by stock, and of the customers with the most. */
export async function exposureNow(context: Context, market: MarketKey): Promise<Exposed> {
  const found = await context.database.readHeavily((reader) => store.exposureOf(reader, market));
  const { is_open, taken_until, squares_off_at, session_ends_at, rule } = termsOf(context, market);
  const terms = { is_open, taken_until, squares_off_at, session_ends_at, rule };
  const worth = worthIn(context, market);
  const byStock = Map.groupBy(found, ({ code }) => code);
  const byCustomer = Map.groupBy(found, ({ account }) => account);
  return {
    type: market,
    currency: settlementCurrency(market),
    ...terms,
    ...exposed(market, found, worth),
    customers: byCustomer.size,
    stocks: [...byStock].map(([code, rows]) => ({
      code,
      names: namesOf(context, market, code),
      long_shares: formatShares(sharesOf(rows, "long")),
      short_shares: formatShares(sharesOf(rows, "short")),
      ...exposed(market, rows, worth),
    })),
    by_customer: [...byCustomer]
      .map(([account, rows]) => ({ account, rows, size: sum(rows.map(worth)) }))
      .toSorted((one, other) => (one.size < other.size ? 1 : -1))
      .slice(0, customersShownMax)
      .map(({ account, rows }) => ({ account, ...exposed(market, rows, worth) })),
  };
}

type Worth = (row: Exposure) => bigint;

/** At the newest price, and for what it was opened where there is none. */
function worthIn({ quotes }: Reader, market: MarketKey): Worth {
  const currency = settlementCurrency(market);
  return ({ code, shares: held, cost }) => {
    const last = quotes.get(market, code)?.last;
    return last === undefined
      ? cost / priceUnitsPerMinor(currency)
      : notional(last, held, currency, "floor");
  };
}

function exposed(market: MarketKey, rows: readonly Exposure[], worth: Worth) {
  const currency = settlementCurrency(market);
  const text = (amount: bigint) => formatMinor(minor(amount), currency);
  const of = (side: "long" | "short") => sum(rows.filter((row) => row.side === side).map(worth));
  const profit = rows.map((row) => {
    const gained = worth(row) - row.cost / priceUnitsPerMinor(currency);
    return row.side === "long" ? gained : -gained;
  });
  return {
    trades: rows.reduce((count, row) => count + row.trades, 0),
    long_value: text(of("long")),
    short_value: text(of("short")),
    margin: text(sum(rows.map((row) => row.margin))),
    borrowed: text(sum(rows.map((row) => row.borrowed))),
    profit: text(sum(profit)),
  };
}

function sharesOf(rows: readonly Exposure[], side: "long" | "short") {
  return shares(sum(rows.filter((row) => row.side === side).map((row) => row.shares)));
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, one) => total + one, 0n);
}

function namesOf({ quotes }: Reader, market: MarketKey, code: string) {
  return quotes.names(market, code);
}

/** How the square-off of each of the last days goes or went. */
export async function squareOffDays(context: Context, market: MarketKey): Promise<Days> {
  const { database, hours } = context;
  const [days, obstacles] = await database.readHeavily(async (reader) => {
    const found = await store.squareOffDays(reader, market, intradayDaysShownMax);
    const since = found.at(-1)?.session_ends_at ?? 0;
    return [found, await store.obstacleCounts(reader, market, since)];
  });
  return {
    items: days.map((day) => ({
      date: marketDate(market, day.session_ends_at - 1, hours),
      squares_off_at: iso(day.squares_off_at ?? day.session_ends_at),
      session_ends_at: iso(day.session_ends_at),
      trades: day.trades,
      running: day.running,
      carried_running: day.carried_running,
      squared_off: day.squared_off,
      carried: day.carried,
      closed_otherwise: day.closed_otherwise,
      obstacles: Object.fromEntries(
        obstacles
          .filter((one) => one.session_ends_at === day.session_ends_at)
          .map(({ reason, trades }) => [reason, trades]),
      ),
      first_at: isoOrNull(day.first_at),
      last_at: isoOrNull(day.last_at),
    })),
  };
}

/** A day's trades in the published order, with all that happened to each. */
export async function squareOffOf(
  context: Context,
  form: SquareOffForm,
): Promise<Outcome<SquareOff>> {
  const place = placeOf(form.cursor, "count");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const filter = { ...everything(form.type), ...dayOf(form.type, form.day), result: form.result };
  const found = await context.database.readHeavily((reader) =>
    store.squareOffPage(
      reader,
      { ...filter, result: form.result ?? null },
      { after: place?.[0] ?? 0, limit: limit + 1 },
    ),
  );
  const shown = found.slice(0, limit);
  const items = await tradesOnWire(context, shown);
  const last = shown.at(-1);
  return accept({
    items: items.map((item, index) => ({ ...item, number: shown[index]?.number ?? 0 })),
    next_cursor: found.length > limit && last !== undefined ? cursorOf(last.number) : null,
  });
}

export async function tradesForOperators(
  context: Context,
  form: TradesForm,
): Promise<Outcome<Trades>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const page = { before: place?.[0] ?? null, limit: limit + 1 };
  const found = await store.tradesPage(context.database.reader, filterOf(form), page);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return accept({
    items: await tradesOnWire(context, shown),
    next_cursor: found.length > limit && last !== undefined ? cursorOf(last.id) : null,
  });
}

function everything(market: MarketKey): TradeFilter {
  const none = { from: null, until: null, state: null, side: null, code: null, account: null };
  return { market, ...none, result: null };
}

/** The first moment of a day of the market, and the first of the next: sessions that end between are the day's. */
function dayOf(market: MarketKey, day: string): { from: number; until: number } {
  const until = instantOf(market, daysAfter(day, 1), "00:00");
  return { from: instantOf(market, day, "00:00"), until };
}

export function filterOf(form: Omit<TradesForm, "limit" | "cursor">): TradeFilter {
  const { type, day, state = null, side = null, code = null, account = null } = form;
  const days = day === undefined ? {} : dayOf(type, day);
  return { ...everything(type), ...days, state, side, code, account };
}

/** With their receipts, the quotes of these, and why a trade could not be closed. */
export async function tradesOnWire(
  context: Reader,
  trades: readonly OperatorTrade[],
): Promise<Trades["items"]> {
  const { reader } = context.database;
  const ids = trades.map(({ id }) => id);
  const receipts = Map.groupBy(await store.receiptsWithQuotes(reader, ids), (one) => one.trade_id);
  const obstacles = Map.groupBy(await store.obstaclesOf(reader, ids), (one) => one.trade_id);
  return trades.map((trade) => {
    const currency = settlementCurrency(trade.market);
    const isOpened = trade.position_id !== null;
    return {
      ...frameOf(context, trade),
      open_price: trade.open_price === null ? null : formatPrice(trade.open_price, currency),
      fees: isOpened ? formatMinor(trade.fees, currency) : null,
      interest: isOpened ? formatMinor(trade.interest, currency) : null,
      realised: isOpened ? formatMinor(addMinor(trade.realised, minor(0n)), currency) : null,
      obstacles: (obstacles.get(trade.id) ?? []).map(({ reason, seen_at: at }) => ({
        reason,
        at: iso(at),
      })),
      squared_off: (receipts.get(trade.id) ?? []).map((receipt) => ({
        at: iso(receipt.decided_at),
        price: formatPrice(receipt.price, currency),
        quantity: formatShares(receipt.quantity),
        quote: {
          feed: receipt.feed,
          sequence: receipt.quote_sequence.toString(),
          bid: formatPrice(receipt.bid, currency),
          ask: formatPrice(receipt.ask, currency),
          at: iso(receipt.quote_at),
        },
      })),
    };
  });
}

function frameOf(context: Reader, trade: OperatorTrade) {
  return {
    id: trade.id.toString(),
    account: trade.account,
    type: trade.market,
    // As it was called when it was asked for.
    ...context.quotes.called(trade.market, trade.code, trade.applied_at),
    side: trade.side,
    leverage: trade.leverage,
    quantity: formatShares(trade.quantity),
    state: trade.state,
    result: trade.result,
    applied_at: iso(trade.applied_at),
    squares_off_at: iso(trade.squares_off_at),
    session_ends_at: iso(trade.session_ends_at),
    carried_at: isoOrNull(trade.carried_at),
    ended_at: isoOrNull(trade.ended_at),
    position: trade.position_id === null ? null : trade.position_id.toString(),
    failure: trade.refusal?.code ?? null,
  };
}
