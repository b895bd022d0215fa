import { fillText, findText } from "./fill-text.ts";
import { locale, type Language } from "./language.ts";

type Sentences = Readonly<Record<string, string>>;
const nothing: Sentences = {};
type Singular<Key> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;
export type TextKeyOf<Texts> = Singular<keyof Texts & string>;
export type TextParams = Readonly<Record<string, string | number>>;
/** Gives a sentence of one namespace: `t("since", { time })`. */
export type TranslateOf<Texts> = (key: TextKeyOf<Texts>, params?: TextParams) => string;

type HasTexts = { texts: Readonly<Record<string, Sentences>> };
type Loaders<Loaded> = Readonly<Record<Language, () => Promise<Loaded>>>;

/**
 * An app's texts, found by namespace and key: of each language one chunk that is loaded before the first screen,
 * and where there is one, another with what only later screens say.
 */
export function createTexts<Loaded extends HasTexts, Later extends HasTexts = { texts: {} }>(
  loaders: Loaders<Loaded>,
  laterLoaders?: Loaders<Later>,
) {
  type Namespaces = Loaded["texts"] & Later["texts"];
  let loaded: Loaded | null = null;
  let later: HasTexts | null = null;
  let current: Language | null = null;
  const translators = new Map<keyof Namespaces, (key: string, params?: TextParams) => string>();

  /** Loads one language's texts. Everything below works from then on. */
  const loadTexts = async (language: Language): Promise<void> => {
    loaded = await loaders[language]();
    if (current !== language) later = null;
    current = language;
    translators.clear();
  };

  /** Loads what later screens say, in the language that the first ones have. */
  const loadLaterTexts = async (): Promise<void> => {
    if (current === null || later !== null || laterLoaders === undefined) return;
    const found = await laterLoaders[current]();
    later = found;
    translators.clear();
  };

  /** The texts of one namespace. The same function for as long as the page lives. */
  const textOf = <Name extends keyof Namespaces>(name: Name): TranslateOf<Namespaces[Name]> => {
    const known = translators.get(name);
    if (known !== undefined) return known;
    const sentences: Sentences =
      loaded?.texts[String(name)] ?? later?.texts[String(name)] ?? nothing;
    const translate = (key: string, params: TextParams = {}) =>
      fillText(findText(sentences, key, params["count"], locale()) ?? key, params);
    // What is not there yet is looked for again once it may be.
    if (sentences !== nothing) translators.set(name, translate);
    return translate;
  };

  /** The same inside a component. */
  const useText = textOf;

  return { loadTexts, loadLaterTexts, textOf, useText, loadedTexts: (): Loaded | null => loaded };
}
