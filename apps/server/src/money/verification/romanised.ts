import { isKatakana, katakanaKey, toKatakana } from "@sanshi/contract";
import { pinyin } from "pinyin-pro";
import { toRomaji } from "wanakana";

/** Sounds of names from abroad as most people write them; wanakana and passports write FUAN for ファン. */
const soundsFromAbroad = {
  ...{ ふぁ: "fa", ふぃ: "fi", ふぇ: "fe", ふぉ: "fo" },
  ...{ てぃ: "ti", てゅ: "tyu", とぅ: "tu", でぃ: "di", でゅ: "dyu", どぅ: "du" },
  ...{ うぃ: "wi", うぇ: "we", うぉ: "wo", いぇ: "ye", くぁ: "kwa", ぐぁ: "gwa" },
  ...{ ゔぁ: "va", ゔぃ: "vi", ゔぇ: "ve", ゔぉ: "vo" },
  ...{ つぁ: "tsa", つぃ: "tsi", つぇ: "tse", つぉ: "tso" },
};

/** The parts of a name as Latin letters, in each way that its kana can be meant: banks write small kana large. */
export function kanaReadings(kana: string): string[][] {
  const doubled = kana.replaceAll(/ツ(?=[カ-ゴサ-ゾタ-ドパピプペポ])/g, "ッ");
  const small = doubled.replaceAll(
    /(?<=[フヴウ])[アイエオ]/g,
    (vowel) => smallVowels[vowel] ?? vowel,
  );
  return [kana, doubled, small].flatMap((one) =>
    [{ ふぃ: "fui" }, soundsFromAbroad].map((customRomajiMapping) =>
      one
        .split(" ")
        .map((word) => foldRomaji(toRomaji(word.replaceAll("・", ""), { customRomajiMapping }))),
    ),
  );
}

const smallVowels: Readonly<Record<string, string>> = { ア: "ァ", イ: "ィ", エ: "ェ", オ: "ォ" };

export function latinWords(name: string): string[] {
  const key = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return key.split(/[ .-]+/).flatMap((word) => {
    const letters = word.replaceAll(/[^a-z]/g, "");
    return letters === "" ? [] : [letters];
  });
}

/** In order: each way of writing Japanese in Latin letters to one that stands for all of them. */
const foldings: readonly (readonly [written: RegExp, folded: string])[] = [
  [/[^a-z]/g, ""],
  [/l/g, "r"],
  [/tch/g, "cch"],
  // Kunrei and Nihon-shiki.
  [/sy/g, "sh"],
  [/ty/g, "ch"],
  [/(?:zy|dy|jy)/g, "j"],
  [/si/g, "shi"],
  [/ti/g, "chi"],
  [/tu/g, "tsu"],
  [/(?:zi|di)/g, "ji"],
  [/(?:du|dzu)/g, "zu"],
  [/hu/g, "fu"],
  [/wo/g, "o"],
  // Small kana that a bank writes large.
  [/(sh|ch|j)iy/g, "$1"],
  [/([kgnhbpmr])iy(?=[auo])/g, "$1y"],
  [/m(?=[bpm])/g, "n"],
  // Long vowels: Satou, Satoh, Satoo and Sato.
  [/oh(?=[^aiueo]|$)/g, "o"],
  [/ou/g, "o"],
];

export function foldRomaji(word: string): string {
  let folded = word.toLowerCase();
  for (const [written, stands] of foldings) folded = folded.replaceAll(written, stands);
  return shortVowels(folded);
}

export function shortVowels(text: string): string {
  return text.replaceAll(/([aiueo])\1+/g, "$1");
}

/**
 * By what a name is found: its characters, its kana and its Latin letters, each in both orders, with bars
 * between. What somebody types is looked for in it as `nameQuery` has it.
 */
export function nameKey({ name, nameKana }: { name: string; nameKana: string | null }): string {
  const plain = name.normalize("NFKC").toLowerCase();
  const kana = nameKana ?? (isKatakana(toKatakana(name)) ? toKatakana(name) : null);
  const keys = [
    ...bothOrders(plain.split(/\s+/)),
    ...(kana === null ? [] : bothOrders(kana.split(" ").map(katakanaKey))),
    ...(kana === null ? [] : kanaReadings(kana).flatMap(bothOrders)),
    ...bothOrders(latinWords(name).map(foldRomaji)),
    ...(/\p{Script=Han}/u.test(name) && nameKana === null ? pinyinOf(plain) : []),
  ];
  return `|${[...new Set(keys.filter((key) => key !== ""))].join("|")}|`;
}

/** As families and banks read a Chinese name, the family name first or last. */
function pinyinOf(name: string): string[] {
  const options = { toneType: "none", type: "array", surname: "head" } as const;
  return bothOrders(pinyin(name.replaceAll(/\s/g, ""), options).map(foldRomaji));
}

function bothOrders(words: readonly string[]): string[] {
  const [first = "", ...rest] = words;
  return [words.join(""), [...rest, first].join(""), words.toReversed().join("")];
}

/** Of one letter everybody would be found. */
const latinLengthMin = 2;

/** What is typed as it stands in a `nameKey`; null where no name has it. */
export function nameQuery(typed: string): string | null {
  const text = typed.normalize("NFKC").trim().toLowerCase();
  const words = latinWords(text);
  if (/^[\p{Script=Latin}\p{M} .'’-]+$/u.test(text)) {
    const query = shortVowels(words.map(foldRomaji).join(""));
    return query.length < latinLengthMin ? null : query;
  }
  const kana = toKatakana(text);
  if (isKatakana(kana)) return katakanaKey(kana);
  const characters = text.replaceAll(/[\s・]/g, "");
  return /^[\p{L}\p{M}々ー]+$/u.test(characters) ? characters : null;
}
