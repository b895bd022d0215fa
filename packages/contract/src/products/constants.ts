/** Of an offering, on the wire. One that was withdrawn keeps the number that it had and says so beside it. */
export const offeringStatuses = {
  not_started: 0,
  subscribing: 1,
  ended: 2,
  drawn: 3,
  listed: 4,
} as const;

/** The specification's numbers; 7 is cancelled before the close, or released with a withdrawn offering. */
export const subscriptionStatuses = {
  awaiting_draw: 0,
  paid: 1,
  listed: 2,
  not_allotted: 3,
  payable: 4,
  waived: 5,
  deadline_missed: 6,
  cancelled: 7,
} as const;

export const allotmentRules = ["equal", "by_lot"] as const;

export const subscriptionsShownMax = 200;
export const offeringsShownMax = 200;

/** Where everybody finds all that a draw was made of. */
export function drawBundlePath(offering: string): string {
  return `/api/draws/${offering}.json`;
}

/** Of a prospectus that the house keeps; most have a few. */
export const prospectusBytesMax = 8 * 1024 * 1024;

/** A prospectus in the house's own keeping is called by the SHA-256 of its bytes, so that it cannot become another. */
export function prospectusPath(sha256: string): string {
  return `/api/prospectuses/${sha256}.pdf`;
}

/** The SHA-256 in such a path; null of an address elsewhere. */
export function prospectusHash(prospectus: string): string | null {
  return /^\/api\/prospectuses\/([0-9a-f]{64})\.pdf$/.exec(prospectus)?.[1] ?? null;
}

/** What a subscription is called: of one length, so that every reading of "sorted by number" is the same. */
export function subscriptionNumber(id: bigint): string {
  return `NS${id.toString().padStart(12, "0")}`;
}

/** Of an offer of a block trade; one that was withdrawn keeps its number and says so beside it. */
export const blockStatuses = { not_open: 0, open: 1, closed: 2, settled: 3 } as const;

/** Of an application for a block trade or an intraday trade, as the specification numbers them. */
export const applicationStatuses = { applied: 0, filled: 1, failed: 2, cancelled: 3 } as const;

/** Who gets what of a block: whoever comes first, or whom the draw names. */
export const blockRules = ["first_come", ...allotmentRules] as const;

/** What an entry in the draw of a block is called: of one length, as a subscription's number. */
export function blockEntryNumber(id: bigint): string {
  return `BT${id.toString().padStart(12, "0")}`;
}

/** What the draw of a block calls its offer: new shares have numbers of their own. */
export function blockDrawName(offer: string): string {
  return `block-${offer}`;
}

/** Who sells a block; a customer by an own consent alone. */
export const blockSellers = ["institution", "house", "customer"] as const;

/** Why an application came to nothing. */
export const blockFailures = [
  "offer_withdrawn",
  "seller_has_none",
  "split",
  "outside_band",
  "not_allotted",
] as const;

/** What became of a customer's consent to sell. */
export const consentStates = [
  "consented",
  "offered",
  "sold",
  "returned",
  "revoked",
  "expired",
] as const;

/** A customer's consents that can still be offered. */
export const liveConsentsMax = 20;
/** How long a consent holds at most. */
export const consentDaysMax = 60;
/** So long at least is a window in which a customer's shares are offered. */
export const customerBlockHoursMin = 1;

export const blockOffersShownMax = 200;
export const applicationsShownMax = 200;

/** Wrong channel passwords of one customer for one offer within an hour. */
export const channelPasswordAttemptsMax = 5;

/** The longest window, and the longest lock-up, of an offer. */
export const blockWindowDaysMax = 30;
export const blockLockUpDaysMax = 365;

/** Of an intraday trade, as the specification names them. */
export const intradayStates = ["submitted", "trading", "completed", "failed"] as const;

export const intradayTradesShownMax = 200;
export const intradayDaysShownMax = 60;

/** Why a position could not be squared off at a moment. */
export const intradayObstacles = [
  "halted",
  "locked",
  "closed",
  "no_price",
  "not_tradable",
] as const;
export type IntradayObstacle = (typeof intradayObstacles)[number];

/** How the square-off of a trade goes or went. */
export const intradayResults = ["waiting", "squared_off", "carried", "closed_otherwise"] as const;
export type IntradayResult = (typeof intradayResults)[number];

export const intradayExportedMax = 10_000;
