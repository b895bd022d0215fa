/**
 * Names in katakana, as Japanese banks write them. Half-width letters (ﾔﾏﾀﾞ) and hiragana become
 * full-width katakana, blanks one ASCII blank; anything else stays as it is and is not katakana.
 */
export function toKatakana(typed: string): string {
  const kana = typed.replaceAll(/[\uff61-\uff9f]+/g, (half) => half.normalize("NFKC"));
  return hiraganaAsKatakana(kana)
    .replaceAll(/[\s\u3000]+/g, " ")
    .trim();
}

export function hiraganaAsKatakana(text: string): string {
  return text.replaceAll(/[ぁ-ゖ]/g, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60),
  );
}

/** Katakana with large letters alone, as banks write names: シヨウ for ショウ. */
export function withLargeKana(text: string): string {
  return text.replaceAll(/[ァィゥェォッャュョヮヵヶ]/g, (small) => largeLetters[small] ?? small);
}

/** Of a text that went through `toKatakana`. */
export function isKatakana(text: string): boolean {
  return /^[ァ-ヴ][ァ-ヴー・]*(?: [ァ-ヴ][ァ-ヴー・]*)*$/.test(text);
}

/** What two spellings of one name in katakana share: banks write no small letters, dots and long vowels alike. */
export function katakanaKey(name: string): string {
  return withLargeKana(toKatakana(name)).replaceAll(/[^ア-ヴ]/g, "");
}

const largeLetters: Readonly<Record<string, string>> = {
  ァ: "ア",
  ィ: "イ",
  ゥ: "ウ",
  ェ: "エ",
  ォ: "オ",
  ッ: "ツ",
  ャ: "ヤ",
  ュ: "ユ",
  ョ: "ヨ",
  ヮ: "ワ",
  ヵ: "カ",
  ヶ: "ケ",
};

/** What two spellings of one name in Latin letters share, whichever part comes first; null for another script. */
export function latinNameKey(name: string): string | null {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase();
  if (!/^[A-Z][A-Z .'’-]*$/.test(plain)) return null;
  const parts = plain.split(/[ .-]+/).map((part) => part.replaceAll(/[^A-Z]/g, ""));
  return parts
    .filter((part) => part !== "")
    .toSorted()
    .join(" ");
}
