import { instantOf } from "@sanshi/rulebook";
import { price, shares } from "@sanshi/money";
import { expect, it } from "vitest";
import { createScriptedFeed, scaled } from "../../../../../../tests/support/scripted-feed.ts";
import { extendedFeedName, type MarketFeed, type Quote } from "../../../market-feed/market-feed.ts";
import { createLeaps } from "./leaps.ts";
import type { WatchedOrder } from "./watched.ts";
import { createWorkingOrders } from "./working-orders.ts";

const evening = (time: string) => instantOf("usd", "2026-11-24", time);

/** A feed that knows one regular close and an evening's quotes: a record. */
function watched() {
  let now = evening("16:00");
  const clock = { now: () => now };
  const scripted = createScriptedFeed(clock);
  const close = { ...scripted.quote("usd", "AAPL", "100"), at: now, sequence: BigInt(now) };
  const quotes: Quote[] = [];
  const feed: MarketFeed = {
    ...scripted,
    *passed({ after, until, extended }) {
      for (const quote of quotes) {
        const isAsked = quote.sequence > after && quote.at <= until && extended !== undefined;
        if (isAsked && quote.ask <= (extended().atOrBelow ?? price(0n))) yield quote;
      }
    },
  };
  const books = { waiting: createWorkingOrders(), extended: createWorkingOrders() };
  const begun: WatchedOrder[] = [];
  const context = { feed, clock, hours: "exchange" as const, quotes: { get: () => close } };
  const leaps = createLeaps(
    context as unknown as Parameters<typeof createLeaps>[0],
    books,
    (order) => begun.push(order),
  );
  return {
    leaps,
    begun,
    /** The close of the regular hours, the evening's price at a time, and a look at a time. */
    comes(time: string, ask: string): Quote {
      const at = evening(time);
      const level = { price: scaled(ask), quantity: shares(100n) };
      const feedName = extendedFeedName(close.feed);
      const quote = { ...close, feed: feedName, at, sequence: BigInt(at), ask: scaled(ask) };
      quotes.push({ ...quote, asks: [level] });
      return quote;
    },
    look(time: string, since: string) {
      now = evening(time);
      leaps.landExtended("AAPL", evening(since));
    },
    set(more: Partial<WatchedOrder>, notBefore: number | null = null) {
      const watch = { side: "ask_at_or_below" as const, level: scaled("95"), notBefore };
      const order: WatchedOrder = {
        ...{ positionId: 1n, customerId: 1n, market: "usd", code: "AAPL", revision: 1 },
        ...{ watches: [watch], extended: [watch], since: evening("16:00"), after: null },
        ...more,
      };
      books.waiting.set(order);
      books.extended.set(order);
      return order;
    },
  };
}

const markOf = ({ feed, sequence, at }: Quote) => ({ feed, sequence, at });

it("hands what passed while a fill was being written to whatever is left of its order", () => {
  const { leaps, comes, look, set } = watched();
  const other = { positionId: 2n };
  set(other);
  const filledAt = comes("17:00", "94");
  look("17:00", "16:00");
  // The next one comes, and is looked at, before the fill at the first is written.
  comes("17:10", "93");
  set(other);
  look("17:10", "17:00");
  expect(leaps.behind({ market: "usd", code: "AAPL", after: markOf(filledAt) })).toEqual({
    after: filledAt.sequence,
    until: evening("17:10"),
  });
});

it("hands what passed while an order rested to it, and nothing that it has met", () => {
  const { leaps, begun, comes, look, set } = watched();
  const met = comes("17:00", "94");
  set({ positionId: 2n });
  look("17:00", "16:00");
  begun.length = 0;
  const seen = { ...markOf(met), at: evening("17:00") };
  const rested = set({ seen }, evening("17:20"));
  set({ positionId: 2n, revision: 2 });
  comes("17:10", "93");
  look("17:10", "17:00");
  expect(begun.some(({ positionId }) => positionId === rested.positionId)).toBe(false);
  set({ positionId: 2n, revision: 3 });
  look("17:30", "17:10");
  const [woken] = leaps.rested();
  expect(woken?.positionId).toBe(rested.positionId);
  expect(leaps.behind(rested)).toEqual({
    after: met.sequence,
    until: evening("17:30"),
    metUntil: evening("17:00"),
  });
  expect(leaps.rested()).toEqual([]);
});
