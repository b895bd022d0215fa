import { drawBundlePath, iso } from "@sanshi/contract";
import { settlementCurrency } from "@sanshi/money";
import type { DrawBook, DrawOutcome } from "../../platform/draws/draw-book.ts";
import * as drawing from "./drawing.store.ts";
import { costOf, timesAfterDraw } from "./new-shares.rules.ts";
import * as offerings from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";
import { entriesOf } from "./subscriptions.store.ts";

/** Where the draws of new shares are kept. */
export const offeringDraws: DrawBook<StoredOffering> = {
  seedPurpose: "offering_seed",
  find: offerings.findOffering,
  lock: offerings.lockOffering,
  entries: entriesOf,
  isRootDue: drawing.isRootDue,
  isDelayDue: drawing.isDelayDue,
  isBeaconDue: drawing.isBeaconDue,
  isDrawDue: drawing.isDrawDue,
  dueForRoot: drawing.dueForRoot,
  setRoot: drawing.setRoot,
  claimDelay: drawing.claimDelay,
  keepCheckpoints: drawing.keepCheckpoints,
  checkpoints: drawing.checkpointsOf,
  dueForBeacon: drawing.dueForBeacon,
  setBeacon: drawing.setBeacon,
  dueForDraw: drawing.dueForDraw,
  sealedSeed: offerings.sealedSeed,
  setDrawn: drawing.setDrawn,
  async keepOutcome(transaction, offering, outcome, drawnAt) {
    // Who has nothing to pay waits for nothing.
    const moved = outcome.allotments.length > 0 ? timesAfterDraw(offering, drawnAt) : null;
    if (moved !== null) await drawing.moveTimes(transaction, offering.id, moved);
    await drawing.keepOutcome(transaction, {
      offeringId: offering.id,
      ...outcomeOf({ ...offering, ...moved }, outcome),
    });
  },
  keepBundle: drawing.insertBundle,
  bundle: offerings.findBundle,
  remarks: async (reader, offering) =>
    remarksOn(offering, await offerings.earlierDraws(reader, offering)),
};

/** What everybody who checks a draw has to know beside it: that it was given up, and what was drawn before. */
function remarksOn(
  { withdrawn_at: at, withdrawn_reason: reason, withdraws_at, withdrawal_reason }: StoredOffering,
  earlier: Awaited<ReturnType<typeof offerings.earlierDraws>>,
) {
  return {
    ...(withdraws_at !== null &&
      at === null && { withdraws: { at: iso(withdraws_at), reason: withdrawal_reason } }),
    ...(at !== null && { withdrawn: { at: iso(at), reason } }),
    ...(earlier.length > 0 && {
      earlier_draws: earlier.map((one) => ({
        address: drawBundlePath(one.id.toString()),
        withdrawn:
          one.withdrawn_at === null
            ? null
            : { at: iso(one.withdrawn_at), reason: one.withdrawn_reason },
      })),
    }),
  };
}

/** What each entrant got and pays, and at which place who got nothing waits. */
function outcomeOf(
  { price, lot_size: lot, market, pays_until: payUntil }: StoredOffering,
  { allotments, waiting }: DrawOutcome,
) {
  if (price === null) throw new Error("an offering is drawn before it has a price");
  const currency = settlementCurrency(market);
  return {
    payUntil,
    numbers: [...allotments.map(({ number }) => number), ...waiting],
    lots: [...allotments.map(({ lots }) => lots), ...waiting.map(() => 0)],
    amounts: [
      ...allotments.map(({ lots }) => costOf(price, lot, lots, currency)),
      ...waiting.map(() => null),
    ],
    places: [...allotments.map(() => null), ...waiting.map((_number, index) => index + 1)],
  };
}
