import { errorCode } from "../../../platform/sql/database.ts";

const attemptsMax = 5;
const pauseMs = 50;
/** Deadlock, serialisation, a lock that did not come: nothing was written, so the batch goes again. */
const again = new Set(["40P01", "40001", "55P03"]);

/** Runs a statement that can safely be sent again. */
export async function withAttempts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attemptsMax || !again.has(errorCode(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
    }
  }
}

/** A balance below its floor, or a request id that was used before: somebody in the batch is at fault. */
export function isOneOrdersFault(error: unknown): boolean {
  return errorCode(error) === "23514" || isKnownRequest(error);
}

export function isKnownRequest(error: unknown): boolean {
  return errorCode(error) === "23505";
}
