import type { RefusalCode } from "@sanshi/contract/refusals";
import type { PullTexts } from "@sanshi/ui";
import { fillText } from "@sanshi/web/fill-text";
import { language, type Language } from "@sanshi/web/language";
import { createTexts, type TextKeyOf, type TranslateOf } from "@sanshi/web/texts";
import { showDateTime } from "@sanshi/web/times";
import type { Texts } from "../texts/jp/index.ts";
import type * as RefusalWords from "../texts/jp/refusals.ts";

export type Namespace = keyof Texts;
export type TextKey<Name extends Namespace> = TextKeyOf<Texts[Name]>;
/** Gives a sentence of one namespace: `t("since", { time })`. */
export type Translate<Name extends Namespace> = TranslateOf<Texts[Name]>;

// Three chunks per language: what the first screens say, what all others say, and why something was refused.
const found = createTexts(
  {
    jp: () => import("../texts/jp/first.ts"),
    cn: () => import("../texts/cn/first.ts"),
    us: () => import("../texts/us/first.ts"),
  },
  {
    jp: () => import("../texts/jp/later.ts"),
    cn: () => import("../texts/cn/later.ts"),
    us: () => import("../texts/us/later.ts"),
  },
);

export const { loadTexts, textOf, useText } = found;

const refusalLoaders: Readonly<Record<Language, () => Promise<typeof RefusalWords>>> = {
  jp: () => import("../texts/jp/refusals.ts"),
  cn: () => import("../texts/cn/refusals.ts"),
  us: () => import("../texts/us/refusals.ts"),
};
const refusalWords: Partial<Record<Language, typeof RefusalWords>> = {};

/** The words for everything that can be refused. No first view waits for them; whoever was refused does. */
export async function loadRefusalTexts(): Promise<void> {
  const wanted = language();
  refusalWords[wanted] ??= await refusalLoaders[wanted]();
}

/** Whether this release has words for a code: a newer server may have one that it does not know. */
export function isRefusalCode(text: string): text is RefusalCode {
  const words = refusalWords[language()];
  if (words === undefined) return true;
  const early = found.loadedTexts()?.earlyRefusalTexts ?? {};
  return Object.hasOwn(words.askedRefusalTexts, text) || Object.hasOwn(early, text);
}

/** Loads a module that says what the first screens do not, and its texts beside it. */
export async function withLaterTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), found.loadLaterTexts(), loadRefusalTexts()]);
  return module;
}

/** A refusal as a sentence in the user's language that says what to do next. */
export function refusalText(refusal: {
  code: RefusalCode;
  params?: Readonly<Record<string, string>>;
}): string {
  const params = refusal.params ?? {};
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    // A number of shares is none of money, whatever stands beside it.
    shown[name] = showParam(value, name === "shares" ? undefined : params["currency"]);
  }
  for (const name of Object.keys(shown)) {
    shown[name] = expectedDate(shown[name] ?? "", params[`${name}_status`]);
  }
  // What is halted comes by its name in every language.
  if (params["scope"] !== undefined) shown["scope"] = params[`scope_${language()}`] ?? "";
  if (params["rule"] !== undefined) {
    const isOlder = params["since_status"] === "older_than_record";
    shown["rule"] = isOlder ? olderRule(params["rule"]) : ruleText(params["rule"], params["since"]);
  }
  const text = fillText(refusalSentence(refusal.code), shown);
  // Where an operator decided it, the answer brings the reason in every language.
  if (params["why"] === undefined) return text;
  return `${text} ${params[`why_${language()}`] ?? ""}`;
}

function refusalSentence(code: RefusalCode): string {
  const asked: Partial<Record<RefusalCode, string>> | undefined =
    refusalWords[language()]?.askedRefusalTexts;
  const early: Partial<Record<RefusalCode, string>> | undefined =
    found.loadedTexts()?.earlyRefusalTexts;
  return asked?.[code] ?? early?.[code] ?? early?.server_fault ?? code;
}

/** A market's rule in the user's language, with the day from which it holds where that is known. */
export function ruleText(rule: string, since: string | undefined): string {
  const texts = ruleWords();
  if (texts === undefined) return rule;
  const names: Readonly<Record<string, string>> = texts.names;
  const name = Object.hasOwn(names, rule) ? (names[rule] ?? rule) : rule;
  // A rule that is older than the rulebook's records has no day to name.
  const isDated = since !== undefined && since > "1900-01-01";
  // A date is not cut in two at the end of a line.
  return !isDated ? name : fillText(texts.since, { rule: name, since: unbroken(since) });
}

/** What is said of rules, which comes with the refusals' own words. */
export function ruleWords(): (typeof RefusalWords)["ruleTexts"] | undefined {
  return refusalWords[language()]?.ruleTexts;
}

/** A rule whose version of a day lies before the rulebook's record: its oldest version was asked instead. */
function olderRule(rule: string): string {
  const texts = ruleWords();
  const name = ruleText(rule, undefined);
  return texts === undefined ? name : fillText(texts.older, { rule: name });
}

/** With hyphens at which no line ends. */
function unbroken(date: string): string {
  return date.replaceAll("-", "\u2011");
}

/** A date as it is shown, marked while the calendar of its year is not published: it may still move. */
export function expectedDate(shown: string, status: string | undefined): string {
  return isExpected(status) ? textOf("shell")("date_expected", { date: shown }) : shown;
}

export function isExpected(status: string | undefined): boolean {
  return status === "expected" || status === "unknown";
}

/** An industry in the user's language; it travels with the core, since a stock's page says it at once. */
export function sectorText(sector: string): string {
  const key = `sector_${sector}` as TextKey<"stock">;
  const text = textOf("stock")(key);
  // A live feed may name an industry that has no words here yet.
  return text === key ? sector : text;
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
  const amounts: Readonly<Record<string, string>> =
    refusalWords[language()]?.ruleTexts.amounts ?? {};
  const sentence = currency === undefined ? undefined : amounts[currency];
  if (sentence === undefined || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  // Not the money package's: the first screens do without it. A text is taken to its last digit.
  const amount = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: currency === "JPY" ? 0 : 2,
    maximumFractionDigits: 4,
  }).format(value as `${number}`);
  return fillText(sentence, { amount });
}
