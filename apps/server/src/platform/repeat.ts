import type { Logger } from "./log.ts";

/**
 * Does something every `everyMs` milliseconds, until it is stopped. Never twice at once: what takes longer
 * is left to end. What fails is a warning in the log, for the next time is another attempt. `stop` waits for
 * what is under way; work in many steps asks between them whether it `isStopped`.
 */
export function repeat(
  { everyMs, log, failure }: { everyMs: number; log: Pick<Logger, "warn">; failure: string },
  work: (isStopped: () => boolean) => Promise<unknown>,
): { stop(): Promise<void> } {
  let stopped = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    try {
      await work(() => stopped);
    } catch (error) {
      log.warn({ err: error }, failure);
    }
    running = null;
  }

  const timer = setInterval(() => (running ??= run()), everyMs);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
