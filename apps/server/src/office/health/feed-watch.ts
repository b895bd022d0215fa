import { marketKeys, type MarketKey } from "@sanshi/money";
import { marketStatus } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";

/** A feed that has told nothing of an open market for so long delivers no more. */
const feedSilenceMsMax = 30_000;

type FeedState = { market: MarketKey; open: boolean; deliveredMsAgo: number | null };

export type FeedWatch = { states(): FeedState[]; delivers(): boolean; stop(): void };

/** Remembers when the feed delivered last, in real time: the simulated clock may jump. */
export function watchFeed({
  quotes,
  clock,
  hours,
}: Pick<Context, "quotes" | "clock" | "hours">): FeedWatch {
  const since = performance.now();
  const deliveredAt = new Map<MarketKey, number>();
  const stop = quotes.subscribe((delivered) => {
    const now = performance.now();
    for (const { market } of delivered) deliveredAt.set(market, now);
  });
  const states = () =>
    marketKeys.map((market): FeedState => {
      const at = deliveredAt.get(market);
      return {
        market,
        open: marketStatus(market, clock.now(), hours).isOpen,
        deliveredMsAgo: at === undefined ? null : Math.round(performance.now() - at),
      };
    });
  return {
    states,
    delivers: () =>
      states().every(
        ({ open, deliveredMsAgo }) =>
          !open || (deliveredMsAgo ?? performance.now() - since) <= feedSilenceMsMax,
      ),
    stop,
  };
}
