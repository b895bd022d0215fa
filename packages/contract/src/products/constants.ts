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

/** What a subscription is called: of one length, so that every reading of "sorted by number" is the same. */
export function subscriptionNumber(id: bigint): string {
  return `NS${id.toString().padStart(12, "0")}`;
}
