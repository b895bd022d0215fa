import type { HelpTitles } from "@sanshi/contract/constants";
import { use } from "react";
import { language, type Language } from "@sanshi/web/language";
import type { HelpTexts } from "../../../texts/help/shape.ts";

export type Help = HelpTexts & { titles: HelpTitles };

/** Few read them, and not at the start: in chunks of their own. */
const loaders: Record<Language, () => Promise<Help>> = {
  jp: () =>
    together(import("../../../texts/help/jp.ts"), import("@sanshi/contract/help-titles/jp")),
  cn: () =>
    together(import("../../../texts/help/cn.ts"), import("@sanshi/contract/help-titles/cn")),
  us: () =>
    together(import("../../../texts/help/us.ts"), import("@sanshi/contract/help-titles/us")),
};

async function together(
  texts: Promise<{ help: HelpTexts }>,
  titles: Promise<{ helpTitles: HelpTitles }>,
): Promise<Help> {
  return { ...(await texts).help, titles: (await titles).helpTitles };
}

let loading: Promise<Help> | null = null;

/** The pages of help in the page's language; the screen waits for them as it waits for its own code. */
export function useHelp(): Help {
  loading ??= loaders[language()]().catch((error: unknown) => {
    // A later visit asks again.
    loading = null;
    throw error;
  });
  return use(loading);
}
