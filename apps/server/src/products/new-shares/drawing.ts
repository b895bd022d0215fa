import { settlementCurrency } from "@sanshi/money";
import type { DrawBook, DrawOutcome } from "../../platform/draws/draw-book.ts";
import * as drawing from "./drawing.store.ts";
import { costOf } from "./new-shares.rules.ts";
import * as offerings from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";
import { entriesOf } from "./subscriptions.store.ts";

/** Where the draws of new shares are kept. */
export const offeringDraws: DrawBook<StoredOffering> = {
  seedPurpose: "offering_seed",
  find: offerings.findOffering,
  lock: offerings.lockOffering,
  entries: entriesOf,
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
  keepOutcome: (transaction, offering, outcome) =>
    drawing.keepOutcome(transaction, {
      offeringId: offering.id,
      ...outcomeOf(offering, outcome),
    }),
  keepBundle: drawing.insertBundle,
  bundle: offerings.findBundle,
};

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
