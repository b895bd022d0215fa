import type { RefusalCode } from "@sanshi/contract/refusals";
import type { RefusalOf } from "@sanshi/web/asked";
import { create } from "zustand";

type Refusal = RefusalOf<RefusalCode>;

/**
 * The refusal by a rule that no form has a place for; it stays until it was read. Undefined before the first: from then
 * on its sheet is there, so that it closes as others do.
 */
export const useRefusedRule = create<{ refusal?: Refusal | null }>(() => ({}));

/** Whether a refusal names a rule with its text: a toast is gone before anybody has read where it stands. */
export function namesRule({ params }: Pick<Refusal, "params">): boolean {
  return params?.["rule"] !== undefined && params["rule_title"] !== undefined;
}
