/** For how long a counterexample is made smaller once it is found; milliseconds. */
const shrinkMsMax = 15_000;
/** How long a step is waited for: of a history that nothing is known of, and of one that is tried after a failure. */
const patienceMs = { finding: 20_000, shrinking: 2_500 };

/**
 * A property whose every attempt costs seconds must still say what has failed: fast-check goes on to smaller
 * counterexamples for as long as it finds some, which the runner's time limit would cut off before
 * anything is printed. From a quarter of a minute after the first failure on every further attempt counts as passed, so
 * that the smallest one so far is told at once. A run without a failure is not shortened.
 */
export function boundedShrinking(now: () => number = () => performance.now()): {
  attempt<Values extends readonly unknown[]>(
    predicate: (...values: Values) => Promise<void>,
  ): (...values: Values) => Promise<void>;
  /** For `expect.poll`: a smaller history that fails is waited for less than the first one. */
  pollMs(): number;
} {
  let failedAt: number | null = null;
  return {
    attempt:
      (predicate) =>
      async (...values) => {
        if (failedAt !== null && now() - failedAt > shrinkMsMax) return;
        try {
          await predicate(...values);
        } catch (error) {
          failedAt ??= now();
          throw error;
        }
      },
    pollMs: () => (failedAt === null ? patienceMs.finding : patienceMs.shrinking),
  };
}
