import {
  formatMinor,
  formatPrice,
  formatScaled,
  formatShares,
  marketKeys,
  minor,
  priceUnitsPerMinor,
  settlementCurrency,
  type Price,
  type Shares,
} from "@sanshi/money";
import {
  localDate,
  marginCallDueAt,
  marginRules,
  marketStatus,
  missingEquity,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Quote } from "../../market-feed/market-feed.ts";
import { publishWith } from "../../platform/customer-events.ts";
import { firstRow, sql, type Transaction } from "../../platform/sql/database.ts";
import { sendMessage } from "../messages/messages.ts";
import { createInterestAccrual } from "./interest-accrual.ts";
import {
  keptFigures,
  loadAccount,
  stockParams,
  verdictOnState,
  type AccountState,
} from "./margin-account.ts";
import { saleOrder, type MarginVerdict } from "./margin.rules.ts";
import {
  accountBalances,
  accountsToLookAt,
  endCall,
  insertForcedSale,
  lockMarginedPositions,
  openCall,
  type MarginAccount,
  type MarketLines,
} from "./margin.store.ts";

export type ForcedFill = { number: number; price: Price; quantity: Shares };

/** What the watch needs of the order path, which starts it. */
export type OrderPath = {
  /** The quote, or null while it and the positions may be of different scales. */
  tradable(quote: Quote | null): Quote | null;
  /**
   * Closes what the market takes of a position, in the caller's transaction, which holds its lock: at
   * the market, without the lock on sales, whatever waits on the position taken back. Null, and
   * nothing changed, where it cannot be traded now.
   */
  sellForced(
    transaction: Transaction,
    sale: { customerId: bigint; positionId: bigint },
  ): Promise<ForcedFill | null>;
};

type WatchContext = Pick<Context, "quotes" | "clock" | "hours" | "database" | "log">;

const lookEveryMs = 1_000;
/** Looking takes at most a twentieth of the time, however many positions there are. */
const pauseOfLook = 20;
/** What one look does for one account: more sales than this go on at the next. */
const stepsMax = 50;

/**
 * Watches every account that has leveraged or short positions: accrues their interest, calls for
 * margin, takes note when it is there, and sells where it is not. Each process looks for itself; the
 * positions' locks and the records' keys let everything happen once.
 */
export function startMarginWatch(
  context: WatchContext,
  path: OrderPath,
): { stop(): Promise<void> } {
  const interest = createInterestAccrual(context);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const began = performance.now();
    try {
      await interest.run();
      for (const account of await accountsInDanger(context, path)) {
        if (stopped) break;
        await settleAccount(context, path, account);
      }
    } catch (error) {
      context.log.warn({ err: error }, "margin was not looked at");
    }
    const pauseMs = Math.max(lookEveryMs, (performance.now() - began) * pauseOfLook);
    if (!stopped) schedule(pauseMs);
  }

  function schedule(afterMs: number): void {
    timer = setTimeout(() => (running = look()), afterMs);
    timer.unref();
  }

  schedule(lookEveryMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function accountsInDanger(
  { quotes, clock, hours, database }: WatchContext,
  path: OrderPath,
): Promise<MarginAccount[]> {
  const now = clock.now();
  const lines = marketKeys.map((market): MarketLines => {
    const rules = marginRules(market, localDate(market, now));
    const currency = settlementCurrency(market);
    return {
      market,
      currency,
      kind: rules.maintenanceRatio,
      maintenancePercent: rules.maintenancePercent,
      restorePercent: rules.restorePercent,
      forcedSalePercent: rules.forcedSalePercent,
      dayCount: rules.dayCount,
      priceUnits: priceUnitsPerMinor(currency),
      isOpen: marketStatus(market, now, hours).isOpen,
    };
  });
  const prices = marketKeys.flatMap((market) =>
    quotes.all(market).filter((quote) => path.tradable(quote) !== null),
  );
  return accountsToLookAt(database.reader, lines, prices, now);
}

/** One step after the other, each a transaction of its own, until nothing more is to be done now. */
async function settleAccount(
  context: WatchContext,
  path: OrderPath,
  account: MarginAccount,
): Promise<void> {
  for (let step = 0; step < stepsMax; step += 1) {
    // Looked at without a lock first: of most accounts near a line there is nothing to be done.
    const state = await loadAccount(context, context.database.reader, account);
    if (isAdjusting(context, path, state)) return;
    if (verdictOnState(state).kind === "nothing") return;
    const acted = await context.database.transaction((transaction) =>
      act(context, path, transaction, account),
    );
    if (!acted) return;
  }
}

/** Decides again with the positions locked, and does what the figures ask for then. */
async function act(
  context: WatchContext,
  path: OrderPath,
  transaction: Transaction,
  account: MarginAccount,
): Promise<boolean> {
  const locked = await lockMarginedPositions(transaction, account.customer_id, account.market);
  const state = await loadAccount(context, transaction, account, locked);
  if (isAdjusting(context, path, state) || (await isBehind(transaction, state))) return false;
  const verdict = verdictOnState(state);
  switch (verdict.kind) {
    case "nothing":
      return false;
    case "call":
      await call(transaction, state);
      return false;
    case "restored":
      await restore(transaction, state);
      return false;
    case "sell":
      return sell(context, path, transaction, state, verdict);
  }
}

/** A price of another scale than the shares is none: the account is looked at when both have changed. */
function isAdjusting(
  { quotes }: Pick<Context, "quotes">,
  path: OrderPath,
  { rows }: AccountState,
): boolean {
  return rows.some(({ market, code }) => {
    const quote = quotes.get(market, code);
    return quote !== null && path.tradable(quote) === null;
  });
}

/** Whether a split or dividend is still to be applied to one of the positions. */
async function isBehind(transaction: Transaction, { rows }: AccountState): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<{ behind: boolean }>`SELECT count(*) > 0 AS behind FROM position_action_due
      WHERE position_id = ANY (${rows.map(({ id }) => id)}::bigint[])`,
  );
  return row?.behind ?? false;
}

async function call(transaction: Transaction, state: AccountState): Promise<void> {
  const { account, rules, figures, now } = state;
  const { customer_id: customerId, market } = account;
  const calledOn = localDate(market, now);
  const missing = missingEquity(rules.maintenanceRatio, rules.restorePercent, figures);
  const kept = keptFigures(state, rules.maintenancePercent);
  const opened = await openCall(transaction, {
    ...account,
    ...kept,
    calledOn,
    calledAt: now,
    dueAt: marginCallDueAt(market, calledOn).at,
    missing,
  });
  if (opened === undefined) return;
  if (opened.isNews) {
    await sendMessage(transaction, {
      customerId,
      kind: "margin_call",
      at: now,
      link: "/position/index",
      params: {
        type: market,
        ...ratioParams(kept),
        restore: String(rules.restorePercent),
        missing: formatMinor(minor(missing), settlementCurrency(market)),
        due_at: new Date(opened.dueAt).toISOString(),
      },
    });
  }
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}

async function restore(transaction: Transaction, state: AccountState): Promise<void> {
  const { account, call: open, rules, figures, now } = state;
  const ended = open === null ? undefined : await endCall(transaction, open.id, now);
  if (ended === undefined) return;
  const { customer_id: customerId, market } = account;
  if (ended.isNews) {
    // Without a position there is no ratio to tell.
    const ratio = figures.exposure > 0n && ratioParams(keptFigures(state, rules.restorePercent));
    await sendMessage(transaction, {
      customerId,
      kind: "margin_restored",
      at: now,
      link: "/position/index",
      params: { type: market, ...ratio },
    });
  }
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}

/** The first position in the order that can be traded now; a part where the market takes no more. */
async function sell(
  context: WatchContext,
  path: OrderPath,
  transaction: Transaction,
  state: AccountState,
  verdict: Extract<MarginVerdict, { kind: "sell" }>,
): Promise<boolean> {
  const { customer_id: customerId, market } = state.account;
  for (const position of saleOrder(state.positions, state.pricesOf)) {
    const fill = await path.sellForced(transaction, { customerId, positionId: position.id });
    if (fill === null) continue;
    const kept = keptFigures(state, verdict.percentRequired);
    const { call: open } = state;
    await insertForcedSale(transaction, {
      ...kept,
      ...fill,
      positionId: position.id,
      customerId,
      market,
      code: position.code,
      reason: verdict.reason,
      decidedAt: state.now,
      call: open === null ? null : { calledAt: open.called_at, dueAt: open.due_at },
    });
    const currency = settlementCurrency(market);
    await sendMessage(transaction, {
      customerId,
      kind: "forced_sale",
      at: state.now,
      link: `/position/info?id=${position.id}`,
      params: {
        ...stockParams(context, market, position.code),
        ...ratioParams(kept),
        side: position.side,
        reason: verdict.reason,
        quantity: formatShares(fill.quantity),
        price: formatPrice(fill.price, currency),
      },
    });
    await tellOfDebt(transaction, state);
    await publishWith(transaction, customerId, { kind: "balance_changed" });
    return true;
  }
  return false;
}

/** What a gap beyond the equity left unpaid is said in so many words. */
async function tellOfDebt(transaction: Transaction, state: AccountState): Promise<void> {
  const { customer_id: customerId, market } = state.account;
  const currency = settlementCurrency(market);
  const { shortfall } = await accountBalances(transaction, customerId, currency);
  if (shortfall >= state.balances.shortfall) return;
  await sendMessage(transaction, {
    customerId,
    kind: "unpaid_debt",
    at: state.now,
    link: "/mine/index",
    params: { type: market, debt: formatMinor(minor(-shortfall), currency) },
  });
}

function ratioParams({ ratio, ratioRequired }: { ratio: bigint; ratioRequired: bigint }) {
  return { ratio: formatScaled(ratio, 2), required: formatScaled(ratioRequired / 100n, 0) };
}
