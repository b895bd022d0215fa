/** One page as it is searched. */
export type Searched<Id extends string> = {
  id: Id;
  title: string;
  words: string;
  paragraphs: readonly string[];
};

/**
 * The pages that have every word of a query, those whose title has it first. Letters of either width and
 * both kinds of kana are the same; languages without blanks are found by parts of their words.
 */
export function searchHelp<Id extends string>(
  pages: readonly Searched<Id>[],
  query: string,
): Searched<Id>[] {
  const terms = plain(query)
    .split(" ")
    .filter((term) => term !== "");
  if (terms.length === 0) return [];
  const ranked = pages.flatMap((page) => {
    const places = [plain(page.title), plain(page.words), plain(page.paragraphs.join(" "))];
    const ranks = terms.map((term) => places.findIndex((place) => place.includes(term)));
    return ranks.includes(-1) ? [] : [{ page, rank: Math.max(...ranks) }];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ page }) => page);
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[ぁ-ゖ]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60))
    .replaceAll(/[\s、。，．,.?？!！「」“”]+/g, " ")
    .trim();
}
