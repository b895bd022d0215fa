import type { CallOutput, Calls } from "@sanshi/contract";
import {
  exactPerShare,
  formatMinor,
  formatPerShare,
  formatShares,
  marketKeys,
  settlementCurrency,
  type MarketKey,
} from "@sanshi/money";
import { instantOf, tradingDayBegins } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { CorporateAction, Quote } from "../../market-feed/market-feed.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { alertedInstruments, customersToScale } from "../../market/alerts/alerts.ts";
import { applyToCustomer, type OrdersAdjuster } from "./applying.ts";
import { nextOpening } from "./corporate-actions.rules.ts";
import {
  actionsBetween,
  appliedActions,
  duePositions,
  freedPositions,
  hasUnapplied,
  heldInstruments,
  keepAction,
  type NewAction,
} from "./corporate-actions.store.ts";
import { noteLookedThrough, withoutLookedThrough, type Look } from "./looks-through.ts";

export { sendLowered, sendNotLowered } from "./action-notices.ts";
export type { AdjustablePosition } from "./corporate-actions.rules.ts";
export type { LoweredOrder } from "./dividend-orders.rules.ts";
export type { LockedPosition } from "./corporate-actions.store.ts";

/**
 * Splits and dividends, applied to everything that is held over them. Each process looks for itself
 * when a market opens; the database lets an action be applied to a position once.
 */
export type CorporateActions = {
  /**
   * The quote, or null while it and the positions may be of different scales: from the moment an
   * action takes effect until it is applied everywhere, and for a quote that is older than it.
   */
  tradable(quote: Quote | null): Quote | null;
  /** What waited for a venue to cancel its orders. */
  applyFreed(): Promise<void>;
  /**
   * What took effect of a stock from a moment on, for positions that are written after it was applied to all others.
   * False where it is not applied to those yet: then the caller comes again.
   */
  applySince(market: MarketKey, code: string, from: number): Promise<boolean>;
  stop(): Promise<void>;
};

type ActionsContext = Pick<
  Context,
  "feed" | "quotes" | "clock" | "jobs" | "hours" | "settings" | "database" | "log"
>;
type LookingContext = Pick<ActionsContext, "feed" | "quotes" | "hours" | "database">;
/** A look, when it may be noted, and what of its actions may still be due on something that was written late. */
type ToNote = Look<Effective> & { from: number; applied: readonly Effective[] };
type ApplyingActions = ActionsContext & { orders: OrdersAdjuster };

type Effective = { market: MarketKey; code: string; number: number; at: number } & {
  action: CorporateAction;
};

const lookEveryMs = 500;
const customersPerLook = 200;
/** An order that was decided just before may be written after the first pass. */
const againAfterMs = [2_000, 15_000, 60_000];
/** Of real time, once the last of them is over. */
const noteAfterMs = 90_000;
const retryAfterMs = 1_000;

/**
 * Applies what passed while nobody was there, then watches the openings. `adjusted` is called
 * whenever a stock's orders may have changed, before they can be traded again and once they can; `adjust` changes
 * them, and `lowerAtVenue` asks for it.
 */
export async function startCorporateActions(
  shared: ActionsContext,
  orders: OrdersAdjuster & {
    adjusted: (market: MarketKey, code: string) => Promise<void>;
    /** Once what waits has met the prices before a moment: they are of the scale before it. */
    meet: (market: MarketKey, code: string, before: number) => Promise<void>;
  },
): Promise<CorporateActions> {
  const context: ApplyingActions = { ...shared, orders };
  const { clock, hours, log } = context;
  /** When a stock's newest action took effect, and the stocks whose newest are not yet applied. */
  const effectiveSince = new Map<string, number>();
  const unsettled = new Set<string>();
  const lookedUntil: Record<MarketKey, number> = { jpy: 0, usd: 0, cny: 0 };
  const nextLookAt: Record<MarketKey, number> = { jpy: 0, usd: 0, cny: 0 };
  /** What looks have found in time. What the feed says only after its moment was looked through is for the next start. */
  const inTime: Record<MarketKey, readonly Effective[]> = { jpy: [], usd: [], cny: [] };
  /** The newest look at each market that is still to be noted, and from when on. */
  const toNote = new Map<MarketKey, ToNote>();
  const timers = new Set<NodeJS.Timeout>();
  let work: Promise<void> = Promise.resolve();
  let stopped = false;

  /** Everything of a market that took effect since the last look; costs nothing between openings. */
  function look(market: MarketKey): Effective[] {
    const now = clock.now();
    if (now < nextLookAt[market]) return [];
    const found = effectiveActions(context, market, now);
    for (const { code, at } of found) {
      const key = keyOf(market, code);
      effectiveSince.set(key, Math.max(at, effectiveSince.get(key) ?? 0));
    }
    const fresh = found.filter(({ at }) => at > lookedUntil[market]);
    lookedUntil[market] = now;
    nextLookAt[market] = nextOpening(market, now, hours);
    inTime[market] = [...inTime[market], ...fresh];
    const from = clock.realNow() + noteAfterMs;
    const applied = [...(toNote.get(market)?.applied ?? []), ...fresh];
    toNote.set(market, { market, until: now, found: inTime[market], from, applied });
    return fresh;
  }

  function watch(market: MarketKey): void {
    const fresh = look(market);
    if (fresh.length === 0) return;
    for (const { code } of fresh) unsettled.add(keyOf(market, code));
    work = work.then(() => settle(fresh));
  }

  /** Until it has succeeded, the stocks stay untradable: their positions are of an unknown scale. */
  async function settle(actions: readonly Effective[]): Promise<void> {
    if (stopped) return;
    try {
      const stocks = new Map(actions.map((one) => [keyOf(one.market, one.code), one]));
      // A clock that leaps over several comes to each after the prices before it.
      for (const [at, together] of Map.groupBy(actions.toSorted(byTime), (one) => one.at)) {
        for (const { market, code } of together) await orders.meet(market, code, at);
        await applyAll(context, together);
        for (const { market, code } of together) await orders.adjusted(market, code);
      }
      for (const key of stocks.keys()) unsettled.delete(key);
      // A price that came meanwhile was seen by none of them, and the next quote may be long in coming.
      for (const { market, code } of stocks.values()) await orders.adjusted(market, code);
      for (const delayMs of againAfterMs) later(delayMs, () => applyAgain(context, actions));
      for (const looked of toNote.values()) looked.from = clock.realNow() + noteAfterMs;
    } catch (error) {
      log.warn({ err: error }, "corporate actions were not applied");
      later(retryAfterMs, () => settle(actions));
    }
  }

  async function applyLate(market: MarketKey, code: string, from: number): Promise<boolean> {
    if (unsettled.has(keyOf(market, code))) return false;
    const since = inTime[market].filter((one) => one.code === code && one.at >= from);
    await applyAll(context, since);
    return true;
  }

  /** Only where nothing of the market is unsettled: then all is applied that was found. */
  async function noteLooks(): Promise<void> {
    for (const [market, looked] of toNote) {
      const isUnsettled = [...unsettled].some((key) => key.startsWith(keyOf(market, "")));
      if (clock.realNow() < looked.from || isUnsettled) continue;
      looked.from = clock.realNow() + noteAfterMs;
      if ((await noteLook(context, looked)) && toNote.get(market) === looked) toNote.delete(market);
    }
  }

  function later(delayMs: number, run: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!stopped) work = work.then(run).then(nothing);
    }, delayMs);
    timer.unref();
    timers.add(timer);
  }

  marketKeys.forEach(look);
  const found = await withoutLookedThrough(context.database.reader, [...toNote.values()]);
  await applyAll(context, await missedActions(context, found));
  for (const looked of toNote.values()) looked.applied = [];
  const failure = "corporate actions were not looked for";
  const looking = context.jobs.repeat({ everyMs: lookEveryMs, failure }, () => {
    marketKeys.forEach(watch);
    work = work.then(noteLooks);
    return work;
  });

  return {
    tradable(quote) {
      if (quote === null) return null;
      const { market, code, at } = quote;
      watch(market);
      const key = keyOf(market, code);
      return unsettled.has(key) || at < (effectiveSince.get(key) ?? 0) ? null : quote;
    },
    async applyFreed() {
      for (const freed of await freedPositions(context.database.reader, customersPerLook)) {
        await applyToCustomer(context, freed.customer_id, freed.position_ids.map(BigInt));
      }
    },
    applySince(market, code, from) {
      watch(market);
      // Behind whatever was found before: what waits has met the prices of the older scale by then.
      const applying = work.then(() => applyLate(market, code, from));
      work = applying.then(nothing, nothing);
      return applying;
    },
    async stop() {
      stopped = true;
      await looking.stop();
      for (const timer of timers) clearTimeout(timer);
      await work;
    },
  };
}

const nothing = () => undefined;

const byTime = (one: Effective, other: Effective) => one.at - other.at;

function keyOf(market: MarketKey, code: string): string {
  return `${market}:${code}`;
}

/**
 * Whether all that took effect before a moment is applied; what waits for a venue to cancel orders is not counted.
 *
 * @param since milliseconds since the epoch: what took effect before it is known to be applied, and is not asked for.
 */
export async function isAppliedBefore(
  context: LookingContext,
  moment: number,
  since = 0,
): Promise<boolean> {
  const effective = marketKeys
    .flatMap((market) => effectiveActions(context, market, moment - 1))
    .filter(({ at }) => at >= since);
  const concerned = await missedActions(context, effective);
  const { reader } = context.database;
  const kept = await actionsBetween(reader, { since, before: moment });
  if (concerned.length === 0 && kept.length === 0) return true;
  return !(await hasUnapplied(reader, concerned, kept));
}

/** What the feed knows of a market's stocks that has taken effect, each with its place in its day. */
function effectiveActions(
  { feed, quotes, hours }: LookingContext,
  market: MarketKey,
  now: number,
): Effective[] {
  return quotes.instruments(market).flatMap(({ code }) => {
    const numbers = new Map<string, number>();
    return feed.corporateActions(market, code).flatMap((action) => {
      const number = numbers.get(action.exDate) ?? 0;
      numbers.set(action.exDate, number + 1);
      const at = tradingDayBegins(market, action.exDate, hours);
      return at <= now ? [{ market, code, number, at, action }] : [];
    });
  });
}

/** Of all the actions there ever were, those since the stock's oldest position or alert. */
async function missedActions(
  { database }: LookingContext,
  actions: readonly Effective[],
): Promise<Effective[]> {
  if (actions.length === 0) return [];
  const held = new Map<string, number>();
  for (const { market, code, since } of [
    ...(await heldInstruments(database.reader, actions)),
    ...(await alertedInstruments(database.reader)),
  ]) {
    const key = keyOf(market, code);
    held.set(key, Math.min(since, held.get(key) ?? since));
  }
  return actions.filter(
    ({ market, code, at }) => at > (held.get(keyOf(market, code)) ?? Number.POSITIVE_INFINITY),
  );
}

/** Customer by customer, each in one transaction, until nothing of these actions is due. */
async function applyAll(context: ApplyingActions, actions: readonly Effective[]): Promise<void> {
  if (actions.length === 0) return;
  const terms = await Promise.all(actions.map((one) => withTerms(context, one)));
  // Those of a day are there together: what they make of a price is rounded once.
  const ids = await context.database.transaction(async (transaction) => {
    const kept: bigint[] = [];
    for (const one of terms) kept.push(await keepAction(transaction, one));
    return kept;
  });
  for (;;) {
    const due = await duePositions(context.database.reader, ids, customersPerLook);
    for (const { customer_id, position_ids } of due) {
      await applyToCustomer(context, customer_id, position_ids.map(BigInt));
    }
    // Those who have an alert and no position.
    const alerted = await customersToScale(context.database.reader, ids, customersPerLook);
    for (const customerId of alerted) await applyToCustomer(context, customerId, []);
    if (due.length === 0 && alerted.length === 0) return;
  }
}

async function applyAgain(
  context: ApplyingActions,
  actions: readonly Effective[],
): Promise<boolean> {
  try {
    await applyAll(context, actions);
    return true;
  } catch (error) {
    context.log.warn({ err: error }, "corporate actions were not looked at again");
    return false;
  }
}

/** After one pass more: those before may have failed, and no start looks for what is noted. False where it is not. */
async function noteLook(context: ApplyingActions, looked: ToNote): Promise<boolean> {
  if (!(await applyAgain(context, looked.applied))) return false;
  try {
    await noteLookedThrough(context.database.reader, looked);
    return true;
  } catch (error) {
    context.log.warn({ err: error }, "a look at corporate actions was not noted");
    return false;
  }
}

async function withTerms({ feed }: ActionsContext, one: Effective): Promise<NewAction> {
  const { market, code, number, at, action } = one;
  const known = { market, code, number, exDate: action.exDate, effectiveAt: at };
  if (action.kind === "dividend") {
    const none = { numerator: null, denominator: null, closeBefore: null };
    return { ...known, ...none, kind: "dividend", perShare: exactPerShare(action) };
  }
  const { numerator, denominator } = action;
  // Bars are on the feed's own calendar, which for a record is not the app's.
  const before = instantOf(market, action.exDate, "00:00");
  const [last] = await feed.bars({ market, code, period: "1d", before, limit: 1 });
  const closeBefore = last === undefined || last.close <= 0n ? null : last.close;
  return { ...known, kind: "split", perShare: null, numerator, denominator, closeBefore };
}

/** What has become of a position by splits and dividends, oldest first, as the contract has it. */
export async function actionsOf(
  reader: Reader,
  positionId: bigint,
): Promise<CallOutput<Calls["/trade/position"]>["actions"]> {
  return (await appliedActions(reader, positionId)).map((row) => {
    const currency = settlementCurrency(row.market);
    return {
      kind: row.kind,
      ex_date: row.ex_date,
      numerator: row.numerator?.toString() ?? null,
      denominator: row.denominator?.toString() ?? null,
      per_share: row.per_share === null ? null : formatPerShare(row.per_share, currency),
      quantity_before: formatShares(row.quantity_before),
      quantity_after: formatShares(row.quantity_after),
      amount: formatMinor(row.amount, currency),
      equivalent: formatMinor(row.equivalent, currency),
      at: new Date(row.applied_at).toISOString(),
    };
  });
}
