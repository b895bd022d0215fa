import type { Context } from "../../context.ts";
import { sql } from "../../platform/sql/database.ts";
import { pagesOf, twoAtOnce } from "../../platform/two-at-once.ts";
import { pricesBefore, type PriceThen } from "../../trading/portfolio/portfolio.ts";
import { valueFlowsOfDay } from "./net-assets-flows.ts";
import { dayOf, daysToRecord, endOfDay, type Day } from "./net-assets.rules.ts";
import {
  customersBefore,
  insertNetAssets,
  insertRecordedDay,
  recordedDays,
} from "./net-assets.store.ts";
import { createWaitForActions, netAssetsBefore } from "./past-net-assets.ts";

type RecordingContext = Pick<
  Context,
  "quotes" | "clock" | "jobs" | "hours" | "database" | "feed" | "fx" | "log"
>;

const lookEveryMs = 1_000;
const customersPerBatch = 500;
/** What was decided before midnight is written by then. */
const writtenWithinMs = 2_000;

/**
 * Records what every customer had at the end of each day of the app's clock: what postings, fills and actions
 * before that moment left, at its prices and rates. So a day that is recorded late, after an outage or a clock that
 * jumped, has what it would have had on time. A day is recorded once, whoever comes first.
 */
export function startRecordingNetAssets(context: RecordingContext): { stop(): Promise<void> } {
  let doneUntil: Day | null = null;
  const isAllApplied = createWaitForActions(context);
  const failure = "net assets were not recorded";
  return context.jobs.repeat({ everyMs: lookEveryMs, failure }, async (isStopped) => {
    const now = context.clock.now();
    const today = dayOf(now - writtenWithinMs);
    if (doneUntil === today) return;
    if (!(await isAllApplied(Date.parse(today)))) return;
    const known = await recordedDays(context.database.reader);
    for (const day of daysToRecord(known, now - writtenWithinMs)) {
      if (isStopped()) return;
      await recordDay(context, day, now);
    }
    doneUntil = today;
  });
}

async function recordDay(context: RecordingContext, day: Day, now: number): Promise<void> {
  const { reader } = context.database;
  const end = endOfDay(day);
  const priceThen = pricesBefore(context, end, now);
  const page = { registeredBefore: end, limit: customersPerBatch };
  await twoAtOnce(
    pagesOf(
      (after) => customersBefore(reader, { ...page, after }),
      (id) => id,
    ),
    (customers) => recordCustomers(context, priceThen, { day, now }, customers),
  );
  const rates = context.fx.ratesAt(end - 1);
  await insertRecordedDay(reader, {
    day,
    at: now,
    ratesFrom: rates?.feed ?? null,
    rates: rates?.perDollar ?? {},
  });
}

async function recordCustomers(
  context: RecordingContext,
  priceThen: PriceThen,
  { day, now }: { day: Day; now: number },
  customers: readonly bigint[],
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    // Of one moment: between postings and fills no order can be half written.
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(transaction);
    const nets = await netAssetsBefore(transaction, customers, endOfDay(day), priceThen);
    const amounts = [...nets].flatMap(([customerId, own]) =>
      [...own]
        // One row a day is there even for who has nothing, so that the day is known to be recorded.
        .filter(([currency, amount]) => amount !== 0n || currency === "JPY")
        .map(([currency, amount]) => ({ customerId, currency, amount })),
    );
    const recorded = await insertNetAssets(transaction, day, amounts);
    await valueFlowsOfDay(context, transaction, recorded, { end: endOfDay(day), now });
  });
}
