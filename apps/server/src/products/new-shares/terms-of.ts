import { readTerms, type Terms } from "@sanshi/draw";
import type { StoredOffering } from "./offerings.store.ts";

/** The draw's own terms, as they were published. */
export function termsOf({ terms }: Pick<StoredOffering, "terms">): Terms {
  return readTerms(terms);
}
