/**
 * Whether a text that an operator typed says something. No program knows whether a sentence is true, but
 * "." and "aaa" are none.
 */

/** What weighs as much as a word of a few letters: a sign of Chinese or Japanese counts twice. */
const reasonWeightMin = 8;
const sentenceWeightMin = 16;
/** "aaaa aaaa" is long, and says nothing. */
const differentLettersMin = 4;
const sentenceWordsMin = 3;

const widePattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Enough for a reason between a few words and a sentence, in whatever language. */
export function saysSomething(text: string): boolean {
  return weightOf(text) >= reasonWeightMin && differentLetters(text) >= differentLettersMin;
}

export const sentenceLanguages = ["jp", "cn", "us"] as const;
export type SentenceLanguage = (typeof sentenceLanguages)[number];

/** At least a sentence of the language: Japanese has kana in it, Chinese none, English has words. */
export function isSentence(language: SentenceLanguage, text: string): boolean {
  if (!saysSomething(text) || weightOf(text) < sentenceWeightMin) return false;
  const hasHan = /\p{Script=Han}/u.test(text);
  const hasKana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  if (language === "jp") return hasKana;
  if (language === "cn") return hasHan && !hasKana;
  const words = text.match(/[A-Za-z][A-Za-z'’-]*/g) ?? [];
  return words.length >= sentenceWordsMin;
}

function weightOf(text: string): number {
  return lettersOf(text).reduce((sum, letter) => sum + (widePattern.test(letter) ? 2 : 1), 0);
}

function differentLetters(text: string): number {
  return new Set(lettersOf(text.toLowerCase())).size;
}

function lettersOf(text: string): readonly string[] {
  return text.match(/\p{L}/gu) ?? [];
}
