import type { OfferingForm } from "@sanshi/contract";
import { defaultMarketKey } from "@sanshi/money";
import { daysLater, isoOf, localOf } from "../../../shared/offers/local-times.ts";

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

/** Days from now and hours of a usual offering: about three weeks from its announcement to its listing. */
const usualTimes = {
  opens_at: [1, 9],
  closes_at: [6, 15],
  priced_at: [7, 15],
  draws_at: [8, 18],
  pays_until: [14, 15],
  waiting_until: [16, 15],
  allocates_at: [17, 15],
  lists_at: [20, 8],
} satisfies Record<(typeof timeNames)[number], [days: number, hour: number]>;

/** With the dates of a usual offering from a moment on, each to be changed. */
export function newOffering(now: number): OfferingDraft {
  const times = timeNames.map((name) => [name, daysLater(now, ...usualTimes[name])]);
  return {
    ...(Object.fromEntries([...figureNames.map((name) => [name, ""]), ...times]) as Record<
      (typeof figureNames)[number] | (typeof timeNames)[number],
      string
    >),
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
}

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

const needed = [
  ...(["code", "name_jp", "name_cn", "name_us", "sponsor"] as const),
  ...figureNames,
  ...timeNames,
];

/** The fields that have to be typed yet, in the form's order. */
export function missingIn(draft: OfferingDraft): (typeof needed)[number][] {
  const isTime = (name: string): name is (typeof timeNames)[number] =>
    (timeNames as readonly string[]).includes(name);
  return needed.filter((name) => {
    const typed = draft[name].trim();
    if (typed === "") return !(optional as readonly string[]).includes(name);
    return isTime(name) && isoOf(typed) === null;
  });
}

/** Of a draft in which nothing is missing. */
export function formOf(draft: OfferingDraft): OfferingForm {
  const { name_jp: jp, name_cn: cn, name_us: us, ...typed } = draft;
  const figures = figureNames.map((name) => [name, plain(typed[name])] as const);
  const times = timeNames.map((name) => [name, isoOf(typed[name])] as const);
  const isFixed = Number(plain(typed.price_low)) === Number(plain(typed.price_high));
  return {
    ...typed,
    ...Object.fromEntries(figures),
    ...Object.fromEntries(times),
    // A fixed price has nothing to wait for.
    ...(isFixed && { priced_at: null }),
    code: typed.code.trim().toUpperCase(),
    sponsor: typed.sponsor.trim(),
    prospectus: typed.prospectus.trim() || null,
    earnings_per_share: typed.earnings_per_share.trim() || null,
    names: { jp: jp.trim(), cn: cn.trim(), us: us.trim() },
  } as OfferingForm;
}

function plain(figure: string): string {
  return figure.replaceAll(/[\s,]/g, "");
}
