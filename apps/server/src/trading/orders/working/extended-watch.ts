import type { Context } from "../../../context.ts";
import { offersExtendedHours } from "../../../market/market/market.ts";
import { extendedPhaseAt } from "@sanshi/rulebook";
import { pricesOf, type Leaps } from "./leaps.ts";
import type { WatchedOrder } from "./watched.ts";
import type { WorkingOrders } from "./working-orders.ts";

/** Watches the quotes of extended hours for the orders that trade in them, and for nothing else. */
export type ExtendedWatch = {
  /** Watches the position's orders for extended hours as they are now; of one without it is forgotten. */
  set(order: WatchedOrder): void;
  /** Hands over what the quotes reach that a moved clock has leapt over since the last look. */
  leap(): void;
  /** The same, and whatever the quotes of this moment reach. */
  look(): Promise<void>;
};

/** More than this between two looks is a leap: until then no second quote has come. */
const leapMs = 10_000;

/**
 * It stands beside the watch over the board's quotes: no stop, exit or auction hears of what it sees. An order stays in
 * both.
 */
export function createExtendedWatch(
  context: Pick<Context, "clock" | "hours" | "feed" | "quotes" | "database">,
  waiting: WorkingOrders,
  leaps: Pick<Leaps, "landExtended" | "wakeExtended" | "rested" | "behind">,
  begin: (order: WatchedOrder) => void,
): ExtendedWatch {
  const { clock, feed, hours, quotes } = context;
  const stocks = new Map<string, Set<bigint>>();
  let lookedAt = clock.now();

  function leap(): void {
    // What is delivered by this is leapt over first.
    feed.snapshot();
    const from = lookedAt;
    lookedAt = clock.now();
    // Of a record many prices may pass between two looks.
    if (lookedAt - from <= (feed.hours === undefined ? leapMs : 0)) return;
    for (const code of [...stocks.keys()]) leaps.landExtended(quotes.present("usd", code), from);
  }

  function reachLive(now: number): void {
    for (const code of [...stocks.keys()]) {
      const quote = feed.extended?.("usd", quotes.present("usd", code)) ?? null;
      if (quote === null) continue;
      const prices = { ...pricesOf(quote), last: null };
      for (const order of waiting.takeReached("usd", code, prices)) {
        // Everything else up to now was met by the leap.
        const passed = leaps.behind(order) ?? { after: quote.sequence, until: now };
        begin({ ...order, atExtended: true, passed });
      }
    }
  }

  return {
    set(order) {
      const { extended = [], trails: _trails, ...rest } = order;
      const ids = stocks.get(order.code);
      if (extended.length === 0 && ids?.has(order.positionId) !== true) return;
      waiting.set({ ...rest, extended, watches: extended });
      if (waiting.find(order.positionId) !== null) {
        stocks.set(order.code, (ids ?? new Set()).add(order.positionId));
      } else if (ids?.delete(order.positionId) === true && ids.size === 0) {
        stocks.delete(order.code);
      }
    },
    leap,
    async look() {
      const now = clock.now();
      if (stocks.size === 0) {
        // Nothing waits that could be leapt over, and the feed need not be asked.
        lookedAt = now;
        return;
      }
      leap();
      leaps.wakeExtended();
      // Once an operator has switched them off, what waits is for the regular hours alone.
      const isOn = extendedPhaseAt(now, hours) !== null && (await offersExtendedHours(context));
      if (isOn) reachLive(now);
      for (const order of leaps.rested()) {
        const passed = leaps.behind(order);
        // What a quote has reached since meets what passed before it too.
        const rests = waiting.find(order.positionId)?.revision === order.revision;
        if (passed === null || !rests) continue;
        waiting.set({ ...order, watches: [] });
        begin({ ...order, passed, auctionsAfter: order.since ?? passed.until });
      }
    },
  };
}
