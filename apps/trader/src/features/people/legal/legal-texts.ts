import { use } from "react";
import { config } from "../../../shared/config.ts";
import { fillText } from "@sanshi/web/fill-text";
import { language, type Language } from "@sanshi/web/language";
import type { LegalTexts } from "../../../texts/legal/jp.ts";

const loaders: Record<Language, () => Promise<{ legal: LegalTexts }>> = {
  jp: () => import("../../../texts/legal/jp.ts"),
  cn: () => import("../../../texts/legal/cn.ts"),
  us: () => import("../../../texts/legal/us.ts"),
};

let loading: Promise<{ legal: LegalTexts }> | null = null;

/** The long texts in the page's language; the screen waits for them as it waits for its own code. */
export function useLegalTexts(): LegalTexts {
  loading ??= loaders[language()]().catch((error: unknown) => {
    // A later visit asks again.
    loading = null;
    throw error;
  });
  return use(loading).legal;
}

/** Names the site where a text does. */
export function withTitle(text: string): string {
  return fillText(text, { title: config("title") });
}
