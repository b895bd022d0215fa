import type { OfferingForm } from "@sanshi/contract";
import { defaultMarketKey } from "@sanshi/money";
import { isoOf, localOf } from "../../../shared/offers/local-times.ts";

/** A form as it is typed: every figure and time as text. */
export type OfferingDraft = {
  [Name in TextName]: string;
} & {
  type: OfferingForm["type"];
  rule: OfferingForm["rule"];
  asks_money: boolean;
  name_jp: string;
  name_cn: string;
  name_us: string;
};

export const figureNames = [
  ...(["price_low", "price_high", "earnings_per_share", "lot", "issue_volume"] as const),
  ...(["quota", "minimum", "cap"] as const),
];
export const timeNames = [
  ...(["opens_at", "closes_at", "priced_at", "draws_at", "pays_until"] as const),
  ...(["waiting_until", "allocates_at", "lists_at"] as const),
];
type TextName =
  | "code"
  | "sponsor"
  | "prospectus"
  | (typeof figureNames)[number]
  | (typeof timeNames)[number];

/** What an offering may lack: earnings that are not above zero, and a final price that comes later. */
const optional: readonly TextName[] = ["earnings_per_share", "priced_at"];

const noFigures = Object.fromEntries(
  [...figureNames, ...timeNames].map((name) => [name, ""]),
) as Record<(typeof figureNames)[number] | (typeof timeNames)[number], string>;

export const emptyOffering: OfferingDraft = {
  ...noFigures,
  type: defaultMarketKey,
  code: "",
  name_jp: "",
  name_cn: "",
  name_us: "",
  sponsor: "",
  prospectus: "",
  rule: "equal",
  asks_money: true,
};

/** What was saved before, to be written on. */
export function draftOf({ names, ...form }: OfferingForm): OfferingDraft {
  const times = timeNames.map((name) => [name, localOf(form[name])] as const);
  return {
    ...form,
    prospectus: form.prospectus ?? "",
    earnings_per_share: form.earnings_per_share ?? "",
    ...(Object.fromEntries(times) as Record<(typeof timeNames)[number], string>),
    name_jp: names.jp,
    name_cn: names.cn,
    name_us: names.us,
  };
}

/** Null where something is missing. */
export function formOf(draft: OfferingDraft): OfferingForm | null {
  const { name_jp: jp, name_cn: cn, name_us: us, ...typed } = draft;
  const given = (["code", "sponsor", ...figureNames, ...timeNames] as const).every(
    (name) => optional.includes(name) || typed[name].trim() !== "",
  );
  if (!given || [jp, cn, us].some((name) => name.trim() === "")) return null;
  const figures = figureNames.map((name) => [name, typed[name].replaceAll(/[\s,]/g, "")] as const);
  const times = timeNames.map((name) => [name, isoOf(typed[name])] as const);
  if (times.some(([name, at]) => at === null && name !== "priced_at")) return null;
  return {
    ...typed,
    ...Object.fromEntries(figures),
    ...Object.fromEntries(times),
    code: typed.code.trim().toUpperCase(),
    sponsor: typed.sponsor.trim(),
    prospectus: typed.prospectus.trim() || null,
    earnings_per_share: typed.earnings_per_share.trim() || null,
    names: { jp: jp.trim(), cn: cn.trim(), us: us.trim() },
  } as OfferingForm;
}
