import {
  consentDaysMax,
  customerBlockHoursMin,
  dayMs,
  hourMs,
  type BlockOfferForm,
  type BlockSaleConsent,
} from "@sanshi/contract";
import type { MarketKey, Price, Shares } from "@sanshi/money";

/** What a customer consented to. */
export type Consented = {
  market: MarketKey;
  code: string;
  quantity: Shares;
  floor_price: Price;
  /** In hundredths of a per cent. */
  discount_most: number;
  lock_up_days: number;
  expires_at: number;
  revoked_at: number | null;
  offer_id: bigint | null;
};

/** The first field of a form that goes beyond what the customer who sells consented to; null where none does. */
export function beyondConsent(
  form: BlockOfferForm,
  consent: Consented | undefined,
  { price, reference, now }: { price: Price; reference: Price; now: number },
): keyof BlockOfferForm | null {
  if (consent === undefined || consent.revoked_at !== null || consent.offer_id !== null) {
    return "consent";
  }
  if (consent.expires_at <= now) return "consent";
  if (form.type !== consent.market) return "type";
  if (form.code !== consent.code) return "code";
  if (BigInt(form.total) !== consent.quantity) return "total";
  const least = 10_000n - BigInt(consent.discount_most);
  if (price < consent.floor_price || price * 10_000n < reference * least) return "price";
  if (form.lock_up_days !== consent.lock_up_days) return "lock_up_days";
  // For everybody, and for long enough: nobody gets a customer's shares cheaply alone.
  if (form.invited_only) return "invited_only";
  const window = Date.parse(form.closes_at) - Date.parse(form.opens_at);
  if (window < customerBlockHoursMin * hourMs) return "closes_at";
  return Date.parse(form.settles_at) > consent.expires_at ? "settles_at" : null;
}

/** Long enough for a window, and bounded. */
export function isConsentTime(expiresAt: number, now: number): boolean {
  return (
    expiresAt > now + customerBlockHoursMin * hourMs && expiresAt <= now + consentDaysMax * dayMs
  );
}

export function consentState(
  consent: Pick<Consented, "revoked_at" | "offer_id" | "expires_at"> & {
    sold_lots: number | null;
    unsold_because: string | null;
    settled_at: number | null;
    withdrawn_at: number | null;
  },
  now: number,
): BlockSaleConsent["state"] {
  if (consent.revoked_at !== null) return "revoked";
  if (consent.offer_id === null) return consent.expires_at <= now ? "expired" : "consented";
  if (consent.withdrawn_at !== null) return "returned";
  // Sold in steps: what was sold is known once nothing more is.
  if (consent.settled_at === null && consent.unsold_because === null) return "offered";
  return consent.sold_lots === 0 ? "returned" : "sold";
}
