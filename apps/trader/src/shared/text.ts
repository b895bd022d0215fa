import type { RefusalCode } from "@sanshi/contract/refusals";
import { isAmountCurrency, isRuleKey } from "@sanshi/contract/rule-texts";
import type { PullTexts } from "@sanshi/ui";
import { fillText } from "@sanshi/web/fill-text";
import { language } from "@sanshi/web/language";
import { createTexts, type TextKeyOf, type TranslateOf } from "@sanshi/web/texts";
import { showDateTime } from "@sanshi/web/times";
import type { Texts } from "../texts/jp/index.ts";

export type Namespace = keyof Texts;
export type TextKey<Name extends Namespace> = TextKeyOf<Texts[Name]>;
/** Gives a sentence of one namespace: `t("since", { time })`. */
export type Translate<Name extends Namespace> = TranslateOf<Texts[Name]>;

// One chunk per language: its texts and the refusals.
export const { loadTexts, textOf, useText, loadedTexts } = createTexts({
  jp: () => import("../texts/jp/index.ts"),
  cn: () => import("../texts/cn/index.ts"),
  us: () => import("../texts/us/index.ts"),
});

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
  const text = fillText(loadedTexts()?.refusalTexts[refusal.code] ?? refusal.code, shown);
  // Where an operator decided it, the answer brings the reason in every language.
  if (params["why"] === undefined) return text;
  return `${text} ${params[`why_${language()}`] ?? ""}`;
}

/** A market's rule in the user's language, with the day from which it holds where that is known. */
export function ruleText(rule: string, since: string | undefined): string {
  const texts = loadedTexts()?.ruleTexts;
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
  return fillText(loadedTexts()?.ruleTexts.amounts[currency] ?? "{{amount}}", { amount });
}
