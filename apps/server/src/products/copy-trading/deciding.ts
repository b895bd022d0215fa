import { createHash } from "node:crypto";
import { dayMs } from "@sanshi/contract";
import { minor, shares, type Minor } from "@sanshi/money";
import { marketDate, dateBegins } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { answersLater } from "../../venues/venue.ts";
import { customerBalances } from "../../ledger/ledger.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Orders } from "../../trading/orders/orders.ts";
import { heldRecords } from "../../trading/portfolio/portfolio.ts";
import { isAnotherPeriod } from "./copy-trading.rules.ts";
import { waitingFlows } from "./flows.store.ts";
import { mirroredNow, type MirroredNow } from "./mirroring.ts";
import { faultOfTargets, planOrders, type HeldPart, type PlannedOrder } from "./ordering.ts";
import { historyOf, pastMarket } from "./past-market.ts";
import { canClose, freedBy, worthOfPool } from "./pool-worth.ts";
import * as products from "./products.store.ts";
import type { StoredProduct } from "./products.store.ts";
import type { Strategy, Target } from "./strategies/index.ts";
import * as valuations from "./valuations.store.ts";

export type DecidingContext = Pick<
  Context,
  "database" | "clock" | "halts" | "quotes" | "feed" | "hours" | "log" | "venue"
>;
export type PoolOrders = Pick<Orders, "place" | "close" | "matchable">;

/** Of the part that is not to be paid out, so much stays in money for fees and what prices do meanwhile. */
const investedPercent = 97n;
/** Splits and dividends need more of the past than the strategy itself. */
const furtherDays = 10;

/**
 * Has a product's strategy decide for a valuation, once, and places its orders through the one order path. The
 * orders are written down before the first of them is placed, under request ids that follow from them: whoever goes
 * on after a crash, or comes second, places the same ones and is given the same answers.
 */
export async function decideFor(
  context: DecidingContext,
  orders: PoolOrders,
  strategy: Strategy,
  product: StoredProduct,
  due: { at: number; askedUntil: number },
): Promise<void> {
  const { reader } = context.database;
  const { id: productId } = product;
  let decision = await valuations.findDecision(reader, productId, due.at);
  if (decision === undefined) {
    // As it is now: whoever listed it may have been kept waiting since.
    const current = (await products.findProduct(reader, productId)) ?? product;
    const plan = await planFor(context, orders, strategy, current, due);
    // A pool that cannot be valued now cannot be divided either: the valuation says what it waits for.
    if (plan === null) return;
    const at = context.clock.now();
    await valuations.insertDecision(reader, { productId, dueAt: due.at, at, ...plan });
    decision = await valuations.findDecision(reader, productId, due.at);
  }
  if (decision === undefined || decision.done_at !== null) return;
  const customer = await poolCustomer(context, product);
  const answers: string[] = [];
  for (const [index, order] of decision.orders.entries()) {
    const requestId = requestIdOf(productId, due.at, index);
    // A pool is valued at what its orders have come to: it trades where they are answered at once.
    const answer = answersLater(context.venue)
      ? "not_taken_by_venue"
      : await placed(orders, customer, product, order, requestId);
    // Nobody has decided on it: until the valuation the next look asks again, under the same id.
    if (answer === "overloaded") return;
    answers.push(answer);
  }
  const at = context.clock.now();
  await valuations.setDecisionDone(reader, productId, { dueAt: due.at, at, answers });
}

type Plan = { targets: readonly Target[] | null; orders: readonly PlannedOrder[] };

async function planFor(
  context: DecidingContext,
  orders: PoolOrders,
  strategy: Strategy,
  product: StoredProduct,
  due: { at: number; askedUntil: number },
): Promise<Plan | null> {
  const { reader } = context.database;
  const { market } = product;
  const balances = (await customerBalances(reader, product.pool_id)).filter(
    ({ currency }) => currency === market.toUpperCase(),
  );
  const worth = await worthOfPool(context, orders, reader, { ...product, balances });
  if ("cause" in worth) return null;
  const isWindingDown = product.winds_down_at !== null && product.winds_down_at <= due.at;
  const available = balances.find(({ purpose }) => purpose === "available")?.balance ?? minor(0n);
  const payable = isWindingDown ? worth.gross : await payableAt(context, product, due);
  const held = (await heldRecords(reader, product.pool_id, market)).map((record): HeldPart => {
    const { id, code, side } = record;
    const quote = orders.matchable(market, code);
    const frees = quote === null ? minor(0n) : freedBy(record, quote, context.clock.now());
    return { position: id, code, side, quantity: shares(record.opened - record.closed), frees };
  });
  const mirrored = await mirroredNow(context, orders, product, worth.gross);
  // An account that has no value at the moment is tried again until the pool's own valuation.
  if (mirrored === "not_valued" && context.clock.now() < due.at) return null;
  const targets = isWindingDown ? [] : await targetsOf(context, strategy, product, mirrored);
  const rest = worth.gross - payable;
  const investable = minor(((rest > 0n ? rest : 0n) * investedPercent) / 100n);
  const toRaise = minor(payable > available ? payable - available : 0n);
  const planned = planOrders({
    market,
    targets,
    investable,
    toRaise,
    held,
    leverage: strategy.leverage,
    tradable(code) {
      const quote = orders.matchable(market, code);
      const instrument = context.quotes.instrument(market, code);
      if (quote === null || instrument === null) return null;
      // What is locked at its limit is traded by nobody.
      if (!canClose("long", quote) || !canClose("short", quote)) return null;
      return { bid: quote.bid, ask: quote.ask, lot: instrument.lotSize };
    },
  });
  return { targets, orders: planned };
}

/** What has to be there for those who end, at the last value and a little more, less what comes in. */
async function payableAt(
  { database }: Pick<Context, "database">,
  product: StoredProduct,
  due: { askedUntil: number },
): Promise<Minor> {
  const { comes, goes } = await waitingFlows(database.reader, product.id, {
    askedBefore: due.askedUntil,
    unitValue: product.unit_value,
  });
  const needed = (goes * 105n) / 100n - comes;
  return minor(needed > 0n ? needed : 0n);
}

/** Null where it is not its day, or where it decides no more: it keeps what it has. */
async function targetsOf(
  context: DecidingContext,
  strategy: Strategy,
  product: StoredProduct,
  mirrored: MirroredNow,
): Promise<readonly Target[] | null> {
  const { clock, hours, database, quotes, feed } = context;
  if (product.stopped_at !== null || product.units === 0n) return null;
  const { market } = product;
  const today = marketDate(market, clock.now(), hours);
  const last = await valuations.lastTargetsAt(database.reader, product.id);
  const lastDay = last === null ? null : marketDate(market, last, hours);
  if (!isAnotherPeriod(strategy.every, lastDay, today)) return null;
  // An account that cannot be valued, or that nobody stands behind, is not mirrored: what is held stays.
  if (mirrored === "not_valued" || (product.consent_id !== null && mirrored === null)) return null;
  const offered = quotes
    .instruments(market)
    .filter((one) => one.offered !== false && one.end === undefined);
  const histories = await historyOf(feed, offered, {
    before: dateBegins(market, today, hours) + dayMs,
    limit: strategy.lookBackDays + furtherDays,
  });
  try {
    const past = pastMarket(market, histories, today, strategy.lookBackDays);
    const targets = strategy.decide({ ...past, mirrored });
    const known = new Set(histories.map(({ code }) => code));
    const fault = faultOfTargets(targets, known, strategy.leverage);
    if (fault !== null) throw new Error(fault);
    return targets;
  } catch (error) {
    // Stopped, not guessed: it goes on being valued, and nobody can come in any more.
    context.log.error({ err: error, product: product.id.toString() }, "a strategy failed");
    const why = error instanceof Error ? error.message : String(error);
    await database.transaction((transaction) =>
      products.setStopped(transaction, product.id, { at: clock.now(), why: why.slice(0, 500) }),
    );
    return null;
  }
}

async function poolCustomer(
  { database }: Pick<Context, "database">,
  { pool_id: customerId }: StoredProduct,
): Promise<Customer> {
  const account = await products.poolAccount(database.reader, customerId);
  return { customerId, account, sessionId: "", state: "active" };
}

/** What became of it, in the catalogue's words: what the pool cannot pay is refused like anybody's order. */
async function placed(
  orders: PoolOrders,
  customer: Customer,
  { market }: StoredProduct,
  order: PlannedOrder,
  requestId: string,
): Promise<string> {
  const usual = { price: undefined, timeInForce: "until_cancelled" as const };
  const outcome =
    order.kind === "close"
      ? await orders.close(
          customer,
          BigInt(order.position),
          { ...usual, kind: "market", quantity: order.quantity },
          requestId,
        )
      : await orders.place(
          customer,
          {
            ...usual,
            type: market,
            code: order.code,
            side: order.side,
            kind: "market",
            quantity: order.quantity,
            leverage: order.leverage,
            stopPrice: undefined,
            takeProfit: undefined,
            stopLoss: undefined,
          },
          requestId,
        );
  return outcome.ok ? "ok" : outcome.refusal.code;
}

/** A UUID that follows from what it is for. */
function requestIdOf(productId: bigint, dueAt: number, index: number): string {
  const hex = createHash("sha256").update(`copy:${productId}:${dueAt}:${index}`).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join("-");
}
