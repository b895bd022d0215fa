import {
  addMinor,
  marketKeys,
  priceUnitsPerMinor,
  settlementCurrency,
  zeroMinor,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import {
  borrowFee,
  instantOf,
  lendersDay,
  localDate,
  marketTimeZone,
  premiumUnits,
  type LocalDate,
} from "@sanshi/rulebook";
import { dayMs } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { postWithHouse } from "../../ledger/house-transfers.ts";
import { houseAccount, lockBalances } from "../../ledger/ledger.ts";
import { settleNet } from "../../ledger/settle.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { chargeBorrowing, lockShorts } from "../../trading/positions/positions.ts";
import * as store from "./lending-accrual.store.ts";
import type { LentStock, StoredPeriod, Stretch } from "./lending-accrual.store.ts";
import { dayAfter, dayBefore, periodsOf, type Days } from "./stock-lending.rules.ts";

type DayContext = Pick<Context, "database" | "clock" | "log">;

export const lendersPerBatch = 2_000;

/** What was written at the end of a day has long been kept by then. */
const settledAfterMs = 60_000;

/**
 * What shorts pay for borrowed shares and lenders get, for every day that has ended by its market's calendar, however
 * many went by. Each period of a stock is one record, with the premium of its shorts in the same transaction; its
 * lenders follow in batches, each of which finds what was done before it.
 */
export function createLendingDay(context: DayContext): {
  run(isStopped?: () => boolean): Promise<void>;
} {
  const doneThrough = new Map<MarketKey, LocalDate>();
  return {
    async run(isStopped = () => false) {
      const now = context.clock.now() - settledAfterMs;
      const due = new Map(
        marketKeys
          .map((market) => [market, dayBefore(localDate(market, now))] as const)
          .filter(([market, through]) => (doneThrough.get(market) ?? "") < through),
      );
      if (due.size === 0) return;
      const left = new Set<MarketKey>();
      for (const stock of await store.lentStocks(context.database.reader, [...due.keys()])) {
        if (isStopped()) return;
        const through = due.get(stock.market);
        if (through === undefined) continue;
        // One that fails does not stand in the way of those behind it.
        const isDone = await accrueStock(context, stock, through, isStopped).catch(
          (error: unknown) => {
            const { market, code } = stock;
            context.log.warn({ err: error, market, code }, "a stock's lenders were not paid");
            return false;
          },
        );
        if (!isDone) left.add(stock.market);
      }
      for (const [market, through] of due) {
        if (!left.has(market)) doneThrough.set(market, through);
      }
    },
  };
}

/** False where it did not come to the day: it was stopped, or another process is at it and may be killed. */
async function accrueStock(
  context: DayContext,
  stock: LentStock,
  through: LocalDate,
  isStopped: () => boolean,
): Promise<boolean> {
  const { reader } = context.database;
  const { market } = stock;
  const last = await store.lastPeriod(reader, stock);
  // What was cut off goes on first.
  if (last !== undefined) await payLenders(context, stock, last, isStopped);
  const after = last?.through_day ?? dayBefore(localDate(market, stock.since));
  if (isStopped()) return false;
  if (after >= through) return true;
  const days = {
    from: startOf(market, dayAfter(after)),
    until: startOf(market, dayAfter(through)),
  };
  const busy = await store.busyDays(reader, stock, days, marketTimeZone(market));
  const terms = (day: LocalDate) => {
    const { base, lenderPercent, reference } = borrowFee(market, day, { lent: 0n, short: 0n });
    return `${base} ${lenderPercent} ${reference.validFrom}`;
  };
  for (const period of periodsOf(after, through, new Set(busy), terms)) {
    if (isStopped()) return false;
    const made = await makePeriod(context, stock, period);
    // Another process is at it: it is left to it, and looked at again.
    if (made === undefined) return false;
    await payLenders(context, stock, made, isStopped);
  }
  return !isStopped();
}

/** The first moment of a market's day. */
function startOf(market: MarketKey, day: LocalDate): number {
  return instantOf(market, day, "00:00");
}

/** What stands for each day of a period: its last one. */
function stretchOf(market: MarketKey, { through }: Pick<Days, "through">): Stretch {
  return { from: startOf(market, through), until: startOf(market, dayAfter(through)) };
}

function makePeriod(
  { database }: DayContext,
  { market, code }: LentStock,
  period: Days,
): Promise<StoredPeriod | undefined> {
  const stretch = stretchOf(market, period);
  return database.transaction(async (transaction) => {
    await lockShorts(transaction, { market, code });
    const lent = await store.lentTimeOf(transaction, { market, code }, stretch);
    const perMinor = priceUnitsPerMinor(settlementCurrency(market));
    const shorts = await store.shortTimesOf(transaction, { market, code }, stretch, perMinor);
    const pool = { lent, short: shorts.reduce((sum, { time }) => sum + time, 0n) };
    const shortValue = shorts.reduce((sum, { value }) => sum + value, 0n);
    const fee = borrowFee(market, period.through, pool);
    const days = BigInt((Date.parse(period.through) - Date.parse(period.after)) / dayMs);
    // One that was closed before its day was reckoned has paid its interest, and nothing more: lenders get none of it.
    const charges = shorts
      .filter(({ open }) => open)
      .map(({ position_id: positionId, value }) => ({
        positionId,
        day: premiumUnits(pool, value, fee),
      }))
      .filter(({ day }) => day > 0n)
      .map(({ positionId, day }) => ({ positionId, day, units: day * days }));
    const premium = charges.reduce((sum, { day }) => sum + day, 0n);
    const made = await store.insertPeriod(
      transaction,
      {
        market,
        code,
        ...period,
        shortTime: pool.short,
        shortValue,
        lentTime: lent,
        base: fee.base,
        premium: fee.premium,
        premiumUnits: premium,
        lenderPercent: fee.lenderPercent,
        rule: fee.reference.rule,
        ruleSince: fee.reference.validFrom,
        lendersDay: lendersDay(pool, shortValue, fee, premium),
      },
      stretch,
    );
    if (made === undefined) return undefined;
    if (charges.length > 0) {
      await chargeBorrowing(transaction, charges);
      await store.insertPremiums(transaction, made, charges);
    }
    return made;
  });
}

/** Pays what a period earned to whoever lent, in batches of their own transactions. */
async function payLenders(
  { database, clock }: DayContext,
  stock: LentStock,
  period: StoredPeriod,
  isStopped: () => boolean,
): Promise<void> {
  if (period.lenders_day === 0n) return;
  const stretch = stretchOf(stock.market, { through: period.through_day });
  let after = 0n;
  while (!isStopped()) {
    const page = { period, after, limit: lendersPerBatch };
    const ids = await store.lendersPage(database.reader, stock, page);
    const last = ids.at(-1);
    if (last === undefined) return;
    await database.transaction((transaction) =>
      payBatch(transaction, stock.market, { ids, period, stretch, at: clock.now() }),
    );
    after = last;
  }
}

/** Balances are locked in order of their ids, then the lendings: of two processes the second finds it done. */
async function payBatch(
  transaction: Transaction,
  market: MarketKey,
  batch: { ids: readonly bigint[]; period: StoredPeriod; stretch: Stretch; at: number },
): Promise<void> {
  const currency = settlementCurrency(market);
  const { ids, period, stretch, at } = batch;
  await lockBalances(transaction, await store.lendingAccounts(transaction, ids));
  await store.lockLendings(transaction, ids);
  const accrued = await store.reckonLendings(transaction, ids, period, stretch);
  const paid = accrued.filter((one) => one.paid > 0n);
  if (paid.length === 0) return;
  const house = await houseAccount(transaction, currency, "lending_fees");
  await postWithHouse(transaction, {
    kind: "stock_lending_fee",
    happenedAt: at,
    transfers: entriesOf(paid).map(({ causeId, accountId, amount }) => ({
      causeId,
      currency,
      accountId,
      houseAccountId: house,
      amount,
    })),
  });
}

/** Like all that comes in, it repays first what a closing has left unpaid. */
export function entriesOf(paid: readonly store.AccruedLending[]) {
  const shortfalls = new Map<bigint, Minor>();
  return paid.flatMap((one) => {
    const { position_id: causeId, account_id: accountId, debt_id: debtId } = one;
    const shortfall = shortfalls.get(accountId) ?? one.shortfall ?? zeroMinor;
    const settled = settleNet(one.paid, { available: zeroMinor, shortfall });
    shortfalls.set(accountId, addMinor(shortfall, settled.shortfall));
    const available = { causeId, accountId, amount: settled.available };
    const repaid = { causeId, accountId: debtId ?? accountId, amount: settled.shortfall };
    return [repaid, available].filter(({ amount }) => amount > 0n);
  });
}
