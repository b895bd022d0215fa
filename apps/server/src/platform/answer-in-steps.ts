import { answerOnce, type ClientRequest } from "./answer-once.ts";
import type { Outcome } from "./outcome.ts";
import type { Database, Transaction } from "./sql/database.ts";

/** What `decide` answers where nothing speaks against the request yet, and the slow part is still missing. */
export const needsMore = Symbol("needs more");

/** Ends the first transaction without a trace. */
class NeedsMore extends Error {}

/**
 * As `answerOnce`, for a request of which a part is slow: a password to be hashed, a photo to be
 * decoded. `decide` is asked without it first; only where it then needs more does `prepare` work,
 * outside of any transaction, and hand what it made to `finish`, which decides again with it. So all
 * that is decided is decided in one place, and nothing slow holds a connection or a lock.
 */
export async function answerInSteps<Value, Prepared>(
  database: Database,
  request: ClientRequest,
  steps: {
    decide(
      transaction: Transaction,
      prepared: Outcome<Prepared> | null,
    ): Promise<Outcome<Value> | typeof needsMore>;
    prepare(
      finish: (prepared: Outcome<Prepared>) => Promise<Outcome<Value>>,
    ): Promise<Outcome<Value>>;
  },
): Promise<Outcome<Value>> {
  const attempt = (prepared: Outcome<Prepared> | null) =>
    database.transaction((transaction) =>
      answerOnce<Value>(transaction, request, async () => {
        const decided = await steps.decide(transaction, prepared);
        if (decided === needsMore) throw new NeedsMore("the slow part is still missing");
        return decided;
      }),
    );
  try {
    return await attempt(null);
  } catch (error) {
    if (!(error instanceof NeedsMore)) throw error;
  }
  return steps.prepare(attempt);
}
