/** Alphabets whose letters are taken for one another, or are no part of names beside one another. */
const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Devanagari}/u,
];

/**
 * Whether a name has letters of more than one alphabet: "Маria" with a Cyrillic М looks like Maria to whoever
 * pays and is another name to a machine. Characters and kana stand beside any one of them.
 */
export function mixesAlphabets(name: string): boolean {
  return alphabets.filter((alphabet) => alphabet.test(name)).length > 1;
}
