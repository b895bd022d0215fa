import type { CallOutput, OperatorCalls } from "@sanshi/contract";
import type { AnyRefusalCode } from "@sanshi/contract/operator-refusals";
import { moreRecordRemarks, recordSentence } from "@sanshi/contract/record-faults";
import { fillText } from "@sanshi/web/fill-text";
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

/** The word of a code that comes over the wire; a newer server may send one that we have no word for. */
export function wordFor<Name extends Namespace>(name: Name, prefix: string, code: string): string {
  const texts: Readonly<Record<string, string>> = loadedTexts()?.texts[name] ?? {};
  return texts[`${prefix}${code}`] ?? code;
}

export function isKnownWord<Name extends Namespace>(
  name: Name,
  prefix: string,
  code: string,
): boolean {
  return Object.hasOwn(loadedTexts()?.texts[name] ?? {}, `${prefix}${code}`);
}

/** A reason of the catalogue as the customer reads it, here in the operator's language. */
export function reasonText(code: string): string {
  const texts: Readonly<Record<string, string>> = loadedTexts()?.reasons ?? {};
  return texts[code] ?? code.replaceAll("_", " ");
}

/** What of recorded prices was not taken, in sentences of the operator's language. */
export function recordSentences({ left_out: remarks, left_out_more: more }: Remarks): string[] {
  const texts = loadedTexts()?.record;
  if (texts === undefined) return [];
  const last = more === null ? [] : [moreRecordRemarks(texts, more)];
  return [...remarks.map((one) => recordSentence(texts, one)), ...last];
}

type Remarks = Pick<
  NonNullable<CallOutput<OperatorCalls["/api/ops/health"]>["record"]>,
  "left_out" | "left_out_more"
>;

/** A market's rule, as customers read it too. */
export function ruleText(rule: string): string {
  const names: Readonly<Record<string, string>> = loadedTexts()?.rules ?? {};
  return names[rule] ?? rule;
}

/** A refusal as a sentence in the operator's language that says what to do next. */
export function refusalText(refusal: {
  code: AnyRefusalCode;
  params?: Readonly<Record<string, string>>;
}): string {
  const params = Object.entries(refusal.params ?? {});
  const shown = Object.fromEntries(params.map(([name, value]) => [name, showParam(name, value)]));
  return fillText(loadedTexts()?.refusals[refusal.code] ?? refusal.code, shown);
}

/** A field and a rule have words of their own; a moment is shown as everywhere. */
function showParam(name: string, value: string): string {
  if (name === "field") return wordFor("words", "field_", value);
  if (name === "rule") return ruleText(value);
  return /^\d{4}-\d\d-\d\dT/.test(value) ? showDateTime(value) : value;
}
