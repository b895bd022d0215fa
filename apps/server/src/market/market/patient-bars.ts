import { setImmediate as pause } from "node:timers/promises";
import type { Bar, MarketFeed } from "../../market-feed/market-feed.ts";

/** About a day of minutes: a few milliseconds of work. */
const barsAtOnce = 1_500;

/**
 * The feed's bars, asked for piece by piece: whoever wants weeks of minutes must not keep everybody
 * else's orders waiting.
 */
export function patientBars(feed: Pick<MarketFeed, "bars">): MarketFeed["bars"] {
  return async (query) => {
    const pieces: (readonly Bar[])[] = [];
    let { before, limit } = query;
    for (;;) {
      const wanted = Math.min(limit, barsAtOnce);
      const piece = await feed.bars({ ...query, before, limit: wanted });
      pieces.unshift(piece);
      limit -= piece.length;
      const first = piece[0];
      if (first === undefined || piece.length < wanted || limit <= 0) return pieces.flat();
      before = first.from;
      await pause();
    }
  };
}
