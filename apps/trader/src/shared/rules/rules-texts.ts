import { language, type Language } from "@sanshi/web/language";
import { use } from "react";
import type { RulesTexts } from "../../texts/rules/jp.ts";
import { loadRefusalTexts } from "../text.ts";

/** Few read them, and not at the start: in chunks of their own. */
const loaders: Record<Language, () => Promise<{ rules: RulesTexts }>> = {
  jp: () => import("../../texts/rules/jp.ts"),
  cn: () => import("../../texts/rules/cn.ts"),
  us: () => import("../../texts/rules/us.ts"),
};

let loading: Promise<RulesTexts> | null = null;

/** What is said about rules, their names and publishers with it; the screen waits for them as for its own code. */
export function useRulesTexts(): RulesTexts {
  loading ??= Promise.all([loaders[language()](), loadRefusalTexts()])
    .then(([{ rules }]) => rules)
    .catch((error: unknown) => {
      // A later visit asks again.
      loading = null;
      throw error;
    });
  return use(loading);
}
