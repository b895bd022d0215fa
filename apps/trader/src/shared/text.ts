import type { RefusalCode } from "@sanshi/contract/refusals";
import { isAmountCurrency, isRuleKey } from "@sanshi/contract/rule-texts";
import type { PullTexts } from "@sanshi/ui";
import type { Texts } from "../texts/jp/index.ts";
import { fillText, findText } from "./fill-text.ts";
import { language, locale, type Language } from "./language.ts";
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

/** A refusal as a sentence in the user's language that says what to do next. */
export function refusalText(refusal: {
  code: RefusalCode;
  params?: Readonly<Record<string, string>>;
}): string {
  const params = refusal.params ?? {};
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    shown[name] = showParam(value, params["currency"]);
  }
  // What is halted comes by its name in every language.
  if (params["scope"] !== undefined) shown["scope"] = params[`scope_${language()}`] ?? "";
  if (params["rule"] !== undefined) shown["rule"] = ruleText(params["rule"], params["since"]);
  const text = fillText(loaded?.refusalTexts[refusal.code] ?? refusal.code, shown);
  // Where an operator decided it, the answer brings the reason in every language.
  if (params["why"] === undefined) return text;
  return `${text} ${params[`why_${language()}`] ?? ""}`;
}

/** A market's rule in the user's language, with the day from which it holds where that is known. */
export function ruleText(rule: string, since: string | undefined): string {
  const texts = loaded?.ruleTexts;
  if (texts === undefined) return rule;
  const name = isRuleKey(rule) ? texts.names[rule] : rule;
  // A rule that is older than the rulebook's records has no day to name.
  const isDated = since !== undefined && since > "1900-01-01";
  // A date is not cut in two at the end of a line.
  return !isDated ? name : fillText(texts.since, { rule: name, since: unbroken(since) });
}

/** With hyphens at which no line ends. */
function unbroken(date: string): string {
  return date.replaceAll("-", "\u2011");
}

/** The words of `PullToRefresh`. */
export function pullTexts(): PullTexts {
  const t = textOf("shell");
  return { pull: t("pull"), loosen: t("loosen"), refreshing: t("refreshing") };
}

/**
 * Times come as ISO 8601 UTC and are shown where the customer is. Figures that come with a currency
 * are amounts of it.
 */
function showParam(value: string, currency: string | undefined): string {
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return showDateTime(value);
  if (currency === undefined || !isAmountCurrency(currency) || !/^-?\d+(\.\d+)?$/.test(value)) {
    return value;
  }
  // Not the money package's: the first screens do without it. A text is taken to its last digit.
  const amount = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: currency === "JPY" ? 0 : 2,
    maximumFractionDigits: 4,
  }).format(value as `${number}`);
  return fillText(loaded?.ruleTexts.amounts[currency] ?? "{{amount}}", { amount });
}
