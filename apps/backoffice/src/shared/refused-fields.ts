import type { AnyRefusalCode } from "@sanshi/contract/operator-refusals";
import type { Refusal } from "./api.ts";
import { refusalText } from "./text.ts";

/** What is wrong with a form: a sentence per field; `form` is for what belongs to no field. */
export type RefusedFields<Name extends string> = Partial<Record<Name | "form", string>>;

/** Places a refusal beside the field that it is about, or above the button. */
export function placeRefusal<Name extends string>(
  refusal: Refusal,
  fieldByCode: Partial<Record<AnyRefusalCode, Name>>,
  ownFields: readonly Name[] = [],
): RefusedFields<Name> {
  const text = refusalText(refusal);
  const named = fieldByCode[refusal.code];
  if (named !== undefined) return { [named]: text } as RefusedFields<Name>;
  const malformed = ownFields.filter((name) => refusal.fields.includes(name));
  if (malformed.length === 0) return { form: text } as RefusedFields<Name>;
  return Object.fromEntries(malformed.map((name) => [name, text])) as RefusedFields<Name>;
}
