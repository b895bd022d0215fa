import { marketKeys, priceUnitsPerMinor, settlementCurrency, type MarketKey } from "@sanshi/money";
import { localDate, marginRules, marketStatus } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Quote } from "../../market-feed/market-feed.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { createInterestAccrual } from "./interest-accrual.ts";
import { createMarginTerms } from "./margin-terms.ts";
import { loadAccount, verdictOnState, type AccountState } from "./margin-account.ts";
import { call, restore, sell, type SellForced } from "./margin-acts.ts";
import { createMarginLeaps, type MarginLeaps, type Moment } from "./margin-leaps.ts";
import { accountsToLookAt, isAnyMargined, type MarketLines } from "./margin-search.store.ts";
import { areBehind, lockMarginedPositions, type MarginAccount } from "./margin.store.ts";

/** What the watch needs of the order path, which starts it. */
export type OrderPath = {
  /** The quote, or null while it and the positions may be of different scales. */
  tradable(quote: Quote | null): Quote | null;
  sellForced: SellForced;
};

/** Ends what its moments ask for within a leap; false, and to be gone on with, while a split is being applied. */
type EndsInLeaps = (leaps: Pick<MarginLeaps, "hasLeapt" | "upTo">) => Promise<boolean>;

export type MarginWatch = Pick<MarginLeaps, "meet" | "hasLeapt"> & {
  /** Adds what ends at moments of its own, before accounts are held against what the clock has leapt over after them. */
  duringLeaps(run: EndsInLeaps): void;
  stop(): Promise<void>;
};

type WatchContext = Pick<
  Context,
  "feed" | "quotes" | "clock" | "jobs" | "hours" | "database" | "log" | "settings"
>;

const lookEveryMs = 1_000;
/** Looking for accounts takes at most a twentieth of the time, however many positions there are. */
const pauseOfSearch = 20;
const pauseMsMax = 10_000;
/** What one look does for one account: more sales than this go on at the next. */
const stepsMax = 50;

/**
 * Watches every account that has leveraged or short positions: accrues their interest, calls for
 * margin, takes note when it is there, and sells where it is not. Each process looks for itself; the
 * positions' locks and the records' keys let everything happen once.
 */
export function startMarginWatch(context: WatchContext, path: OrderPath): MarginWatch {
  const ends: EndsInLeaps[] = [];
  const interest = createInterestAccrual(context);
  const leaps = createMarginLeaps(context, {
    linesOf: (market, at) => linesOf(context, market, at),
    // However old its newest price is: what has no price yet after a split holds nobody up.
    isAdjusting: (quote) => path.tradable({ ...quote, at: Infinity }) === null,
    act: (transaction, account, moment) =>
      act({ ...context, ...moment }, pathAt(path, moment), transaction, account),
  });
  const terms = createMarginTerms(context, path.sellForced, leaps);
  let searchMs = 0;
  const failure = "margin was not looked at";
  const restMs = () => Math.min(pauseMsMax, searchMs * pauseOfSearch);
  const looking = context.jobs.repeat(
    { everyMs: lookEveryMs, failure, restMs },
    async (isStopped) => {
      searchMs = 0;
      // Before interest is reckoned for days that come after what was leapt over.
      for (const run of ends) if (!(await run(leaps))) return;
      if (!(await terms.runOverStep()) || !(await leaps.run())) return;
      await interest.run();
      await terms.run();
      const began = performance.now();
      const accounts = await accountsInDanger(context, path);
      searchMs = performance.now() - began;
      for (const account of accounts) {
        if (isStopped()) return;
        await settleAccount(context, path, account);
      }
    },
  );
  return {
    meet: leaps.meet,
    hasLeapt: leaps.hasLeapt,
    duringLeaps: (run) => void ends.push(run),
    stop() {
      leaps.stop();
      return looking.stop();
    },
  };
}

/** The scale of what was leapt over is that of the shares: a split is met between the prices before and after it. */
function pathAt(path: OrderPath, moment: Moment): OrderPath {
  return {
    tradable: (quote) => quote,
    sellForced: (transaction, sale) => path.sellForced(transaction, { ...sale, moment }),
  };
}

async function accountsInDanger(context: WatchContext, path: OrderPath): Promise<MarginAccount[]> {
  const { quotes, clock, database } = context;
  // The search takes PostgreSQL longer to plan than all else that is asked in a second.
  if (!(await isAnyMargined(database.reader))) return [];
  const now = clock.now();
  const lines = marketKeys.map((market) => linesOf(context, market, now));
  const prices = marketKeys.flatMap((market) =>
    quotes.all(market).filter((quote) => path.tradable(quote) !== null),
  );
  return accountsToLookAt(database.reader, lines, prices, now);
}

function linesOf({ hours }: Pick<Context, "hours">, market: MarketKey, now: number): MarketLines {
  const rules = marginRules(market, localDate(market, now));
  const currency = settlementCurrency(market);
  return {
    market,
    currency,
    kind: rules.maintenanceRatio,
    maintenancePercent: rules.maintenancePercent,
    shortMaintenancePercent: rules.shortMaintenancePercent,
    shortLeast: rules.shortLeast,
    restorePercent: rules.restorePercent,
    shortRestorePercent: rules.shortRestorePercent,
    forcedSalePercent: rules.forcedSalePercent,
    dayCount: rules.dayCount,
    priceUnits: priceUnitsPerMinor(currency),
    isOpen: marketStatus(market, now, hours).isOpen,
  };
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
  if (isAdjusting(context, path, state) || (await areBehind(transaction, state.rows))) return false;
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
      return sell(context, path.sellForced, transaction, state, verdict);
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
