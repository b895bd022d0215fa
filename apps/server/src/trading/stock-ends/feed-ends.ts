import type { Context } from "../../context.ts";
import { announceEnd } from "./stock-ends.ts";

const announcedPerLook = 200;

/** Announces what the feed itself knows by now of stocks that end, each once. */
export async function announceEndsOfFeed(context: Context): Promise<void> {
  const { database, feed, instruments, clock } = context;
  const known = new Set(instruments.ends().map(({ market, code }) => `${market}:${code}`));
  const fresh = (feed.ends?.() ?? []).filter(({ market, code }) => !known.has(`${market}:${code}`));
  if (fresh.length === 0) return;
  await database.transaction(async (transaction) => {
    for (const end of fresh.slice(0, announcedPerLook)) {
      const { cashPrice = null, target = null } = end;
      const terms = { cashPrice, target, documentAddress: null, proposalId: null, writtenBy: null };
      await announceEnd(context, transaction, { ...end, ...terms, at: clock.now() });
    }
  });
  await instruments.read();
}
