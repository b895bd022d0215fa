import { isKatakana, katakanaKey, latinNameKey, toKatakana } from "@sanshi/contract";
import { pinyin } from "pinyin-pro";
import { isKana, toKana } from "wanakana";
import { foldRomaji, kanaReadings, latinWords, shortVowels } from "../verification/verification.ts";

type VerifiedName = { name: string; nameKana: string | null };

/**
 * Whether an account's holder is the person who was verified; null where letters cannot tell, so that
 * somebody has to. Kana and Latin letters are compared as Japanese is romanised (Hepburn, Kunrei, and as
 * passports and banks write it), characters and Latin letters as pinyin.
 */
export function isSameName(holder: string, verified: VerifiedName): boolean | null {
  const name = toKatakana(verified.name);
  const kana = verified.nameKana ?? (isKatakana(name) ? name : null);
  if (isKatakana(holder)) {
    if (kana !== null) return isSameKana(holder, kana);
    return isLatin(verified.name) ? isSameRomanised(holder, verified.name) : null;
  }
  if (isLatin(holder)) {
    if (isLatin(verified.name)) return isSameLatin(holder, verified);
    // Of a Japanese name the reading decides: characters have many.
    if (kana !== null) return isSameRomanised(kana, holder);
    return isSamePinyin(verified.name, holder) ? true : null;
  }
  return squeezed(holder) === squeezed(verified.name) ? true : null;
}

function isLatin(name: string): boolean {
  return latinNameKey(name) !== null;
}

/** Whichever part of the name comes first, and with or without a blank between them. */
function isSameKana(one: string, other: string): boolean {
  const spellings = (name: string) => inEitherOrder(name.split(" ").map(katakanaKey));
  return spellings(one).some((spelling) => spellings(other).includes(spelling));
}

function isSameLatin(holder: string, { name, nameKana }: VerifiedName): boolean | null {
  if (latinNameKey(holder) === latinNameKey(name)) return true;
  const [ones, others] = [latinWords(holder), latinWords(name)];
  const sorted = (words: readonly string[]) => words.toSorted().join(" ");
  if (sorted(ones) === sorted(others)) return true;
  const [foldedOnes, foldedOthers] = [ones.map(foldRomaji), others.map(foldRomaji)];
  if (sorted(foldedOnes) === sorted(foldedOthers)) {
    // Two spellings of a Japanese name, but Hu and Fu, or Lei and Rei, are two people's elsewhere.
    const hasNoL = [...ones, ...others].every((word) => !word.includes("l"));
    return hasNoL && nameKana !== null && isSameRomanised(nameKana, holder) === true ? true : null;
  }
  // A middle name that one of the two leaves out.
  const [fewer, more] =
    foldedOnes.length < foldedOthers.length
      ? [foldedOnes, foldedOthers]
      : [foldedOthers, foldedOnes];
  return fewer.length >= 2 && fewer.every((word) => more.includes(word)) ? null : false;
}

/** A name in kana and one in Latin letters. False only where both are Japanese and share no part. */
function isSameRomanised(kana: string, latin: string): boolean | null {
  const words = latinWords(latin).map(foldRomaji);
  const written = inEitherOrder(words).map(shortVowels);
  const readings = kanaReadings(kana);
  if (
    readings.some((reading) =>
      inEitherOrder(reading).some((one) => written.includes(shortVowels(one))),
    )
  ) {
    return true;
  }
  const isJapanese = words.length >= 2 && latinWords(latin).every((word) => isKana(toKana(word)));
  const sharesPart = readings.flat().some((one) => written.some((other) => other.includes(one)));
  return isJapanese && !sharesPart ? false : null;
}

function inEitherOrder(words: readonly string[]): string[] {
  return [words.join(""), words.toReversed().join(""), words.toSorted().join("")];
}

/** Whether the Latin letters are one of the readings of each character, family name first or last. */
function isSamePinyin(characters: string, latin: string): boolean {
  const letters = [...squeezed(characters)];
  if (letters.length > charactersMax || !letters.every((one) => /\p{Script=Han}/u.test(one)))
    return false;
  const readings = letters.map((letter) => readingsOf(letter));
  const words = latinWords(latin);
  const written = [
    words.join(""),
    words.toReversed().join(""),
    [...words.slice(1), words[0]].join(""),
  ];
  return written.some((text) => canBeRead(text, readings));
}

/** No name has more. */
const charactersMax = 8;

function readingsOf(letter: string): string[] {
  const options = { toneType: "none", type: "array" } as const;
  const asWord = pinyin(letter, { ...options, multiple: true });
  const asSurname = pinyin(letter, { ...options, surname: "all" });
  // A passport writes lü as lyu, most forms as lu or lv.
  return [...asWord, ...asSurname].flatMap((reading) =>
    reading.includes("ü") ? ["u", "v", "yu"].map((one) => reading.replace("ü", one)) : [reading],
  );
}

function canBeRead(text: string, [first, ...rest]: readonly string[][]): boolean {
  if (first === undefined) return text === "";
  return first.some((one) => text.startsWith(one) && canBeRead(text.slice(one.length), rest));
}

function squeezed(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/g, "");
}
