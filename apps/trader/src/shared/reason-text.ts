import { useEffect, useState } from "react";
import { framedWords } from "@sanshi/contract/own-words";
import { language } from "@sanshi/web/language";

type Rejection = { code: string; words: string };

// Read by few, so not among the texts that everybody loads.
const loaders = {
  jp: () => import("@sanshi/contract/reason-texts/jp"),
  cn: () => import("@sanshi/contract/reason-texts/cn"),
  us: () => import("@sanshi/contract/reason-texts/us"),
} as const;

/** Why something was rejected, in the reader's language; what an earlier release kept of own words is framed. */
export function useReason(rejection: Rejection | null): string {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const isAsked = rejection !== null && rejection.words === "";
  useEffect(() => {
    if (!isAsked) return;
    void loaders[language()]().then(({ reasonTexts }) => setTexts(reasonTexts));
  }, [isAsked]);
  if (rejection === null) return "";
  const { code, words } = rejection;
  if (words === "") return texts[code] ?? "";
  return framedWords({ jp: words, cn: words, us: words })[language()];
}
