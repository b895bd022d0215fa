import { createAttempts, type Attempt, type AttemptMemory } from "@sanshi/web/attempts";
import { readStoredJson, writeStored } from "./stored.ts";

/** Of the account, the call and its form, which are not to be read from `key`. */
type Intention = {
  key: string;
  path: string;
  account: string;
  /** Where it can be asked again by itself, after a reload: a form without anything secret. */
  form?: Readonly<Record<string, string>>;
};
type Kept = readonly Attempt<Intention>[];

// Also without a local storage an attempt outlives its screen: whoever closes a sheet over a broken line, and asks
// again, sends the same id.
let known: Kept | null = null;

/** Over a reload. Another tab may have sent or heard meanwhile: what is stored counts, where anything can be. */
const storedMemory: AttemptMemory<Intention> = {
  read: () => readStoredJson("attempts", isKept, known ?? []),
  write(attempts) {
    known = attempts;
    writeStored("attempts", attempts.length === 0 ? "" : JSON.stringify(attempts));
  },
};

export const { sendOnce, unanswered } = createAttempts({ memory: storedMemory });

function isKept(value: unknown): value is Kept {
  return Array.isArray(value) && value.every(isAttempt);
}

function isAttempt(value: unknown): value is Attempt<Intention> {
  if (typeof value !== "object" || value === null) return false;
  const { path, account, key, requestId, at } = value as Partial<Record<string, unknown>>;
  const texts = [path, account, key, requestId];
  return texts.every((text) => typeof text === "string") && typeof at === "number";
}
