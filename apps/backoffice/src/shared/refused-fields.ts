import type { AnyRefusalCode } from "@sanshi/contract/operator-refusals";
import { placeText, type RefusedFields } from "@sanshi/web/refused-fields";
import type { Refusal } from "./api.ts";
import { refusalText } from "./text.ts";

/** Places a refusal beside the field that it is about, or above the button. */
export function placeRefusal<Name extends string>(
  refusal: Refusal,
  fieldByCode: Partial<Record<AnyRefusalCode, Name>>,
  ownFields: readonly Name[] = [],
): RefusedFields<Name> {
  return placeText(refusal, refusalText(refusal), fieldByCode, ownFields);
}
