import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, vi } from "vitest";
import { answerMs } from "../../apps/server/src/people/login-resets/login-resets.ts";

/** Node's own timers, which the product has imported by name long before: the names are bound anew. */
const timers = process.getBuiltinModule("node:timers/promises");
const { setTimeout } = timers;

/**
 * Has the product pause for `pauseMs(ms)` wherever it means to pause for `ms` milliseconds.
 *
 * @returns what gives the timers back.
 */
export function replacePauses(pauseMs: (ms: number | undefined) => number | undefined): () => void {
  const replaced = vi
    .spyOn(timers, "setTimeout")
    .mockImplementation((ms, ...rest) => setTimeout(pauseMs(ms), ...rest));
  syncBuiltinESMExports();
  return () => {
    replaced.mockRestore();
    syncBuiltinESMExports();
  };
}

/** For a file whose calls ask for a new password or write of its case: asking-time.test.ts looks at what the pause hides. */
export function leaveOutAnswerPauses(): void {
  let restore: () => void;
  beforeAll(() => {
    restore = replacePauses((ms) => (ms === answerMs ? 0 : ms));
  });
  afterAll(() => restore());
}
