import { pinyin } from "pinyin-pro";
import type { Instrument } from "../../market-feed/market-feed.ts";
import { withClass, writtenTickers } from "./written-tickers.ts";

/**
 * The stocks that a person may mean, best first, at most `max`: what a ticker with its exchange names, and nothing
 * else then; the exact code, then codes and names
 * that begin with the text, then a word inside a name that does, then names that contain it. Full and
 * half width, kana of both kinds and either case are one; pinyin counts from the start of a syllable.
 */
export function findInstruments(
  instruments: readonly Instrument[],
  text: string,
  max: number,
): Instrument[] {
  const query = fold(text);
  if (query === "") return [];
  const meant = meantByTicker(instruments, text);
  if (meant.length > 0) return meant.slice(0, max);
  const found: { instrument: Instrument; rank: number }[] = [];
  for (const instrument of instruments) {
    const rank = rankOf(entryOf(instrument), query);
    if (rank !== null) found.push({ instrument, rank });
  }
  // A stable sort: equals stay in the feed's own order, the well-known companies first.
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, max)
    .map(({ instrument }) => instrument);
}

/** `7203.T` means one stock, and no other that is spelled alike. */
function meantByTicker(instruments: readonly Instrument[], text: string): Instrument[] {
  const written = writtenTickers(text);
  if (written.length === 0) return [];
  // `BRK.B` is a code as it stands, whatever place `B` might be.
  const asItStands = withClass(text.normalize("NFKC").trim().toUpperCase());
  const isMeant = ({ market, code, exchange }: Instrument) =>
    written.some(
      (one) =>
        one.market === market &&
        one.code === code &&
        (one.exchanges.length === 0 || one.exchanges.includes(exchange)),
    );
  return instruments.some(({ code }) => code === asItStands) ? [] : instruments.filter(isMeant);
}

const ranks = { exactCode: 0, exactName: 1, prefix: 2, wordPrefix: 3, contains: 4 } as const;

/** A name without its blanks, and where its words began. */
type Name = { text: string; wordStarts: readonly number[] };

type Entry = {
  code: string;
  /** What may be found by its middle. */
  names: readonly Name[];
  /** The names and their spellings in other letters. */
  every: readonly Name[];
};

function rankOf({ code, names, every }: Entry, query: string): number | null {
  if (code === query) return ranks.exactCode;
  if (every.some(({ text }) => text === query)) return ranks.exactName;
  if (code.startsWith(query) || every.some(({ text }) => text.startsWith(query))) {
    return ranks.prefix;
  }
  const beginsWord = ({ text, wordStarts }: Name) =>
    wordStarts.some((start) => text.startsWith(query, start));
  if (every.some(beginsWord)) return ranks.wordPrefix;
  // One Latin letter is inside nearly every name.
  const isTooShort = query.length < 2 && /^[a-z0-9]/.test(query);
  return !isTooShort && names.some(({ text }) => text.includes(query)) ? ranks.contains : null;
}

const entries = new WeakMap<Instrument, Entry>();

/** What a stock can be found by. Made at the first search and kept as long as the feed's instrument. */
function entryOf(instrument: Instrument): Entry {
  const known = entries.get(instrument);
  if (known !== undefined) return known;
  const { jp, cn, us } = instrument.names;
  const names = distinct([jp, cn, us, ...instrument.searchTerms].map((name) => nameOf(name)));
  // Characters are read as Chinese also for foreign companies: 丰田 is `fengtian`.
  const spellings = pinyinOf(cn).map((words) => nameOf(words));
  const entry: Entry = {
    code: fold(instrument.code),
    names,
    every: distinct([...names, ...spellings]),
  };
  entries.set(instrument, entry);
  return entry;
}

/** Full pinyin, a word per syllable, and its initials. */
function pinyinOf(name: string): string[] {
  const options = { toneType: "none", type: "array", nonZh: "consecutive", v: true } as const;
  const syllables = pinyin(name, options);
  const initials = pinyin(name, { ...options, pattern: "first" });
  return [syllables.join(" "), initials.join("")];
}

function nameOf(name: string): Name {
  const words = foldLetters(name)
    .split(separators)
    .map(foldKana)
    .filter((word) => word !== "");
  const wordStarts: number[] = [];
  let text = "";
  for (const word of words) {
    wordStarts.push(text.length);
    text += word;
  }
  return { text, wordStarts };
}

function distinct(names: readonly Name[]): Name[] {
  const byText = new Map<string, Name>();
  for (const name of names) {
    const known = byText.get(name.text);
    // The spelling with more words is found by more.
    if (name.text !== "" && (known?.wordStarts.length ?? 0) < name.wordStarts.length) {
      byText.set(name.text, name);
    }
  }
  return [...byText.values()];
}

const separators = /[^\p{L}\p{N}]+/u;

function fold(text: string): string {
  return foldLetters(text).split(separators).map(foldKana).join("");
}

/** Full width to half width and the reverse for kana, accents off, lower case; ü is typed as v. */
function foldLetters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[üǖǘǚǜ]/g, "v")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

const smallKana = "ぁぃぅぇぉっゃゅょゎ";
const fullKana = "あいうえおつやゆよわ";

/** Katakana as hiragana, small kana as full ones (キヤノン is read キャノン), without long marks. */
function foldKana(word: string): string {
  return word
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[ぁぃぅぇぉっゃゅょゎ]/g, (kana) => fullKana[smallKana.indexOf(kana)] ?? kana)
    .replaceAll("ー", "");
}
