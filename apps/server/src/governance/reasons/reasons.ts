import { framedWords, type Reason, type ReasonSentences } from "@sanshi/contract";
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

/** What an operator's reason says in each language: the code's sentence, or own words between what frames them. */
export function reasonSentences({ code, words, texts }: Reason): ReasonSentences {
  if (code !== "other") return { jp: jp[code], cn: cn[code], us: us[code] };
  return framedWords(texts ?? { jp: words, cn: words, us: words });
}
