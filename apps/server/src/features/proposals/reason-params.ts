import type { Reason } from "@sanshi/contract";
import { reasonTexts as cn } from "@sanshi/contract/reason-texts/cn";
import { reasonTexts as jp } from "@sanshi/contract/reason-texts/jp";
import { reasonTexts as us } from "@sanshi/contract/reason-texts/us";

/**
 * An operator's reason as the gaps of a message or an activity: its code, and what it says in each
 * language on the day on which it is given.
 */
export function reasonParams(reason: Reason | null): Record<string, string> {
  if (reason === null) return {};
  const said = (text: string) => (reason.words === "" ? text : `${text} ${reason.words}`.trim());
  return {
    why: reason.code,
    why_jp: said(jp[reason.code]),
    why_cn: said(cn[reason.code]),
    why_us: said(us[reason.code]),
  };
}
