import { blockDrawName, iso } from "@sanshi/contract";
import { delayPartCount } from "@sanshi/draw";
import { formatPrice, settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { sendMessages } from "../../people/messages/messages.ts";
import type { DrawBook } from "../../platform/draws/draw-book.ts";
import { newDraw } from "../../platform/draws/new-draw.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import * as draws from "./draws.store.ts";
import type { StoredBlockDraw } from "./draws.store.ts";
import * as offers from "./offers.store.ts";
import { stockParams } from "./stock-params.ts";

/** Where the draws of blocks are kept. What they give is filled by the settlement. */
export const blockDraws: DrawBook<StoredBlockDraw> = {
  seedPurpose: "block_draw_seed",
  find: draws.findDraw,
  lock: async (transaction, id) => {
    // Where those who apply and cancel wait for one another, too.
    await offers.lockQuota(transaction, id);
    return draws.findDraw(transaction, id);
  },
  entries: draws.entriesOf,
  isRootDue: draws.isRootDue,
  isDelayDue: draws.isDelayDue,
  isBeaconDue: draws.isBeaconDue,
  isDrawDue: draws.isDrawDue,
  dueForRoot: draws.dueForRoot,
  setRoot: draws.setRoot,
  claimDelay: draws.claimDelay,
  keepCheckpoints: draws.keepCheckpoints,
  checkpoints: draws.checkpointsOf,
  dueForBeacon: draws.dueForBeacon,
  setBeacon: draws.setBeacon,
  dueForDraw: draws.dueForDraw,
  sealedSeed: draws.sealedSeed,
  setDrawn: draws.setDrawn,
  keepOutcome: (transaction, { id }, { allotments, waiting }) =>
    draws.keepDrawnLots(transaction, {
      offerId: id,
      numbers: [...allotments.map(({ number }) => number), ...waiting],
      lots: [...allotments.map(({ lots }) => lots), ...waiting.map(() => 0)],
    }),
  keepBundle: draws.insertBundle,
  bundle: draws.findBundle,
};

/** Publishes an offer; where it is drawn, with the draw's terms and the hash of its seed. */
export async function insertBlock(
  context: Pick<Context, "settings" | "feed" | "sealer">,
  transaction: Transaction,
  block: offers.NewBlock & { isOver?: boolean },
): Promise<bigint | null> {
  const id = await offers.insertBlock(transaction, block);
  if (id === null || block.rule === "first_come") return id;
  const { market, code, lots, opensAt, closesAt, settlesAt } = block;
  const draw = newDraw(context, {
    seedPurpose: blockDraws.seedPurpose,
    drawsAt: settlesAt - (await draws.clockAhead(transaction)),
    // Nobody can have entered a list that had closed before it was published: nothing would be proven by more.
    ...(block.isOver === true && { delay: delayPartCount, beacon: null }),
    offered: {
      offering: blockDrawName(id.toString()),
      type: market,
      code,
      price: formatPrice(block.price, settlementCurrency(market)),
      lot: Number(block.lot),
      quota_lots: lots.quota,
      min_lots: lots.min,
      max_lots: lots.max,
      rule: block.rule,
      opens_at: iso(opensAt),
      closes_at: iso(closesAt),
    },
  });
  await draws.insertDraw(transaction, id, draw, { closesAt, drawsAt: settlesAt });
  return id;
}

const toldAtOnceMax = 500;

/**
 * Tells the next entrants of a list that its root is published, each once: the draw keeps up to whom, so that
 * whoever was killed in between leaves the rest to the next look. Answers how many.
 */
export function notifyEntrants(
  context: Pick<Context, "database" | "clock" | "quotes">,
): Promise<number> {
  const { database, clock } = context;
  return database.transaction(async (transaction) => {
    const draw = await draws.lockEntrantsToTell(transaction);
    if (draw === undefined) return 0;
    const { offer_id: offerId, through, root } = draw;
    const page = { offerId, through, limit: toldAtOnceMax };
    const found = await draws.entrantsAfter(transaction, page);
    const said = { ...stockParams(context, draw), root };
    await sendMessages(
      transaction,
      found.map(({ customer_id: customerId, number }) => ({
        customerId,
        kind: "block_closed" as const,
        params: { ...said, number },
        link: `/home/largeInfo?id=${offerId}`,
        at: clock.now(),
      })),
    );
    const last = found.length < toldAtOnceMax ? undefined : found.at(-1);
    await draws.setEntrantsTold(transaction, offerId, last?.id ?? null);
    return Math.max(1, found.length);
  });
}
