import {
  formatPrice,
  formatShares,
  marketKeys,
  settlementCurrency,
  shares,
  type Price,
  type Shares,
} from "@sanshi/money";
import { localDate, recallDueAt, shortage } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { siteRules } from "../../governance/site/site.ts";
import { publishWith } from "../../platform/customer-events.ts";
import { eachByItself } from "../../platform/each-by-itself.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { ordersOf } from "../../trading/orders/orders.ts";
import { recallLent } from "../../trading/positions/positions.ts";
import { sharePoolsOf } from "../../trading/share-pool/share-pool.ts";
import { postponeDeadlines } from "./recall-deadlines.ts";
import { dueParams, tell } from "./recall-messages.ts";
import * as store from "./share-recalls.store.ts";
import type { OpenNotice, Stock } from "./share-recalls.store.ts";

export type RecallContext = Pick<Context, "database" | "clock" | "quotes" | "hours">;

/** So many shorts of a stock are told at a time; the rest with the next look. */
const calledAtOnceMax = 500;

/**
 * Settles what is recalled of every stock: gives back what is not borrowed any more, tells shorts what of it they have
 * to give back, and buys in what is overdue. Everything is decided anew with each look, under a lock of the stock's own.
 */
export async function settleRecalls(
  context: Context,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { reader } = context.database;
  const open = await store.stocksToSettle(reader);
  const stocks = new Map(open.map((stock) => [`${stock.market}:${stock.code}`, stock]));
  // What lenders sold while it was borrowed is recalled like what they ask back.
  for (const market of marketKeys) {
    for (const pool of await sharePoolsOf(context).all(market)) {
      if (shortage(pool, pool.house, 0n) > 0n) stocks.set(`${market}:${pool.code}`, pool);
    }
  }
  for (const stock of stocks.values()) {
    if (isStopped()) return;
    // One that fails does not stand in the way of those behind it.
    await settleOne(context, stock, isStopped).catch((error: unknown) => {
      const { market, code } = stock;
      context.log.warn({ err: error, market, code }, "the recalls of a stock were not settled");
    });
  }
}

async function settleOne(context: Context, stock: Stock, isStopped: () => boolean): Promise<void> {
  await context.database.transaction(async (transaction) => {
    await store.lockStock(transaction, stock);
    await settleStock(context, transaction, stock, null);
    await postponeDeadlines(context, transaction, stock);
  });
  await buyInDue(context, stock, isStopped);
}

/** What one bought in for lenders, where that is why shares come back. */
type BoughtIn = { price: Price } | null;

/** The caller has locked the stock. While a split is applied to one position after another it is left for the next look. */
export async function settleStock(
  context: RecallContext,
  transaction: Transaction,
  stock: Stock,
  boughtIn: BoughtIn,
): Promise<void> {
  if (await store.isSplitting(transaction, stock)) return;
  await store.followSplits(transaction, stock);
  const { houseLendsShares: house } = await siteRules(transaction);
  const recalls = await store.lockOpenRecalls(transaction, stock);
  const before = await store.poolNow(transaction, stock);
  const at = context.clock.now();
  let spare = house === null ? null : before.lent + house - before.short;
  let returned = 0n;
  let waiting = 0n;
  for (const recall of recalls) {
    const { id, open } = recall;
    const quantity = spare === null || spare >= open ? open : shares(spare > 0n ? spare : 0n);
    if (spare !== null) spare -= quantity;
    const isOver = quantity === open;
    if (quantity > 0n || isOver) {
      await store.returnOf(transaction, { id, quantity, isOver, at });
    }
    if (quantity > 0n)
      await giveBack(context, transaction, stock, { ...recall, quantity, boughtIn, at });
    returned += quantity;
    waiting += open - quantity;
  }
  const pool = { lent: before.lent - returned, short: before.short };
  await callShorts(context, transaction, stock, shortage(pool, house, waiting));
}

async function giveBack(
  context: RecallContext,
  transaction: Transaction,
  stock: Stock,
  back: store.OpenRecall & { quantity: Shares; boughtIn: BoughtIn; at: number },
): Promise<void> {
  const { position_id: positionId, customer_id: customerId, quantity, boughtIn, open, at } = back;
  await recallLent(transaction, { customerId, positionId, quantity });
  await tell(context, transaction, stock, {
    kind: boughtIn === null ? "shares_returned" : "shares_bought_in",
    customerId,
    positionId,
    at,
    more: {
      quantity: formatShares(quantity),
      left: formatShares(shares(open - quantity)),
      ...(boughtIn !== null && {
        price: formatPrice(boughtIn.price, settlementCurrency(stock.market)),
      }),
    },
  });
}

/** Tells as many shorts, the newest first, as it takes; where nothing is missing any more, they may stay short. */
async function callShorts(
  context: RecallContext,
  transaction: Transaction,
  stock: Stock,
  missing: bigint,
): Promise<void> {
  const at = context.clock.now();
  let uncalled = missing;
  for (const notice of await store.openNotices(transaction, stock)) {
    if (notice.open === 0n) await store.endNotice(transaction, notice.id, "closed", at);
    else if (missing === 0n) await withdraw(context, transaction, stock, notice, at);
    uncalled -= notice.open;
  }
  if (uncalled <= 0n) return;
  const { at: dueAt, reference } = recallDueAt(
    stock.market,
    localDate(stock.market, at),
    context.hours,
  );
  const deadline = { dueAt, rule: reference.rule, ruleSince: reference.validFrom };
  for (const short of await store.shortsToCall(transaction, stock, calledAtOnceMax)) {
    if (uncalled <= 0n) return;
    const { id: positionId, customer_id: customerId, actions } = short;
    const quantity = short.quantity < uncalled ? short.quantity : shares(uncalled);
    const own = { positionId, customerId, quantity, at };
    await store.insertNotice(transaction, {
      ...stockOf(stock),
      ...deadline,
      ...own,
      keeps: short.quantity - quantity,
      actions,
    });
    uncalled -= quantity;
    await tell(context, transaction, stock, {
      kind: "shares_recalled",
      customerId,
      positionId,
      at,
      more: { quantity: formatShares(quantity), ...dueParams(context, stock, dueAt) },
    });
  }
}

async function withdraw(
  context: RecallContext,
  transaction: Transaction,
  stock: Stock,
  notice: OpenNotice,
  at: number,
): Promise<void> {
  await store.endNotice(transaction, notice.id, "withdrawn", at);
  await tell(context, transaction, stock, {
    kind: "recall_withdrawn",
    customerId: notice.customer_id,
    positionId: notice.position_id,
    at,
    more: { quantity: formatShares(notice.open) },
  });
}

/** Each in a transaction of its own: one that cannot be bought now, or that fails, keeps no other waiting. */
async function buyInDue(context: Context, stock: Stock, isStopped: () => boolean): Promise<void> {
  const now = context.clock.now();
  const notices = await store.openNotices(context.database.reader, stock);
  const due = notices.filter(({ due_at: dueAt }) => dueAt <= now);
  const failure = "a short was not bought in";
  await eachByItself({ log: context.log, failure }, due, async ({ id }) => {
    if (isStopped()) return 0;
    await context.database.transaction((transaction) => buyIn(context, transaction, stock, id));
    return 1;
  });
}

async function buyIn(
  context: Context,
  transaction: Transaction,
  stock: Stock,
  noticeId: bigint,
): Promise<void> {
  await store.lockStock(transaction, stock);
  if (await store.isSplitting(transaction, stock)) return;
  await postponeDeadlines(context, transaction, stock);
  const { houseLendsShares: house } = await siteRules(transaction);
  const recalls = await store.lockOpenRecalls(transaction, stock);
  const waiting = recalls.reduce((sum, { open }) => sum + open, 0n);
  const notices = await store.openNotices(transaction, stock);
  const notice = notices.find(({ id }) => id === noticeId);
  // Given back, bought in by another process or not needed any more.
  const missing = shortage(await store.poolNow(transaction, stock), house, waiting);
  if (notice === undefined || notice.open === 0n || missing === 0n) return;
  // Moved since, or trading is halted over it.
  if (notice.due_at > context.clock.now()) return;
  const { customer_id: customerId, position_id: positionId } = notice;
  const quantity = notice.open < missing ? notice.open : missing;
  const sale = { customerId, positionId, quantity };
  const fill = await ordersOf(context).squareOff(transaction, sale);
  if (fill === null) return;
  const at = context.clock.now();
  await store.insertBuyIn(transaction, { positionId, noticeId, ...fill, at });
  if (fill.quantity === notice.open) await store.endNotice(transaction, noticeId, "bought_in", at);
  const price = formatPrice(fill.price, settlementCurrency(stock.market));
  const bought = { quantity: formatShares(fill.quantity), price };
  await tell(context, transaction, stock, {
    kind: "short_bought_in",
    customerId,
    positionId,
    at,
    more: bought,
  });
  await publishWith(transaction, customerId, {
    kind: "position_closed",
    id: positionId.toString(),
    type: stock.market,
    code: stock.code,
    ...bought,
  });
  await settleStock(context, transaction, stock, { price: fill.price });
}

function stockOf({ market, code }: Stock): Stock {
  return { market, code };
}
