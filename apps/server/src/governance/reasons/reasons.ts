import type { Reason, ReasonSentences } from "@sanshi/contract";
import { reasonTexts as cn } from "@sanshi/contract/reason-texts/cn";
import { reasonTexts as jp } from "@sanshi/contract/reason-texts/jp";
import { reasonTexts as us } from "@sanshi/contract/reason-texts/us";

/**
 * An operator's reason as the gaps of a message or an activity: its code, and what it says in each
 * language on the day on which it is given.
 */
export function reasonParams(reason: Reason | null): Record<string, string> {
  if (reason === null) return {};
  const said = reasonSentences(reason);
  return { why: reason.code, why_jp: said.jp, why_cn: said.cn, why_us: said.us };
}

/** What an operator's reason says in each language; own words are marked as theirs. */
export function reasonSentences({ code, words, texts }: Reason): ReasonSentences {
  const said = (text: string, own: string) => (own === "" ? text : `${text} ${own}`.trim());
  return {
    jp: said(jp[code], texts?.jp ?? words),
    cn: said(cn[code], texts?.cn ?? words),
    us: said(us[code], texts?.us ?? words),
  };
}
