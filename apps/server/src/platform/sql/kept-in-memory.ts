import type { Logger } from "../log.ts";
import type { Listener } from "./listener.ts";

/** No notification comes twice: without another read, what it told of would be missing until the next one. */
const readAgainMs = 250;
/** While reads go on failing, each waits twice as long as the one before, up to this. */
const readAgainMsMax = 4_000;

type Shared = { listener: Pick<Listener, "connected">; log: Pick<Logger, "warn"> };

/**
 * Keeps what stands in the database in memory: read before this resolves, again with each notification
 * of the channel, and again after notifications were cut off. Of two reads the one that began later is taken; one that
 * fails later is logged under `name`, what was read before stays, and it is read again soon.
 *
 * @returns reads once more, for whoever has a reason of its own.
 */
export async function keepInMemory<Stored>(
  shared: { listener: Listener; log: Logger },
  kept: {
    name: string;
    channel: string;
    load(): Promise<Stored>;
    take(stored: Stored): void;
  },
): Promise<() => void> {
  let [begun, taken] = [0, 0];

  async function read(): Promise<void> {
    begun += 1;
    const own = begun;
    const stored = await kept.load();
    // One that is overtaken before it ends is still newer than what was taken: under steady changes each would be.
    if (own < taken) return;
    taken = own;
    kept.take(stored);
  }
  return readWithChanges(shared, kept, read);
}

/**
 * For a read that keeps what it has read by itself, and lets no earlier one overtake it: called before this resolves,
 * again with each notification of the channel, and again after notifications were cut off. One that fails later is
 * logged under `name`, and called again soon.
 *
 * @returns reads once more, for whoever has a reason of its own.
 */
export async function readWithChanges(
  shared: { listener: Listener; log: Logger },
  { name, channel }: { name: string; channel: string },
  read: () => Promise<void>,
): Promise<() => void> {
  const readAgain = untilItIsRead(shared, name, read);
  shared.listener.on(channel, readAgain);
  shared.listener.onReconnected(readAgain);
  await read();
  return readAgain;
}

/**
 * @returns reads what is called `name`, and again by itself where that failed: one attempt waits at a time, however
 * many reads have failed. While the notifications are cut off none does: the caller reads once they are there again.
 */
export function untilItIsRead(
  { listener, log }: Shared,
  name: string,
  read: () => Promise<void>,
): () => void {
  let waitMs = readAgainMs;
  let isWaiting = false;

  function later(): void {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (listener.connected()) attempt();
    }, waitMs).unref();
    waitMs = Math.min(2 * waitMs, readAgainMsMax);
  }
  function attempt(): void {
    read().then(
      () => (waitMs = readAgainMs),
      (error: unknown) => {
        log.warn({ err: error }, `${name} were not read`);
        later();
      },
    );
  }
  return attempt;
}
