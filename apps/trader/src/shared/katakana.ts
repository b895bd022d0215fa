/** Hiragana and half-width katakana as full-width katakana; everything else as it is. */
export function toKatakana(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));
}
