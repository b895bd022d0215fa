/** An intention that was sent under its id, and whether its answer is known. */
export type Attempt = { form: string; requestId: string; answered: boolean };

/**
 * The id for what is about to be sent. The same form whose answer never arrived keeps its id, so
 * that it cannot happen twice; anything else is a new intention, because the server keeps a refusal
 * under its id too.
 */
export function nextAttempt(before: Attempt | null, form: string, newId: () => string): Attempt {
  if (before !== null && !before.answered && before.form === form) return before;
  return { form, requestId: newId(), answered: false };
}
