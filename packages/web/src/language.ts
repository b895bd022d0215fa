export const languages = ["jp", "cn", "us"] as const;
export type Language = (typeof languages)[number];

/** Each language's name in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  jp: "日本語",
  cn: "简体中文",
  us: "English",
};

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

/** What the page's early script decided before the first paint; it changes only by a reload. */
export function language(): Language {
  const shown = globalThis.document?.documentElement.dataset["language"] ?? "";
  return isLanguage(shown) ? shown : "jp";
}

/** A stock's name, or an announcement, in the page's language. */
export function inLanguage<Value>(values: Readonly<Record<Language, Value>>): Value {
  return values[language()];
}

/** For `Intl`: figures and dates as the language's readers expect them. */
export function locale(): string {
  return { jp: "ja-JP", cn: "zh-CN", us: "en-US" }[language()];
}
