import type { CallOutput, Calls, Lending, LendingOverview } from "@sanshi/contract";
import {
  formatMinor,
  formatShares,
  parseShares,
  settlementCurrency,
  shares,
  zeroMinor,
  type MarketKey,
  type Shares,
} from "@sanshi/money";
import { localDate, recallDueAt } from "@sanshi/rulebook";
import { siteRules } from "../../governance/site/site.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { publishWith } from "../../platform/customer-events.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { lendOut, recallLent } from "../../trading/positions/positions.ts";
import type { SharePools, StockPool as Pool } from "../../trading/share-pool/share-pool.ts";
import { lendableOnWire, poolOnWire, storedOnWire, termsOnWire } from "./lending-answers.ts";
import { followSplits, insertRecall, lockStock, recalledOf } from "./share-recalls.store.ts";
import { settleStock, type RecallContext } from "./share-recalls.ts";
import { dayBefore, objectToLending, perDayText } from "./stock-lending.rules.ts";
import * as store from "./stock-lending.store.ts";

export type LendingContext = RecallContext & { pools: SharePools };

/** What is lent, what could be, and what it earns. */
export async function lendingOverview(
  context: LendingContext,
  { customerId }: Customer,
): Promise<LendingOverview> {
  const { database, clock } = context;
  const { reader } = database;
  const { houseLendsShares } = await siteRules(reader);
  const choice = await store.choiceOf(reader, customerId);
  const lendable = await store.lendableOf(reader, customerId);
  const earned = await store.earningsOf(reader, customerId);
  const recalled = await recalledOf(
    reader,
    lendable.map(({ id }) => id),
  );
  const shown = await Promise.all(
    lendable.map((one) =>
      lendableOnWire(
        context,
        one,
        recalled.find(({ position_id }) => position_id === one.id),
      ),
    ),
  );
  const perDay = new Map<MarketKey, bigint>();
  for (const { market, now } of shown) perDay.set(market, (perDay.get(market) ?? 0n) + now);
  const markets = [...new Set([...earned.map(({ market }) => market), ...perDay.keys()])];
  return {
    automatic: choice?.automatic ?? false,
    automatic_since: choice?.automatic === true ? new Date(choice.changed_at).toISOString() : null,
    terms: termsOnWire(localDate("jpy", clock.now()), houseLendsShares === null),
    totals: markets.map((market) => {
      const currency = settlementCurrency(market);
      const paid = earned.find((one) => one.market === market)?.earned;
      return {
        currency,
        earned: formatMinor(paid ?? zeroMinor, currency),
        per_day: perDayText(perDay.get(market) ?? 0n, currency),
      };
    }),
    positions: shown
      .toSorted((one, other) => (one.all === other.all ? 0 : one.all < other.all ? 1 : -1))
      .map(({ wire }) => wire),
  };
}

/** What can be borrowed of a market's stocks: those of which anything is lent or short, or the one that is asked for. */
export async function borrowing(
  context: LendingContext,
  market: MarketKey,
  code: string | undefined,
): Promise<Outcome<CallOutput<Calls["/market/borrowing"]>>> {
  if (code === undefined) {
    const pools = await context.pools.all(market);
    return accept(pools.map((pool) => poolOnWire(context, pool)));
  }
  if (context.quotes.instrument(market, code) === null) return refuse("instrument_not_found");
  return accept([poolOnWire(context, await context.pools.one(market, code))]);
}

/** Lends shares of a position. Of two at once, or of a sale beside it, the second finds what the first has left. */
export async function lend(
  context: LendingContext,
  { customerId, state }: Customer,
  form: { id: bigint; quantity: string },
  requestId: string,
): Promise<Outcome<Lending>> {
  const input = { id: form.id.toString(), quantity: form.quantity };
  const asked = { customerId, requestId, call: "lend", input };
  const pool = await poolOfPosition(context, customerId, form.id);
  return answeredOnceWithId(context.database, asked, async (transaction) => {
    const quantity = parseShares(form.quantity);
    const held = await store.heldForLending(transaction, customerId, form.id);
    const objection = objectToLending(state, held);
    if (objection === "account_frozen") return refuse(objection);
    if (quantity === null) return refuse("quantity_not_whole");
    if (quantity <= 0n) return refuse("quantity_not_positive");
    if (objection !== null) return refuse(objection);
    // What is lent comes back with the stock's last trading day; nothing is lent towards it.
    const stock = held && context.quotes.instrument(held.market, held.code);
    if (stock?.end !== undefined) return refuse("shares_not_lendable");
    const lent = await lendOut(transaction, { customerId, positionId: form.id, quantity });
    if (lent === undefined) {
      const now = await store.heldForLending(transaction, customerId, form.id);
      return refuse("quantity_exceeds_position", { max: formatShares(shares(now?.free ?? 0n)) });
    }
    const at = context.clock.now();
    const { market, code } = lent;
    const through = dayBefore(localDate(market, at));
    await store.beginLending(
      transaction,
      [{ positionId: form.id, customerId, market, code, through }],
      at,
    );
    await publishWith(transaction, customerId, { kind: "balance_changed" });
    return accept(await lendingOnWire(context, transaction, { customerId, id: form.id, pool }));
  });
}

/**
 * Recalls everything of a position that is lent; asked again, there is nothing left to recall, or it is under way. Where
 * institutions lend without a limit they take its place at once.
 */
export async function recall(
  context: LendingContext,
  { customerId }: Customer,
  id: bigint,
): Promise<Outcome<Lending>> {
  const pool = await poolOfPosition(context, customerId, id);
  return context.database.transaction(async (transaction) => {
    // Before anything else is locked, as whoever settles recalls does it.
    if (pool !== null && pool.house !== null) await lockStock(transaction, pool);
    const isLent = await store.keepBack(transaction, customerId, id);
    if (!isLent) return refuse("lending_not_found");
    // A sale may have recalled some of it meanwhile.
    const quantity = await store.lockLent(transaction, id);
    if (quantity > 0n && pool !== null) {
      if (pool.house === null)
        await recallLent(transaction, { customerId, positionId: id, quantity });
      else await recallByRule(context, transaction, pool, { customerId, positionId: id, quantity });
      await publishWith(transaction, customerId, { kind: "balance_changed" });
    }
    return accept(await lendingOnWire(context, transaction, { customerId, id, pool }));
  });
}

/** What is not borrowed is back at once; the rest by its deadline. */
async function recallByRule(
  context: LendingContext,
  transaction: Transaction,
  { market, code }: Pool,
  recalled: { customerId: bigint; positionId: bigint; quantity: Shares },
): Promise<void> {
  const at = context.clock.now();
  const { at: dueAt, reference } = recallDueAt(market, localDate(market, at), context.hours);
  await followSplits(transaction, { market, code });
  await insertRecall(transaction, {
    market,
    code,
    ...recalled,
    at,
    dueAt,
    rule: reference.rule,
    ruleSince: reference.validFrom,
  });
  await settleStock(context, transaction, { market, code }, null);
}

export async function lendAutomatically(
  context: LendingContext,
  customer: Customer,
  on: boolean,
): Promise<Outcome<LendingOverview>> {
  const { customerId, state } = customer;
  if (state === "frozen" || state === "banned") return refuse("account_frozen");
  await context.database.transaction((transaction) =>
    store.choose(transaction, customerId, on, context.clock.now()),
  );
  return accept(await lendingOverview(context, customer));
}

export async function lendingsIn(
  context: LendingContext,
  { customerId }: Customer,
  market: MarketKey,
): Promise<Lending[]> {
  const found = await store.lendingsOf(context.database.reader, customerId, market);
  const recalled = await recalledOf(
    context.database.reader,
    found.map(({ position_id }) => position_id),
  );
  return Promise.all(
    found.map(async (one) =>
      storedOnWire(context, one, {
        pool: await context.pools.of(market, one.code),
        recalled: recalled.find(({ position_id }) => position_id === one.position_id),
      }),
    ),
  );
}

/** Looked up before a transaction is begun, which has one connection; null of what is nobody's or another's. */
async function poolOfPosition(
  { database, pools }: LendingContext,
  customerId: bigint,
  id: bigint,
): Promise<Pool | null> {
  const held = await store.heldForLending(database.reader, customerId, id);
  return held === undefined ? null : pools.of(held.market, held.code);
}

async function lendingOnWire(
  context: LendingContext,
  reader: Reader,
  { customerId, id, pool }: { customerId: bigint; id: bigint; pool: Pool | null },
): Promise<Lending> {
  const stored = await store.lendingOf(reader, customerId, id);
  if (stored === undefined || pool === null) throw new Error(`lending ${id} cannot be found`);
  const [recalled] = await recalledOf(reader, [id]);
  return storedOnWire(context, stored, { pool, recalled });
}
