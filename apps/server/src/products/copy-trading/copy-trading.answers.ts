import {
  copyProductsShownMax,
  followingNumber,
  followingsShownMax,
  iso,
  isoOrNull,
  type CallOutput,
  type Calls,
  type CheckedInput,
  type CopyPeriod,
  type CopyProduct,
  type CopyProductPage,
  type Following,
} from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatScaled,
  formatShares,
  minor,
  settlementCurrency,
  shares,
  type MarketKey,
} from "@sanshi/money";
import type { MarketHours } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { customerBalances } from "../../ledger/ledger.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { heldRecords, percentOf } from "../../trading/portfolio/portfolio.ts";
import { valuationFor, valuationsAround, worthOf, type Schedule } from "./copy-trading.rules.ts";
import { valueOfHeld } from "./pool-worth.ts";
import * as followings from "./followings.store.ts";
import type { StoredFollowing } from "./followings.store.ts";
import type { KeptFigures } from "./kept.ts";
import { livePart, periodStarts, resultOf, testedPart } from "./live-figures.ts";
import * as products from "./products.store.ts";
import type { Flows, StoredProduct } from "./products.store.ts";
import { unitValueText } from "./shown.ts";
import { tradesOf } from "./trades.store.ts";
import * as valuations from "./valuations.store.ts";
import type { EdgeValues } from "./valuations.store.ts";

type AnswersContext = Pick<Context, "database" | "clock" | "hours" | "quotes" | "feed">;

export function scheduleOf(product: StoredProduct): Schedule {
  return {
    market: product.market,
    valuedAtMinute: product.valued_at_minute,
    cutOffMinutes: product.cut_off_minutes,
  };
}

export function stateOf(product: StoredProduct, now: number): CopyProduct["state"] {
  if (product.ended_at !== null) return "ended";
  if (product.winds_down_at !== null) return "winding_down";
  return product.closed_at !== null || now >= product.deadline ? "closed" : "open";
}

export async function productsListed(
  context: AnswersContext,
  customer: Customer,
  asked: { market: MarketKey; period: CopyPeriod },
): Promise<CopyProduct[]> {
  const { market } = asked;
  const found = await products.productsOf(context.database.reader, market, copyProductsShownMax);
  return shownTo(context, customer, found, asked);
}

async function shownTo(
  { database, clock, hours }: AnswersContext,
  { customerId }: Customer,
  found: readonly StoredProduct[],
  { market, period }: { market: MarketKey; period: CopyPeriod },
): Promise<CopyProduct[]> {
  const { reader } = database;
  const ids = found.map(({ id }) => id);
  const now = clock.now();
  const from = periodStarts({ market }, period, now, hours);
  const [flows, edges, tests, own] = await Promise.all([
    products.flowsOf(reader, ids),
    valuations.edgesOf(reader, ids, from),
    valuations.testFiguresOf(reader, ids),
    followings.followingsOf(reader, customerId, market, followingsShownMax),
  ]);
  return found.map((product) =>
    productOnWire(product, {
      flows: flows.get(product.id),
      edges: edges.get(product.id),
      tested: tests.get(product.id) ?? null,
      mine: own.filter((one) => one.product_id === product.id && one.status === 0).length,
      now,
      hours,
    }),
  );
}

type Beside = {
  flows: Flows | undefined;
  edges: EdgeValues | undefined;
  tested: KeptFigures | null;
  mine: number;
  now: number;
  hours: MarketHours;
};

function productOnWire(product: StoredProduct, beside: Beside): CopyProduct {
  const { flows, tested: figures, now, hours } = beside;
  const currency = settlementCurrency(product.market);
  const left = product.capacity - (flows?.paid_in ?? 0n);
  const next = product.ended_at === null ? valuationFor(scheduleOf(product), now, hours) : null;
  return {
    id: product.id.toString(),
    type: product.market,
    names: product.names,
    issuer: product.issuer,
    written_by_staff: product.made_as === null,
    strategy: product.strategy,
    state: stateOf(product, now),
    expected_daily_profit:
      figures === null
        ? null
        : {
            low: figures.low,
            high: figures.high,
            from: figures.from,
            to: figures.to,
            days: figures.days,
            lost_days: figures.lost_days,
          },
    minimum: formatMinor(product.minimum, currency),
    deadline: iso(product.deadline),
    lock_up_days: product.lock_up_days,
    capacity: formatMinor(product.capacity, currency),
    capacity_left: formatMinor(minor(left > 0n ? left : 0n), currency),
    followers: flows?.followers ?? 0,
    seed: formatMinor(product.seed, currency),
    credit_limit: formatMinor(product.credit_limit, currency),
    management_percent: formatScaled(BigInt(product.management_basis_points), 2),
    performance_percent: formatScaled(BigInt(product.performance_basis_points), 2),
    unit_value: unitValueText(product.unit_value, currency),
    high_water: unitValueText(product.high_water, currency),
    published_at: iso(product.published_at),
    valued_at: isoOrNull(product.valued_at),
    next: next === null ? null : { asked_until: iso(next.askedUntil), at: iso(next.at) },
    suspended:
      product.suspended_for === null || product.suspended_why === null
        ? null
        : { since: iso(product.suspended_for), cause: product.suspended_why },
    closed_at: isoOrNull(product.closed_at),
    winds_down:
      product.winds_down_at === null || product.wind_down_reason === null
        ? null
        : { at: iso(product.winds_down_at), reason: product.wind_down_reason },
    stopped_at: isoOrNull(product.stopped_at),
    ended_at: isoOrNull(product.ended_at),
    result: resultOf(beside.edges, product, hours),
    mine: beside.mine,
  };
}

export async function productShown(
  context: AnswersContext,
  customer: Customer,
  { id, period }: { id: bigint; period: CopyPeriod },
): Promise<Outcome<CopyProductPage>> {
  const { database, quotes, clock, hours } = context;
  const { reader } = database;
  const product = await products.findProduct(reader, id);
  if (product === undefined) return refuse("product_not_available");
  const { market, pool_id: poolId } = product;
  const currency = settlementCurrency(market);
  const [shown] = await shownTo(context, customer, [product], { market, period });
  if (shown === undefined) return refuse("product_not_available");
  const from = periodStarts(product, period, clock.now(), hours);
  const index = quotes.indexes(market)[0]?.code ?? null;
  const test = (await valuations.backtestsOf(reader, [id])).get(id);
  const held = await heldRecords(reader, poolId, market);
  const balances = await customerBalances(reader, poolId);
  const available = balances.find(
    (one) => one.currency === currency && one.purpose === "available",
  );
  return accept({
    product: shown,
    live: await livePart(reader, product, from, hours),
    backtest: {
      ...testedPart(context, product, test?.days ?? [], { period, index }),
      bars: test?.bars ?? null,
    },
    index,
    holds: held.map((record) => {
      const { code, side } = record;
      const quantity = shares(record.opened - record.closed);
      const quote = quotes.get(market, code);
      const value =
        quote === null
          ? null
          : valueOfHeld(market, { side, quantity, bid: quote.bid, ask: quote.ask });
      return {
        code,
        names: quotes.names(market, code),
        side,
        quantity: formatShares(quantity),
        value: value === null ? null : formatMinor(value, currency),
      };
    }),
    cash: formatMinor(available?.balance ?? minor(0n), currency),
  });
}

type TradePage = CallOutput<Calls["/trade/product-trades"]>;

export async function tradePage(
  { database, quotes }: AnswersContext,
  { id, cursor, limit }: CheckedInput<Calls["/trade/product-trades"]>,
): Promise<Outcome<TradePage>> {
  const { reader } = database;
  const behind = placeOf(cursor, "moment", "number", "count");
  if (behind === null) return refuse("invalid_request");
  const product = await products.findProduct(reader, BigInt(id));
  if (product === undefined) return refuse("product_not_available");
  const count = Number(limit);
  const found = await tradesOf(reader, product.pool_id, { behind, limit: count + 1 });
  const shown = found.slice(0, count);
  const last = shown.at(-1);
  const more = found.length > count && last !== undefined;
  const currency = settlementCurrency(product.market);
  return accept({
    items: shown.map((fill) => ({
      position: fill.position_id.toString(),
      number: fill.number,
      ...quotes.called(product.market, fill.code, fill.filled_at),
      side: fill.side,
      quantity: formatShares(fill.quantity),
      price: formatPrice(fill.price, currency),
      amount: formatMinor(fill.amount, currency),
      fee: formatMinor(fill.fee, currency),
      profit: fill.profit === null ? null : formatMinor(minor(fill.profit), currency),
      filled_at: iso(fill.filled_at),
      feed: fill.feed,
      quote_sequence: fill.quote_sequence.toString(),
      bid: formatPrice(fill.bid, currency),
      ask: formatPrice(fill.ask, currency),
    })),
    next_cursor: more
      ? cursorOf(BigInt(last.filled_microseconds ?? "0"), last.position_id, last.number)
      : null,
  });
}

export async function ownFollowings(
  { database, clock, hours }: AnswersContext,
  { customerId }: Customer,
  market: MarketKey,
): Promise<Following[]> {
  const { reader } = database;
  const own = await followings.followingsOf(reader, customerId, market, followingsShownMax);
  const ids = [...new Set(own.map(({ product_id: id }) => id))];
  const [found, earlier, valueAt] = await Promise.all([
    products.findProducts(reader, ids),
    valuations.valuesBefore(reader, ids),
    valuations.unitValuesAt(reader, own),
  ]);
  const byId = new Map(found.map((product) => [product.id, product]));
  const now = clock.now();
  return own.flatMap((following) => {
    const product = byId.get(following.product_id);
    const before = earlier.get(following.product_id) ?? null;
    return product === undefined
      ? []
      : [followingOnWire(following, product, { before, valueAt, now, hours })];
  });
}

/** `before` is a unit's value at the valuation before the last: what the day brought. */
export function followingOnWire(
  following: StoredFollowing,
  product: StoredProduct,
  beside: {
    before: bigint | null;
    valueAt: valuations.UnitValueAt;
    now: number;
    hours: MarketHours;
  },
): Following {
  const { before, valueAt, now, hours } = beside;
  const { amount, units, status, proceeds } = following;
  const currency = settlementCurrency(product.market);
  const isLive = status === 0;
  const isBought = units > 0n;
  // Decided, and paid in a moment: its value is no longer the product's.
  const isSold = proceeds !== null;
  const value = proceeds ?? (isBought ? worthOf(units, product.unit_value) : amount);
  const boughtAtLast = following.bought_number === product.valuations;
  const earlier = before === null || boughtAtLast ? amount : worthOf(units, before);
  const daily = isLive && isBought && !isSold ? value - earlier : 0n;
  const schedule = scheduleOf(product);
  const askedIn = (at: number) => valuationFor(schedule, Math.max(at, now - 1), hours)?.at ?? null;
  const buysAt =
    isLive && !isBought && !isSold
      ? nextFor(schedule, following.asked_at, product, hours, now)
      : null;
  const endAsked = following.end_asked_at;
  const cost = valueAt(product.id, following.bought_number);
  const valued =
    isLive && !isSold ? product.unit_value : valueAt(product.id, following.ended_number);
  return {
    id: following.id.toString(),
    number: followingNumber(following.id),
    product: product.id.toString(),
    type: product.market,
    names: product.names,
    issuer: product.issuer,
    status,
    money: formatMinor(amount, currency),
    asked_at: iso(following.asked_at),
    buy_time: isoOrNull(following.bought_at),
    buys_at: isoOrNull(buysAt),
    locked_until: isoOrNull(following.locked_until),
    units: isBought ? formatScaled(units, 6) : null,
    unit_cost: cost === null ? null : unitValueText(cost, currency),
    unit_value: isBought && valued !== null ? unitValueText(valued, currency) : null,
    value: formatMinor(minor(value), currency),
    valued_at: isoOrNull(isBought ? product.valued_at : null),
    daily_profit: formatMinor(minor(daily), currency),
    total_profit: formatMinor(minor(value - amount), currency),
    total_profit_percent: percentOf(value - amount, amount),
    stop_percent: following.stop_percent,
    stop_reached_at: isoOrNull(following.stop_reached_at),
    end_asked_at: isoOrNull(endAsked),
    end_cause: following.end_cause,
    ends_at: isLive && !isSold && endAsked !== null ? isoOrNull(askedIn(endAsked)) : null,
    ended_at: isoOrNull(following.ended_at),
  };
}

/** The valuation that buys; one that is suspended is the next still. */
function nextFor(
  schedule: Schedule,
  askedAt: number,
  product: StoredProduct,
  hours: MarketHours,
  now: number,
): number | null {
  if (product.suspended_for !== null) return product.suspended_for;
  const at = valuationFor(schedule, askedAt, hours)?.at ?? null;
  return at !== null && at > now ? at : valuationsAround(schedule, now, hours).next;
}
