import { fillText, findText } from "./fill-text.ts";
import { locale, type Language } from "./language.ts";

type Sentences = Readonly<Record<string, string>>;
type Singular<Key> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;
export type TextKeyOf<Texts> = Singular<keyof Texts & string>;
export type TextParams = Readonly<Record<string, string | number>>;
/** Gives a sentence of one namespace: `t("since", { time })`. */
export type TranslateOf<Texts> = (key: TextKeyOf<Texts>, params?: TextParams) => string;

/** An app's texts: one chunk per language, loaded before the first screen, found by namespace and key. */
export function createTexts<Loaded extends { texts: Readonly<Record<string, Sentences>> }>(
  loaders: Readonly<Record<Language, () => Promise<Loaded>>>,
) {
  type Namespaces = Loaded["texts"];
  let loaded: Loaded | null = null;
  const translators = new Map<keyof Namespaces, (key: string, params?: TextParams) => string>();

  /** Loads one language's texts. Everything below works from then on. */
  const loadTexts = async (language: Language): Promise<void> => {
    loaded = await loaders[language]();
    translators.clear();
  };

  /** The texts of one namespace. The same function for as long as the page lives. */
  const textOf = <Name extends keyof Namespaces>(name: Name): TranslateOf<Namespaces[Name]> => {
    const known = translators.get(name);
    if (known !== undefined) return known;
    const sentences: Sentences = loaded?.texts[String(name)] ?? {};
    const translate = (key: string, params: TextParams = {}) =>
      fillText(findText(sentences, key, params["count"], locale()) ?? key, params);
    if (loaded !== null) translators.set(name, translate);
    return translate;
  };

  /** The same inside a component. */
  const useText = textOf;

  return { loadTexts, textOf, useText, loadedTexts: (): Loaded | null => loaded };
}
