import { tradingDayBegins } from "@sanshi/rulebook";
import type { Quote } from "../../market-feed/market-feed.ts";
import type { Context } from "../../context.ts";
import { createWaitingAlerts, type WaitingAlert } from "./waiting-alerts.ts";

export type ReachedAlert = { alert: WaitingAlert; quote: Quote };

/** Watches the quotes for the alerts that wait, and hands over those that are reached. */
export type AlertWatch = {
  add(alert: WaitingAlert): void;
  remove(id: bigint): void;
  start(): void;
  /** Lets what is under way end. */
  stop(): Promise<void>;
};

/** So many are told in one transaction: a falling market reaches thousands at once. */
const batchMax = 100;
/** The database is away: what was reached stays reached and is told later. */
const againAfterMs = 1_000;

/**
 * `tell` must be safe to call again with the same alerts. `otherScale` gets those whose level and quote
 * have a split between them: it brings them back when both are of one scale.
 */
export function createAlertWatch(
  context: Pick<Context, "quotes" | "log" | "feed" | "hours">,
  tell: (reached: readonly ReachedAlert[]) => Promise<void>,
  otherScale: (alert: WaitingAlert) => void,
): AlertWatch {
  const waiting = createWaitingAlerts();
  const reached: ReachedAlert[] = [];
  let unsubscribe: (() => void) | null = null;
  let stopped = false;
  let telling: Promise<void> | null = null;

  function look(quote: Quote): void {
    if (stopped) return;
    for (const alert of waiting.takeReached(quote.market, quote.code, quote)) {
      if (isOfScale(alert, quote)) reached.push({ alert, quote });
      else otherScale(alert);
    }
    if (reached.length > 0) telling ??= notifyOfAll().finally(() => (telling = null));
  }

  function isOfScale({ market, code, kind, scaleOf }: WaitingAlert, { at }: Quote): boolean {
    if (kind === "percent_up" || kind === "percent_down") return true;
    const [from, to] = scaleOf < at ? [scaleOf, at] : [at, scaleOf];
    return !context.feed.corporateActions(market, code).some((action) => {
      if (action.kind !== "split") return false;
      const begins = tradingDayBegins(market, action.exDate, context.hours);
      return begins > from && begins <= to;
    });
  }

  async function notifyOfAll(): Promise<void> {
    while (reached.length > 0 && !stopped) {
      const batch = reached.splice(0, batchMax);
      try {
        await tell(batch);
      } catch (error) {
        context.log.warn({ err: error }, "price alerts were not told, they will be");
        reached.unshift(...batch);
        await new Promise((resolve) => setTimeout(resolve, againAfterMs));
      }
    }
  }

  return {
    add(alert) {
      waiting.add(alert);
      // The market may have come to the level while the alert was being written.
      const quote = context.quotes.get(alert.market, alert.code);
      if (quote !== null) look(quote);
    },
    remove: (id) => waiting.remove(id),
    start() {
      unsubscribe = context.quotes.subscribe((quotes) => {
        for (const quote of quotes) look(quote);
      });
    },
    async stop() {
      stopped = true;
      unsubscribe?.();
      await telling;
    },
  };
}
