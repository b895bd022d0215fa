import { divide, minor, price, type MarketKey, type Price } from "@sanshi/money";
import { marketDate, recordMoment, tradingHours } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { sql } from "../../platform/sql/database.ts";
import { holdingsOfMany, noHoldings } from "../../trading/portfolio/portfolio.ts";
import { figuresByCurrency } from "./asset-figures.ts";
import { followedGains } from "./followed.store.ts";
import { flowsSince } from "./net-assets-flows.store.ts";
import { dayOf, daysToRecord, endOfDay, type Day } from "./net-assets.rules.ts";
import {
  balancesOf,
  customersBefore,
  heldStocks,
  insertNetAssets,
  insertRecordedDay,
  lastRecordedDay,
} from "./net-assets.store.ts";

type RecordingContext = Pick<
  Context,
  "quotes" | "clock" | "jobs" | "hours" | "database" | "feed" | "fx" | "log"
>;

const lookEveryMs = 1_000;
const customersPerBatch = 500;
/** Until so long after midnight the newest prices are those of the day's end. */
const onTimeMs = 60_000;

/**
 * Records what every customer has at the end of each day of the app's clock. Days on which nothing ran,
 * or which an operator skipped, are recorded afterwards at their own closing prices and rates: nobody
 * can have traded on them. A day is recorded once, whoever comes first.
 */
export function startRecordingNetAssets(context: RecordingContext): { stop(): Promise<void> } {
  let doneUntil: Day | null = null;
  const failure = "net assets were not recorded";
  return context.jobs.repeat({ everyMs: lookEveryMs, failure }, async (isStopped) => {
    const now = context.clock.now();
    const today = dayOf(now);
    if (doneUntil === today) return;
    const last = await lastRecordedDay(context.database.reader);
    for (const day of daysToRecord(last, now)) {
      if (isStopped()) return;
      await recordDay(context, day, now);
    }
    doneUntil = today;
  });
}

async function recordDay(context: RecordingContext, day: Day, now: number): Promise<void> {
  const { reader } = context.database;
  const end = endOfDay(day);
  const then = await asOf(context, end, now);
  let after = 0n;
  for (;;) {
    const customers = await customersBefore(reader, {
      registeredBefore: end,
      after,
      limit: customersPerBatch,
    });
    const last = customers.at(-1);
    if (last === undefined) break;
    await recordCustomers(context, then, day, customers);
    after = last;
  }
  const rates = context.fx.ratesAt(end - 1);
  await insertRecordedDay(reader, {
    day,
    at: now,
    ratesFrom: rates?.feed ?? null,
    rates: rates?.perDollar ?? {},
  });
}

async function recordCustomers(
  { database }: RecordingContext,
  then: Pick<Context, "quotes" | "clock">,
  day: Day,
  customers: readonly bigint[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    // Balances and positions of one moment: between them no order can be half done.
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(transaction);
    const balances = await balancesOf(transaction, customers);
    const holdings = await holdingsOfMany(then, transaction, customers);
    const followed = await followedGains(transaction, customers);
    // What came in or went out since midnight is the new day's.
    const flows = await flowsSince(transaction, customers, endOfDay(day));
    const sinceThen = new Map(
      flows.map(({ customer_id: id, currency, amount }) => [`${id}:${currency}`, amount]),
    );
    const byCustomer = Map.groupBy(balances, ({ customer_id }) => customer_id);
    const amounts = customers.flatMap((customerId) => {
      const figures = figuresByCurrency(
        byCustomer.get(customerId) ?? [],
        holdings.get(customerId) ?? noHoldings,
        followed.get(customerId),
      );
      return [...figures].flatMap(([currency, { net }]) => {
        const amount = minor(net - (sinceThen.get(`${customerId}:${currency}`) ?? 0n));
        // One row a day is there even for who has nothing, so that the day is known to be recorded.
        return amount === 0n && currency !== "JPY" ? [] : [{ customerId, currency, amount }];
      });
    });
    await insertNetAssets(transaction, day, amounts);
  });
}

/** Quotes and clock of a moment that has passed, as far as valuing what is held needs them. */
async function asOf(
  context: RecordingContext,
  end: number,
  now: number,
): Promise<Pick<Context, "quotes" | "clock">> {
  const { quotes, clock } = context;
  if (now - end < onTimeMs) return { quotes, clock };
  const closes = new Map<string, Price>();
  for (const { market, code } of await heldStocks(context.database.reader)) {
    const close = await closeAt(context, market, code, end, now);
    if (close !== null) closes.set(`${market}:${code}`, close);
  }
  return {
    clock: { ...clock, now: () => end - 1 },
    quotes: {
      ...quotes,
      get(market, code) {
        const quote = quotes.get(market, code);
        const last = closes.get(`${market}:${code}`);
        return quote === null || last === undefined ? quote : { ...quote, last };
      },
    },
  };
}

/**
 * The close of the last trading day that was over at a moment, in the scale of today's shares; null
 * where the feed has none.
 */
async function closeAt(
  { feed, hours }: RecordingContext,
  market: MarketKey,
  code: string,
  end: number,
  now: number,
): Promise<Price | null> {
  const bars = await feed.bars({
    market,
    code,
    period: "1d",
    before: recordMoment(end, hours),
    limit: 2,
  });
  const bar = bars.findLast(({ tradingDate }) => {
    const closesAt = tradingHours(market, tradingDate, hours)?.closesAt ?? end;
    return closesAt <= end;
  });
  if (bar === undefined || bar.close <= 0n) return null;
  const [from, until] = [bar.tradingDate, marketDate(market, now, hours)];
  let close: bigint = bar.close;
  for (const action of feed.corporateActions(market, code)) {
    if (action.kind !== "split" || action.exDate <= from || action.exDate > until) continue;
    close = divide(close * action.denominator, action.numerator, "half_up");
  }
  return price(close > 0n ? close : 1n);
}
