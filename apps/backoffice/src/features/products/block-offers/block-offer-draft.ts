import type { BlockOfferForm } from "@sanshi/contract";
import type { Output } from "../../../shared/calls.ts";
import { defaultMarketKey } from "@sanshi/money";
import { daysLater, isoOf, localOf } from "../../../shared/offers/local-times.ts";

export const figureNames = ["price", "lot", "total", "minimum", "maximum"] as const;
export const timeNames = ["opens_at", "closes_at", "settles_at"] as const;
const nameNames = ["name_jp", "name_cn", "name_us"] as const;

type TextName =
  | "code"
  | "lock_up_days"
  | (typeof figureNames)[number]
  | (typeof timeNames)[number]
  | (typeof nameNames)[number];

/** A form as it is typed: every figure and time as text. */
export type BlockDraft = Record<TextName, string> &
  Pick<BlockOfferForm, "type" | "rule" | "seller" | "consent" | "invited_only" | "cancellable">;

const emptyBlock: BlockDraft = {
  type: defaultMarketKey,
  seller: "house",
  consent: null,
  code: "",
  name_jp: "",
  name_cn: "",
  name_us: "",
  price: "",
  lot: "100",
  total: "",
  minimum: "",
  maximum: "",
  lock_up_days: "0",
  opens_at: "",
  closes_at: "",
  settles_at: "",
  rule: "first_come",
  invited_only: false,
  cancellable: true,
};

/** With a window of the next day, to be changed. */
export function newBlock(now: number): BlockDraft {
  return {
    ...emptyBlock,
    opens_at: daysLater(now, 1, 9),
    closes_at: daysLater(now, 1, 15),
    settles_at: daysLater(now, 1, 16),
  };
}

/** What was saved before, to be written on. */
export function draftOf({ seller_names: names, ...form }: BlockOfferForm): BlockDraft {
  return {
    ...form,
    name_jp: names.jp,
    name_cn: names.cn,
    name_us: names.us,
    lock_up_days: String(form.lock_up_days),
    opens_at: localOf(form.opens_at),
    closes_at: localOf(form.closes_at),
    settles_at: localOf(form.settles_at),
  };
}

type Consent = Output<"/api/ops/block-consents">["items"][number];

/** An offer within a customer's consent: what it does not leave open stands already. */
export function draftOfConsent(consent: Consent, now: number): BlockDraft {
  const { id, type, code, quantity, floor_price: price } = consent;
  return {
    ...newBlock(now),
    seller: "customer",
    consent: id,
    type,
    code,
    price,
    total: quantity,
    maximum: quantity,
    lock_up_days: String(consent.lock_up_days),
    // In public a customer who sells has no name.
    name_jp: "お客様",
    name_cn: "客户",
    name_us: "A customer",
  };
}

const needed = ["code", ...nameNames, ...figureNames, "lock_up_days", ...timeNames] as const;

/** The fields that have to be typed yet, in the form's order. */
export function missingIn(draft: BlockDraft): (typeof needed)[number][] {
  const isTime = (name: string): name is (typeof timeNames)[number] =>
    (timeNames as readonly string[]).includes(name);
  return needed.filter((name) => {
    const typed = draft[name].trim();
    if (name === "lock_up_days") return !/^\d{1,3}$/.test(typed);
    return isTime(name) ? isoOf(typed) === null : typed === "";
  });
}

/** Of a draft in which nothing is missing. */
export function formOf(draft: BlockDraft): BlockOfferForm {
  const figure = (name: (typeof figureNames)[number]) => draft[name].replaceAll(/[\s,]/g, "");
  const time = (name: (typeof timeNames)[number]) => isoOf(draft[name]) ?? "";
  return {
    type: draft.type,
    code: draft.code.trim().toUpperCase(),
    seller: draft.seller,
    consent: draft.consent,
    seller_names: {
      jp: draft.name_jp.trim(),
      cn: draft.name_cn.trim(),
      us: draft.name_us.trim(),
    },
    price: figure("price"),
    lot: figure("lot"),
    total: figure("total"),
    minimum: figure("minimum"),
    maximum: figure("maximum"),
    rule: draft.rule,
    invited_only: draft.invited_only,
    cancellable: draft.cancellable,
    opens_at: time("opens_at"),
    closes_at: time("closes_at"),
    settles_at: time("settles_at"),
    lock_up_days: Number(draft.lock_up_days),
  };
}
