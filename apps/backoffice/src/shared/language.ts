import { readStored, writeStored } from "./stored.ts";

export const languages = ["jp", "cn", "us"] as const;
export type Language = (typeof languages)[number];

/** Each language's name in itself. */
export const languageNames: Record<Language, string> = {
  jp: "日本語",
  cn: "简体中文",
  us: "English",
};

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

/** What `public/early.js` decided before the first paint; it changes only by a reload. */
export function language(): Language {
  const shown = globalThis.document?.documentElement.dataset["language"] ?? "";
  return isLanguage(shown) ? shown : "jp";
}

/** Stores the choice and reloads: everything on the screen is in one language. */
export function changeLanguage(chosen: Language): void {
  if (readStored("language") === chosen && chosen === language()) return;
  writeStored("language", chosen);
  window.location.reload();
}

/** A stock's name, or an announcement, in the page's language. */
export function inLanguage<Value>(values: Readonly<Record<Language, Value>>): Value {
  return values[language()];
}

/** For `Intl`: figures and dates as the language's readers expect them. */
export function locale(): string {
  return { jp: "ja-JP", cn: "zh-CN", us: "en-US" }[language()];
}
