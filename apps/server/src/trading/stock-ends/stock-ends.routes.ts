import type { Context } from "../../context.ts";
import { announceEndsOfFeed } from "./feed-ends.ts";
import { settleEnds } from "./settling.ts";
import { isEndDue } from "./stock-ends.store.ts";
import {
  notifyConcerned,
  proposeStockEnd,
  proposeWithdrawal,
  stockEndsListed,
} from "./stock-ends.ts";

/** How late an end may be noticed. */
const lookEveryMs = 1_000;

export function stockEndsFeature(context: Context): { stop(): Promise<void> } {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/stock-ends", ({ input, audit }) => {
    audit.about("stock-ends");
    return stockEndsListed(context, input);
  });
  operatorHttp.handle("/api/ops/stock-ends/propose", async ({ input, operator, audit }) => {
    audit.about(`${input.type}:${input.code}`);
    const proposed = await proposeStockEnd(context, operator, audit, input);
    // Under single approval it stands already: whoever looks next finds it.
    if (proposed.ok && proposed.value.state === "approved") await context.instruments.read();
    return proposed;
  });
  operatorHttp.handle("/api/ops/stock-ends/:id/withdraw", async ({ input, operator, audit }) => {
    audit.about(`end:${input.id}`);
    const proposed = await proposeWithdrawal(context, operator, audit, input);
    if (proposed.ok && proposed.value.state === "approved") await context.instruments.read();
    return proposed;
  });
  const announcing = context.jobs.repeat(
    { everyMs: lookEveryMs, failure: "ends of stocks were not announced" },
    () => announceEndsOfFeed(context),
  );
  const failure = "stocks that end were not looked after";
  const isDue = () => isEndDue(context.feed.name, context.clock.now());
  const settling = context.jobs.repeat(
    { everyMs: lookEveryMs, failure, isDue },
    async (isStopped) => {
      while (!isStopped() && (await notifyConcerned(context)));
      await settleEnds(context, isStopped);
    },
  );
  return {
    async stop() {
      await announcing.stop();
      await settling.stop();
    },
  };
}
