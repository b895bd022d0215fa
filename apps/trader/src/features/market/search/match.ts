import type { Language } from "@sanshi/web/language";

/** A text around the part that was searched for. */
export type Match = readonly [before: string, found: string, after: string];

export const queryLengthMax = 64;

/** What is asked of the server: full-width letters and digits narrow, blanks single. */
export function searchable(typed: string): string {
  return typed.normalize("NFKC").replace(/\s+/g, " ").trim().slice(0, queryLengthMax);
}

/** Where the query stands in a text, in any letter case and in either kana; null where it does not. */
export function matchIn(text: string, query: string): Match | null {
  const wanted = folded(query);
  const where = folded(text);
  // Folding must not change lengths, or the marked part would be a wrong one.
  if (wanted === "" || where.length !== text.length) return null;
  const start = where.indexOf(wanted);
  if (start < 0) return null;
  const end = start + wanted.length;
  return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}

/**
 * The name in another language that explains why a stock was found, when neither its shown name nor
 * its code does.
 */
export function otherName(
  stock: { code: string; names: Readonly<Record<Language, string>> },
  query: string,
  shown: Language,
): string | null {
  const shownName = stock.names[shown];
  if (matchIn(shownName, query) !== null || matchIn(stock.code, query) !== null) return null;
  const others = Object.values(stock.names).filter((name) => name !== shownName);
  return others.find((name) => matchIn(name, query) !== null) ?? null;
}

/** Hiragana stands 96 places before katakana. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 96));
}
