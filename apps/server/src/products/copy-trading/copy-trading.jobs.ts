import { minuteMs } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Orders } from "../../trading/orders/orders.ts";
import { testNext, type ReadHistories } from "./backtesting.ts";
import { scheduleOf } from "./copy-trading.answers.ts";
import { tradingDaysAround, valuationsAround } from "./copy-trading.rules.ts";
import { decideFor } from "./deciding.ts";
import { endWithoutHolder } from "./mirroring.ts";
import { isAnyPoolDue, liveProducts, type StoredProduct } from "./products.store.ts";
import { settleDecided } from "./settling.ts";
import { publishSimulatedProducts } from "./simulated-products.ts";
import { strategies, type Strategy } from "./strategies/index.ts";
import { isAnyUntested } from "./valuations.store.ts";
import { valueProduct } from "./valuing.ts";

/** How late a published moment may be noticed. */
const lookEveryMs = 1_000;

/** Not while an instance has only just started: years of minutes wait for its quiet hours. */
const minutesTestedEveryMs = 10 * minuteMs;

type PoolOrders = Pick<Orders, "place" | "close" | "matchable">;

/** Has strategies trade and pools be valued at their moments, and new products tested, until it is stopped. */
export function startCopyTradingJobs(
  context: Context,
  orders: PoolOrders,
): { stop(): Promise<void> } {
  const jobs = [
    context.jobs.repeat(
      {
        everyMs: lookEveryMs,
        failure: "pools were not looked after",
        isDue: () => arePoolsDue(context),
      },
      (isStopped) => lookAfterPools(context, orders, isStopped),
    ),
    context.jobs.repeat(
      {
        everyMs: lookEveryMs,
        failure: "a strategy was not tested",
        isDue: () => isAnyUntested("days"),
      },
      async (isStopped) => {
        const read: ReadHistories = new Map();
        while (!isStopped() && (await testNext(context, isStopped, { bars: "days", read })));
      },
    ),
    context.jobs.repeat(
      { everyMs: minutesTestedEveryMs, failure: "a strategy was not tested over minutes" },
      async (isStopped) => {
        while (!isStopped() && (await testNext(context, isStopped, { bars: "minutes" })));
      },
    ),
  ];
  if (context.feed.kind === "simulated" && context.feed.newcomers !== undefined) {
    jobs.push(offerSimulatedProducts(context));
  }
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** Whoever starts for a moment, as a test does, pays nothing for them. */
const offeredAfterMs = 20_000;

/** A market that brings companies by itself brings its strategies too, once it has run for a little while. */
function offerSimulatedProducts(context: Context): { stop(): Promise<void> } {
  let areThere = false;
  return context.jobs.repeat(
    { everyMs: offeredAfterMs, failure: "strategies were not offered" },
    async () => {
      if (!areThere) areThere = await publishSimulatedProducts(context);
    },
  );
}

/** Whether `lookAfterPools` has anything to do. */
export function arePoolsDue({ clock, hours }: Pick<Context, "clock" | "hours">) {
  const now = clock.now();
  const daysOf = (market: MarketKey) => tradingDaysAround(market, now, hours);
  return isAnyPoolDue(now, { jpy: daysOf("jpy"), usd: daysOf("usd"), cny: daysOf("cny") });
}

/** One pool's trouble keeps no other from its moment. */
export async function lookAfterPools(
  context: Context,
  orders: PoolOrders,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (const product of await liveProducts(context.database.reader)) {
    if (isStopped()) return;
    try {
      const live = await endWithoutHolder(context, product);
      await lookAfter(context, orders, strategies[product.strategy], live);
    } catch (error) {
      const about = { err: error, product: product.id.toString() };
      context.log.warn(about, "a pool was not looked after");
    }
  }
  // After all of them are valued: no pool's moment waits for another's payments.
  await settleDecided(context, isStopped);
}

async function lookAfter(
  context: Context,
  orders: PoolOrders,
  strategy: Strategy,
  product: StoredProduct,
): Promise<void> {
  const { clock, hours } = context;
  const now = clock.now();
  const { current, next } = valuationsAround(scheduleOf(product), now, hours);
  const cutOffMs = product.cut_off_minutes * minuteMs;
  const dueOf = (at: number) => ({ at, askedUntil: at - cutOffMs });
  const valuedFor = product.valued_for ?? product.published_at;
  if (current !== null && current > valuedFor) {
    // What the clock leapt over has no value: nobody could have traded then. The newest moment is made up for.
    const due = dueOf(current);
    await decideFor(context, orders, strategy, product, due);
    await valueProduct(context, orders, product.id, due);
  } else if (next !== null && now >= next - cutOffMs) {
    await decideFor(context, orders, strategy, product, dueOf(next));
  }
}
