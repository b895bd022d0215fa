import { hiraganaAsKatakana, withLargeKana } from "@sanshi/contract";

/** The kinds that the list writes short, as they are written out. */
const writtenOut: readonly (readonly [short: RegExp, long: string])[] = [
  [/信金$/, "信用金庫"],
  [/信組$/, "信用組合"],
  [/労金$/, "労働金庫"],
];

/** Codes of banks under Japanese licence whose list's names leave out the word for a bank. */
function isDomesticBank(code: string): boolean {
  return (
    (code >= "0001" && code < "0200") ||
    (code >= "0288" && code < "0400") ||
    (code >= "0500" && code < "0600") ||
    code === "9900"
  );
}

/**
 * A bank's Japanese name from the list's, which is full-width and leaves the kind out: みずほ is みずほ銀行. Names of
 * foreign banks and cooperatives stay as the list has them.
 */
export function bankNameOf(code: string, listed: string): string {
  const name = listed.normalize("NFKC");
  if (isDomesticBank(code)) return name.endsWith("銀行") ? name : `${name}銀行`;
  const kind = writtenOut.find(([short]) => short.test(name));
  return kind === undefined ? name : name.replace(...kind);
}

/** Old and new forms of characters that banks' names have and keyboards may not. */
const oldCharacters = "國澤髙﨑濱嶋廣櫻邊邉龍";
const newCharacters = "国沢高崎浜島広桜辺辺竜";

/**
 * What two spellings of one name share: width, hiragana and katakana, small letters, voiced marks, long vowels, blanks,
 * dots, and old forms of characters are all one.
 */
export function formOfName(name: string): string {
  const letters = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return withLargeKana(hiraganaAsKatakana(letters))
    .replaceAll(/[ー‐‑‒–—―−\-・.,'’&\s]/g, "")
    .replaceAll(/./gu, (letter) => newCharacters[oldCharacters.indexOf(letter)] ?? letter);
}

/** A name without the word for a bank, in any of the three languages, or for a farmers' cooperative. */
export function withoutKind(name: string): string {
  return name
    .normalize("NFKC")
    .trim()
    .replace(/^(?:the\s+|JA\s*(?=[^a-z\s]))/i, "")
    .replace(/(?:銀行|银行|ギンコウ|ぎんこう|\s*bank|\s*gink(?:ou|o|ō))$/i, "");
}

/** Names in full that the list has short. */
const listedShort: readonly (readonly [name: string, listed: string])[] = [
  ["農林中央金庫", "農林中金"],
  ["商工組合中央金庫", "商工中金"],
];

/** How else a name may be in the list, the nearest first: 城南信金 is 城南信用金庫, JA横浜 is 横浜農協. */
export function otherSpellings(typed: string): string[] {
  const name = typed.normalize("NFKC").trim();
  const short = listedShort.find(([full]) => name === full)?.[1];
  const kind = writtenOut.find(([word]) => word.test(name));
  const cooperative = /^JA\s*(?=[^a-z\s])/i;
  return [
    ...(short === undefined ? [] : [short]),
    ...(kind === undefined ? [] : [name.replace(...kind)]),
    ...(cooperative.test(name) ? [`${name.replace(cooperative, "")}農協`] : []),
    withoutKind(name),
  ];
}

/** Where a row stands among those found, the nearest first; null where it is not found. */
export function searchOrder(
  code: string,
  keys: readonly string[],
  { form, latin }: { form: string; latin: string },
): number | null {
  if (/^\d+$/.test(form) && code.startsWith(form)) return code === form ? 0 : 1;
  const words = latin === "" ? [form] : [form, latin];
  const places = keys.flatMap((key) =>
    words.flatMap((word) =>
      key.includes(word) ? [key === word ? 0 : key.startsWith(word) ? 1 : 2] : [],
    ),
  );
  return places.length === 0 ? null : Math.min(...places);
}
