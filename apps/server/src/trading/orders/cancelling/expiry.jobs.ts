import type { Context } from "../../../context.ts";
import { isAnyExpired, loadExpired } from "../storing/positions.store.ts";

const lookEveryMs = 1_000;
const takenAtOnce = 200;

/**
 * Cancels what has expired. The moment is written on the order, so it is the same whether the day
 * passes, the clock is moved forward, or the server was down; every process looks, and the position's
 * revision lets one of them do it.
 */
export function startExpiry(
  { database, jobs }: Pick<Context, "database" | "jobs">,
  expire: (expired: { id: bigint; customer_id: bigint }) => Promise<void>,
): { stop(): Promise<void> } {
  const failure = "expired orders were not cancelled, they will be";
  const isDue = isAnyExpired;
  return jobs.repeat({ everyMs: lookEveryMs, failure, isDue }, async (isStopped) => {
    for (;;) {
      const expired = await loadExpired(database.reader, takenAtOnce);
      await Promise.all(expired.map(expire));
      // Fewer: the next look finds what was shed, or has expired meanwhile.
      if (isStopped() || expired.length < takenAtOnce) return;
    }
  });
}
