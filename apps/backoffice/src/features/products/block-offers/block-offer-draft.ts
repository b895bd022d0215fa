import type { BlockOfferForm } from "@sanshi/contract";
import type { Output } from "../../../shared/calls.ts";
import { defaultMarketKey } from "@sanshi/money";
import { isoOf, localOf } from "../../../shared/offers/local-times.ts";

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

export const emptyBlock: BlockDraft = {
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
export function draftOfConsent(consent: Consent): BlockDraft {
  const { id, type, code, quantity, floor_price: price } = consent;
  return {
    ...emptyBlock,
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

/** Null where something is missing. */
export function formOf(draft: BlockDraft): BlockOfferForm | null {
  const figure = (name: (typeof figureNames)[number]) => draft[name].replaceAll(/[\s,]/g, "");
  const [opens, closes, settles] = timeNames.map((name) => isoOf(draft[name]));
  const needed = ["code", ...figureNames, ...nameNames] as const;
  if (needed.some((name) => draft[name].trim() === "")) return null;
  if (!opens || !closes || !settles || !/^\d{1,3}$/.test(draft.lock_up_days.trim())) return null;
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
    opens_at: opens,
    closes_at: closes,
    settles_at: settles,
    lock_up_days: Number(draft.lock_up_days),
  };
}
