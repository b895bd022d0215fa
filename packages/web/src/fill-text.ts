/** Fills the gaps of a sentence: `{{name}}`. A gap without a value stays empty. */
export function fillText(
  sentence: string,
  params: Readonly<Record<string, string | number>>,
): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ""));
}

/**
 * The sentence of a key: of `lots`, for a count, `lots_one` or `lots_other` as the language counts.
 * Null where there is none.
 */
export function findText(
  texts: Readonly<Record<string, string>>,
  key: string,
  count: string | number | undefined,
  languageTag: string,
): string | null {
  if (count === undefined) return texts[key] ?? null;
  const form = new Intl.PluralRules(languageTag).select(Number(count));
  return texts[`${key}_${form}`] ?? texts[`${key}_other`] ?? texts[key] ?? null;
}
