import type { RefusalCode } from "@sanshi/contract/refusals";

/** One attempt that was sent: its form, its id, and whether its answer is known. */
export type Attempt = { form: string; requestId: string; answered: boolean };

/**
 * The request id for what is about to be sent. The same form whose answer never arrived keeps its
 * id, so that it cannot happen twice; a changed form or one that was answered is a new intention,
 * because the server keeps a refusal under its id too.
 */
export function nextAttempt(before: Attempt | null, form: string, newId: () => string): Attempt {
  const unknown = before !== null && !before.answered && before.form === form;
  return unknown ? before : { form, requestId: newId(), answered: false };
}

/** Whether the answer leaves open what happened: then only the same request id may be sent again. */
export function isOutcomeUnknown(refusal: { code: RefusalCode; httpStatus: number }): boolean {
  return refusal.code === "network_error" || refusal.httpStatus >= 500;
}

/** The attempt once an answer came: one that leaves open what happened is none. */
export function afterAnswer(
  attempt: Attempt,
  asked: { ok: true } | { ok: false; refusal: { code: RefusalCode; httpStatus: number } },
): Attempt {
  return asked.ok || !isOutcomeUnknown(asked.refusal) ? { ...attempt, answered: true } : attempt;
}
