import type { AnyRefusalCode } from "@sanshi/contract/operator-refusals";
import type { Texts } from "../texts/jp/index.ts";
import { fillText, findText } from "./fill-text.ts";
import { locale, type Language } from "./language.ts";
import { showDateTime } from "./times.ts";

export type Namespace = keyof Texts;
type Singular<Key> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;
export type TextKey<Name extends Namespace> = Singular<keyof Texts[Name] & string>;
export type TextParams = Readonly<Record<string, string | number>>;
/** Gives a sentence of one namespace: `t("since", { time })`. */
export type Translate<Name extends Namespace> = (key: TextKey<Name>, params?: TextParams) => string;

// One chunk per language: its texts and the refusals.
const loaders = {
  jp: () => import("../texts/jp/index.ts"),
  cn: () => import("../texts/cn/index.ts"),
  us: () => import("../texts/us/index.ts"),
} as const;

type Loaded = Awaited<ReturnType<(typeof loaders)["jp"]>>;

let loaded: Loaded | null = null;
const translators = new Map<string, Translate<never>>();

/** Loads one language's texts. Everything below works from then on. */
export async function loadTexts(language: Language): Promise<void> {
  loaded = await loaders[language]();
  translators.clear();
}

/** The texts of one namespace. The same function for as long as the page lives. */
export function useText<Name extends Namespace>(name: Name): Translate<Name> {
  return textOf(name);
}

/** The same outside a component. */
export function textOf<Name extends Namespace>(name: Name): Translate<Name> {
  const known = translators.get(name);
  if (known !== undefined) return known as unknown as Translate<Name>;
  const texts: Readonly<Record<string, string>> = loaded?.texts[name] ?? {};
  const translate = (key: string, params: TextParams = {}) =>
    fillText(findText(texts, key, params["count"], locale()) ?? key, params);
  if (loaded !== null) translators.set(name, translate as Translate<never>);
  return translate as Translate<Name>;
}

/** The word of a code that comes over the wire; a newer server may send one that we have no word for. */
export function wordFor<Name extends Namespace>(name: Name, prefix: string, code: string): string {
  const texts: Readonly<Record<string, string>> = loaded?.texts[name] ?? {};
  return texts[`${prefix}${code}`] ?? code;
}

export function isKnownWord<Name extends Namespace>(
  name: Name,
  prefix: string,
  code: string,
): boolean {
  return Object.hasOwn(loaded?.texts[name] ?? {}, `${prefix}${code}`);
}

/** A reason of the catalogue as the customer reads it, here in the operator's language. */
export function reasonText(code: string): string {
  const texts: Readonly<Record<string, string>> = loaded?.reasons ?? {};
  return texts[code] ?? code.replaceAll("_", " ");
}

/** A refusal as a sentence in the operator's language that says what to do next. */
export function refusalText(refusal: {
  code: AnyRefusalCode;
  params?: Readonly<Record<string, string>>;
}): string {
  const params = Object.entries(refusal.params ?? {});
  const shown = Object.fromEntries(params.map(([name, value]) => [name, showParam(value)]));
  return fillText(loaded?.refusals[refusal.code] ?? refusal.code, shown);
}

function showParam(value: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(value) ? showDateTime(value) : value;
}
