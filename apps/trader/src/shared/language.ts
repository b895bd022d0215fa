import { readStored, writeStored } from "./stored.ts";

export const languages = ["jp", "cn", "us"] as const;
export type Language = (typeof languages)[number];

/** What the page says of itself, for fonts and screen readers. */
const pageLanguages: Record<Language, string> = { jp: "ja", cn: "zh-CN", us: "en" };

/** Each language's name in itself. */
export const languageNames: Record<Language, string> = {
  jp: "日本語",
  cn: "简体中文",
  us: "English",
};

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

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

/** The page's language; it changes only by a reload. */
export function language(): Language {
  const shown = document.documentElement.dataset["language"] ?? "";
  return isLanguage(shown) ? shown : "jp";
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

/** A stock's or an index's name in the page's language. */
export function stockName(names: Readonly<Record<Language, string>>): string {
  return names[language()];
}

/** For `Intl`: figures and dates as the language's readers expect them. */
export function locale(): string {
  return { jp: "ja-JP", cn: "zh-CN", us: "en-US" }[language()];
}
