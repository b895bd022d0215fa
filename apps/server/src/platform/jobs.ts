import type { Logger } from "./log.ts";

/** `stop` waits for what is under way. */
export type Job = { stop(): Promise<void> };

/** Everything that the server does by itself, again and again. */
export type Jobs = {
  /** False where a test says when each has its turn. */
  readonly byThemselves: boolean;
  /**
   * Does something every `everyMs` milliseconds, until it is stopped. Never twice at once: what takes longer
   * is left to end, and is followed by a rest of `restMs()` where that is longer. What fails is a warning in the
   * log, for the next time is another attempt. Work in many steps asks between them whether it `isStopped`.
   */
  repeat(
    job: { everyMs: number; failure: string; restMs?: () => number },
    work: (isStopped: () => boolean) => unknown,
  ): Job;
  /**
   * Gives a turn to each job that looks every few seconds, whenever its next one would have been, in the
   * order in which they were begun. What is rarer (what is deleted by the hour, say) has its time alone.
   */
  giveTurns(): Promise<void>;
  /** Has `settled` wait for work that a quote begins, and not the time. */
  waitFor(done: () => Promise<void>): void;
  /** Once nothing is under way of what `waitFor` was given. */
  settled(): Promise<void>;
};

/** Rarer jobs are none that somebody waits for. */
const awaitedEveryMsMax = 5_000;

/** @param byThemselves false in tests, which say by `giveTurns` when the jobs do something. */
export function createJobs(
  log: Pick<Logger, "warn">,
  { byThemselves }: { byThemselves: boolean },
): Jobs {
  const turns = new Set<() => Promise<void>>();
  const begunByQuotes: (() => Promise<void>)[] = [];
  let giving: Promise<void> = Promise.resolve();

  async function giveEach(): Promise<void> {
    for (const turn of turns) await turn();
  }

  return {
    byThemselves,
    repeat({ everyMs, failure, restMs = () => 0 }, work) {
      let stopped = false;
      let running: Promise<void> | null = null;
      let restUntil = 0;

      async function run(): Promise<void> {
        try {
          await work(() => stopped);
        } catch (error) {
          log.warn({ err: error }, failure);
        }
        running = null;
        restUntil = performance.now() + restMs();
      }

      const turn = () => (running ??= Promise.resolve().then(run));
      const turnInTime = () => {
        if (performance.now() >= restUntil) void turn();
      };
      if (everyMs <= awaitedEveryMsMax) turns.add(turn);
      const timer = byThemselves ? setInterval(turnInTime, everyMs).unref() : undefined;
      return {
        async stop() {
          stopped = true;
          clearInterval(timer);
          turns.delete(turn);
          await running;
        },
      };
    },
    // One caller after the other: what the second waits for may have come after the first one's turn.
    giveTurns: () => (giving = giving.then(giveEach)),
    waitFor: (done) => void begunByQuotes.push(done),
    async settled() {
      for (const done of begunByQuotes) await done();
    },
  };
}
