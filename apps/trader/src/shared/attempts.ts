import { readStoredJson, writeStored } from "./stored.ts";

/**
 * One intention that was sent under a request id and has no definite answer yet. `key` tells the same
 * intention again: the account, the call and its form, which are not to be read from it.
 */
export type Attempt = {
  path: string;
  account: string;
  key: string;
  requestId: string;
  /** When it was first sent. */
  at: number;
  /** Where it can be asked again by itself, after a reload: a form without anything secret. */
  form?: Readonly<Record<string, string>>;
};

/**
 * Whoever sends the same form a day later means another time. The server keeps an answer much longer, so that
 * no id is sent again that it has forgotten.
 */
const keptMs = 24 * 3_600_000;
const attemptsMax = 50;

// Also without a local storage one outlives its screen: whoever closes a sheet over a broken line, and asks
// again, sends the same id.
let known: readonly Attempt[] | null = null;

/** What is sent under which id: an intention without a definite answer keeps its id, over a reload too. */
export function beginAttempt(attempt: Attempt): Attempt {
  const same = liveAttempts(attempt.at).find(({ key }) => key === attempt.key);
  if (same !== undefined) return same;
  keep([...liveAttempts(attempt.at), attempt].slice(-attemptsMax));
  return attempt;
}

/** There is a definite answer: the same form is a new intention from now on. */
export function settleAttempt({ requestId }: Attempt): void {
  keep(readAttempts().filter((one) => one.requestId !== requestId));
}

/** What was sent and has no definite answer yet. */
export function liveAttempts(now: number): readonly Attempt[] {
  return readAttempts().filter(({ at }) => now - at < keptMs);
}

/** Another tab may have sent or heard meanwhile: what is stored counts, where anything can be. */
function readAttempts(): readonly Attempt[] {
  return readStoredJson("attempts", isAttempts, known ?? []);
}

function keep(attempts: readonly Attempt[]): void {
  known = attempts;
  writeStored("attempts", attempts.length === 0 ? "" : JSON.stringify(attempts));
}

function isAttempts(value: unknown): value is readonly Attempt[] {
  return Array.isArray(value) && value.every(isAttempt);
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== "object" || value === null) return false;
  const { path, account, key, requestId, at } = value as Partial<Record<keyof Attempt, unknown>>;
  const texts = [path, account, key, requestId];
  return texts.every((text) => typeof text === "string") && typeof at === "number";
}
