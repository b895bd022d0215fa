import { isLanguage, type Language } from "@sanshi/web/language";
import { readStored, writeStored } from "./stored.ts";

/** What the page says of itself, for fonts and screen readers. */
const pageLanguages: Record<Language, string> = { jp: "ja", cn: "zh-CN", us: "en" };

/**
 * The choice, else what the browser asks for, else the site's default, else Japanese. The inline
 * script of the page decides in the same way before the first paint (`early/early.js`).
 */
export function decideLanguage(
  stored: string,
  browserLanguages: readonly string[],
  siteDefault: string | undefined,
): Language {
  if (isLanguage(stored)) return stored;
  for (const asked of browserLanguages) {
    const tag = asked.toLowerCase();
    if (tag.startsWith("ja")) return "jp";
    if (tag.startsWith("zh")) return "cn";
    if (tag.startsWith("en")) return "us";
  }
  return siteDefault !== undefined && isLanguage(siteDefault) ? siteDefault : "jp";
}

export function showLanguage(chosen: Language): void {
  const page = document.documentElement;
  page.lang = pageLanguages[chosen];
  page.dataset["language"] = chosen;
  const rise = readStored("rise");
  page.dataset["rise"] = rise === "red" || rise === "green" ? rise : defaultRise(chosen);
}

/** The colour of a rising price: red in Japan and China, green in English-speaking markets. */
export function defaultRise(chosen: Language): "red" | "green" {
  return chosen === "us" ? "green" : "red";
}

/** Stores the choice and reloads, as the specification says. */
export function changeLanguage(chosen: Language): void {
  writeStored("language", chosen);
  window.location.reload();
}
