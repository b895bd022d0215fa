import type { Logger } from "../log.ts";
import type { Listener } from "./listener.ts";

/** No notification comes twice: without another read, what it told of would be missing until the next one. */
const readAgainMs = 250;

/**
 * Keeps what stands in the database in memory: read before this resolves, again with each notification
 * of the channel, and again after notifications were cut off. A read that a later one has overtaken is
 * not taken; one that fails later is logged under `name`, what was read before stays, and it is read again soon.
 *
 * @returns reads once more, for whoever has a reason of its own.
 */
export async function keepInMemory<Stored>(
  { listener, log }: { listener: Listener; log: Logger },
  kept: {
    name: string;
    channel: string;
    load(): Promise<Stored>;
    take(stored: Stored): void;
  },
): Promise<() => void> {
  let reads = 0;

  async function read(): Promise<void> {
    reads += 1;
    const own = reads;
    const stored = await kept.load();
    // A later read knows more.
    if (own === reads) kept.take(stored);
  }
  const readAgain = () =>
    void read().catch((error: unknown) => {
      log.warn({ err: error }, `${kept.name} were not read`);
      setTimeout(() => {
        // While the notifications are cut off it is read once they are there again.
        if (listener.connected()) readAgain();
      }, readAgainMs).unref();
    });

  listener.on(kept.channel, readAgain);
  listener.onReconnected(readAgain);
  await read();
  return readAgain;
}
