import type { RefusalOf } from "./asked.ts";

/** What is wrong with a form: a sentence per field; `form` is for what belongs to no field. */
export type RefusedFields<Name extends string> = Partial<Record<Name | "form", string>>;

/**
 * Places a refusal, written as `text`, beside the field that it is about: by its code, else at those of
 * `ownFields` that the server found malformed, else above the button.
 */
export function placeText<Name extends string, Code extends string>(
  refusal: RefusalOf<Code>,
  text: string,
  fieldByCode: Partial<Record<Code | "overloaded", Name>>,
  ownFields: readonly Name[] = [],
): RefusedFields<Name> {
  const byCode: Partial<Record<string, Name>> = fieldByCode;
  const named = byCode[refusal.code];
  const malformed = ownFields.filter((name) => refusal.fields.includes(name));
  const places: readonly (Name | "form")[] =
    named !== undefined ? [named] : malformed.length > 0 ? malformed : ["form"];
  const refused: RefusedFields<Name> = {};
  for (const place of places) refused[place] = text;
  return refused;
}

/** Puts the cursor into the first field that is refused, once the refusals stand there. */
export function focusFirstRefused(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
