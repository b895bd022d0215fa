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
