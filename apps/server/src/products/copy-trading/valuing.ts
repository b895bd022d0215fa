import { dayMs } from "@sanshi/contract";
import { minor, type Minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Balance } from "../../ledger/ledger.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import type { Orders } from "../../trading/orders/orders.ts";
import { priceUnits, worthOf } from "./copy-trading.rules.ts";
import * as flows from "./flows.store.ts";
import * as followings from "./followings.store.ts";
import * as money from "./pool-money.ts";
import type { PoolBooks } from "./pool-money.ts";
import { worthOfPool, type NotValued, type PoolWorth } from "./pool-worth.ts";
import * as products from "./products.store.ts";
import type { StoredProduct } from "./products.store.ts";
import * as valuations from "./valuations.store.ts";

export type ValuingContext = Pick<Context, "database" | "clock" | "halts" | "quotes">;

/** What came and went at one value, for all of them. */
type Bought = { units: bigint; paidIn: Minor };
type Ended = { units: bigint; paidOut: Minor };

/**
 * Values a pool for a published moment, once, whoever comes first; buys and sells units at that value; and leaves
 * the books equal to units × value. So many statements, however many follow: no customer's balance is touched here.
 * Whoever ends is owed what was decided, and is paid afterwards (settling.ts). Answers false where a price is
 * missing: it is said, and tried again.
 */
export async function valueProduct(
  context: ValuingContext,
  orders: Pick<Orders, "matchable">,
  productId: bigint,
  due: { at: number; askedUntil: number },
): Promise<boolean> {
  return context.database.transaction(async (transaction) => {
    const product = await products.lockProduct(transaction, productId);
    if (product === undefined || product.ended_at !== null) return true;
    // Another process was here.
    if (product.valued_for !== null && product.valued_for >= due.at) return true;
    const at = Math.max(context.clock.now(), due.at);
    const isWoundDown = product.winds_down_at !== null && product.winds_down_at <= due.at;
    const books = await money.lockedBooks(transaction, product);
    const balances = await money.balancesOf(transaction, product.pool_id, books.currency);
    const worth = await worthOfPool(context, orders, transaction, { ...product, balances });
    if ("cause" in worth) {
      await suspend(transaction, product, worth, due);
      return false;
    }
    if (isWoundDown) await followings.setAllEnding(transaction, productId, at);
    const valued = await price(transaction, { product, books, worth, balances, at });
    const moment = { product, books, valued, at, askedUntil: due.askedUntil };
    const bought = await buy(transaction, moment);
    const ended = await end(transaction, { ...moment, worth, isWoundDown });
    const units = product.units + bought.units - ended.units;
    const hasEnded = units === 0n && isWoundDown;
    if (hasEnded) await money.postResidue(transaction, books, at);
    const left = { units, hasEnded };
    await keep(context, transaction, { ...moment, worth, bought, ended, left, due: due.at });
    const { unitValue } = valued;
    const number = product.valuations + 1;
    await followings.reachStops(transaction, productId, { unitValue, number, at });
    return true;
  });
}

type Valued = ReturnType<typeof priceUnits>;

/** Both fees are paid, and what the units that exist are worth is what the pool owes. */
async function price(
  transaction: Transaction,
  valuing: {
    product: StoredProduct;
    books: PoolBooks;
    worth: PoolWorth;
    balances: readonly Balance[];
    at: number;
  },
): Promise<Valued> {
  const { product, books, worth, balances, at } = valuing;
  const { units, unit_value: before, high_water: highWater, id } = product;
  if (units === 0n) {
    // Nobody is in it yet: the first units have the value that was published.
    const { fee_fraction: feeFraction } = product;
    const none = minor(0n);
    return { managementFee: none, performanceFee: none, feeFraction, unitValue: before, highWater };
  }
  const elapsedMs = at - (product.valued_at ?? product.published_at);
  const valued = priceUnits(
    { gross: worth.gross, units, elapsedMs, feeFraction: product.fee_fraction, highWater },
    {
      managementBasisPoints: product.management_basis_points,
      performanceBasisPoints: product.performance_basis_points,
    },
  );
  const fee = minor(valued.managementFee + valued.performanceFee);
  await money.payFees(transaction, books, { fee, balances, at });
  await money.markUnits(transaction, books, {
    owedBefore: await products.owedTo(transaction, id, before),
    owedNow: await products.owedTo(transaction, id, valued.unitValue),
    at,
  });
  return valued;
}

type Moment = {
  product: StoredProduct;
  books: PoolBooks;
  valued: Valued;
  at: number;
  askedUntil: number;
};

/** Who asked in time buys at a value that nobody knew; where units are worth nothing, money goes back. */
async function buy(
  transaction: Transaction,
  { product, books, valued, at, askedUntil: askedBefore }: Moment,
): Promise<Bought> {
  const { unitValue } = valued;
  const { id, lock_up_days: days, valuations: before, winds_down_at: windsDownAt } = product;
  const none: Bought = { units: 0n, paidIn: minor(0n) };
  const isOver = windsDownAt !== null || unitValue === 0n;
  const lockedUntil = at + days * dayMs;
  const asked = { askedBefore, unitValue, number: before + 1, at, lockedUntil };
  const bought = isOver ? null : await flows.buyAll(transaction, id, asked);
  if (bought !== null && bought.units > 0n) {
    await money.issueUnits(transaction, books, { paidIn: bought.paid_in, owed: bought.owed, at });
  }
  await flows.returnAll(transaction, id, { askedBefore, whose: "everybody", at });
  return bought === null ? none : { units: bought.units, paidIn: bought.paid_in };
}

/**
 * In the order in which it was asked for, each that the rest of the pool's money reaches for; the others wait
 * for the next one, and one that is too large now keeps nobody behind it waiting. A product that is wound down
 * ends for everybody at once, when all that it held is sold: so all have the same value.
 */
async function end(
  transaction: Transaction,
  ending: Moment & { worth: PoolWorth; isWoundDown: boolean },
): Promise<Ended> {
  const { product, books, worth, valued, at, askedUntil, isWoundDown } = ending;
  const none: Ended = { units: 0n, paidOut: minor(0n) };
  if (isWoundDown && worth.positions.length > 0) return none;
  // A wind-down has no cut-off: its notice was long enough.
  const asked = await flows.toEnd(transaction, product.id, isWoundDown ? null : askedUntil);
  if (asked.length === 0) return none;
  const balances = await money.balancesOf(transaction, product.pool_id, books.currency);
  let left: bigint = balances.find(({ purpose }) => purpose === "available")?.balance ?? 0n;
  const ended: { id: bigint; proceeds: Minor }[] = [];
  let units = 0n;
  for (const following of asked) {
    const proceeds = worthOf(following.units, valued.unitValue);
    if (proceeds > left) continue;
    left -= proceeds;
    units += following.units;
    ended.push({ id: following.id, proceeds });
  }
  if (ended.length === 0) return none;
  const paidOut = minor(ended.reduce((sum, { proceeds }) => sum + proceeds, 0n));
  await flows.decideEnds(transaction, ended, product.valuations + 1);
  await money.sellUnits(transaction, books, { paidOut, at });
  return { units, paidOut };
}

async function keep(
  context: Pick<Context, "quotes">,
  transaction: Transaction,
  kept: Moment & {
    worth: PoolWorth;
    bought: Bought;
    ended: Ended;
    left: { units: bigint; hasEnded: boolean };
    due: number;
  },
): Promise<void> {
  const { product, worth, valued, bought, ended, left, due, at } = kept;
  const index = context.quotes.indexes(product.market)[0];
  await valuations.insertValuation(transaction, {
    productId: product.id,
    number: product.valuations + 1,
    dueAt: due,
    at,
    balances: worth.balances,
    positions: worth.positions,
    gross: worth.gross,
    managementFee: valued.managementFee,
    performanceFee: valued.performanceFee,
    units: product.units,
    unitValue: valued.unitValue,
    unitsBought: bought.units,
    paidIn: bought.paidIn,
    unitsEnded: ended.units,
    paidOut: ended.paidOut,
    index: index === undefined ? null : { code: index.code, level: index.level },
  });
  await products.saveValued(transaction, product.id, {
    units: left.units,
    unitValue: valued.unitValue,
    highWater: valued.highWater,
    feeFraction: valued.feeFraction,
    dueAt: due,
    at,
    hasEnded: left.hasEnded,
  });
}

/** Said once for each valuation that has to wait, to whoever waits for it. */
async function suspend(
  transaction: Transaction,
  product: StoredProduct,
  { cause }: NotValued,
  due: { at: number; askedUntil: number },
): Promise<void> {
  if (product.suspended_for === due.at && product.suspended_why === cause) return;
  await products.setSuspended(transaction, product.id, { dueAt: due.at, cause });
  if (product.suspended_for === due.at) return;
  await flows.notifySuspended(transaction, product.id, due.at);
}
