import { fillText } from "@sanshi/web/fill-text";
import { language, type Language } from "@sanshi/web/language";
import { use } from "react";
import type { WelcomeTexts } from "../../../../texts/welcome/jp.ts";

/** Nobody who signs in reads them: in chunks of their own, so that the sign-in does without. */
const loaders: Record<Language, () => Promise<{ welcome: WelcomeTexts }>> = {
  jp: () => import("../../../../texts/welcome/jp.ts"),
  cn: () => import("../../../../texts/welcome/cn.ts"),
  us: () => import("../../../../texts/welcome/us.ts"),
};

let loading: Promise<{ welcome: WelcomeTexts }> | null = null;

type Say = (key: keyof WelcomeTexts, params?: Readonly<Record<string, string>>) => string;

/** Waits for the texts as for its own code. */
export function useWelcome(): Say {
  loading ??= loaders[language()]().catch((error: unknown) => {
    // A later visit asks again.
    loading = null;
    throw error;
  });
  const { welcome } = use(loading);
  return (key, params = {}) => fillText(welcome[key], params);
}
