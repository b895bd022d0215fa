/** Latin letters and digits with what joins them: no line ends inside. */
const latin = /[\p{Script=Latin}\p{N}&.'’+]/u;
const katakana = /[\p{Script=Katakana}ー]/u;
const hiragana = /\p{Script=Hiragana}/u;
const ideograph = /\p{Script=Han}/u;

/** What long Japanese names end in, a word of its own. */
const endings = [
  "ホールディングス",
  "フィナンシャル",
  "グループ",
  "ホールディング",
  "コーポレーション",
];

type Kind = "latin" | "katakana" | "hiragana" | "ideograph" | "other";

function kindOf(letter: string): Kind {
  if (katakana.test(letter)) return "katakana";
  if (hiragana.test(letter)) return "hiragana";
  if (ideograph.test(letter)) return "ideograph";
  return latin.test(letter) ? "latin" : "other";
}

/**
 * A stock's name in the pieces between which a line may end: words of Latin letters, and in Japanese and Chinese
 * where the script changes and behind a middle dot. Kana behind an ideograph belongs to it.
 */
export function nameWords(name: string): string[] {
  const words: string[] = [];
  let word = "";
  let before: Kind | null = null;
  const end = () => {
    if (word !== "") words.push(word);
    word = "";
  };
  for (const letter of name) {
    if (letter === " ") {
      if (word !== "") word += letter;
      end();
      before = null;
      continue;
    }
    const kind = kindOf(letter);
    // What is no letter, such as a middle dot, ends the word that it stands behind.
    const isNext = before !== null && kind !== "other" && kind !== before;
    if (isNext && !(before === "ideograph" && kind === "hiragana")) end();
    word += letter;
    before = kind;
  }
  end();
  return words.flatMap(withEnding);
}

function withEnding(word: string): string[] {
  const ending = endings.find((one) => word.length > one.length && word.endsWith(one));
  return ending === undefined ? [word] : [...withEnding(word.slice(0, -ending.length)), ending];
}

/** Latin letters' width on average, in their size: ordinary ones, and bold ones of a wide font. */
const latinEm = 0.58;
const boldLatinEm = 0.68;

/** How many lines a bold name takes in a room of so many of its letters' size; none holds a word that is wider. */
export function linesOf(name: string, roomEm: number): number {
  let lines = 1;
  let used = 0;
  for (const word of nameWords(name)) {
    const width = widthInEm(word.trimEnd(), boldLatinEm);
    if (width > roomEm) return Infinity;
    if (used + width > roomEm) {
      lines += 1;
      used = 0;
    }
    used += widthInEm(word, boldLatinEm);
  }
  return lines;
}

/** About how wide a text is, in its own size. */
export function widthInEm(text: string, letterEm = latinEm): number {
  let width = 0;
  for (const letter of text)
    width += /[\u2e80-\uffef]/.test(letter) ? 1 : letter === " " ? 0.28 : letterEm;
  return width;
}
