import type { SaleRoom } from "../checking/same-day.rules.ts";
import { cappedCustomers, withinCaps } from "../preparing/purchase-caps.ts";
import { saleRooms, sameDayMoney } from "../preparing/same-day.ts";
import { decideReplace, decideSetBracket, enlarged } from "../replacing/replacing.ts";
import {
  isAsked,
  type AskedWork,
  type ChangeWork,
  type ReplaceWork,
  type Step,
} from "../changing/change-step.ts";
import { writeChanges } from "../storing/changes.store.ts";
import { closingGroups, type ClosingGroup } from "../storing/closing-groups.store.ts";
import { loadPositions, type StoredPosition } from "../storing/positions.store.ts";
import { isOneOrdersFault, withAttempts } from "../storing/attempts.ts";
import { decideCancel } from "../cancelling/cancelling.ts";
import { decideClose } from "../closing/closing.ts";
import { decideJustMatched } from "../matching/just-matched.ts";
import { decideExpiryAfterAuctions, decideTrigger } from "../matching/triggering.ts";
import { hasJustMatched } from "../matching/auction-matching.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { extendedWaitedForBy } from "../working/watches.ts";
import { offersExtendedHours } from "../../../market/market/market.ts";
import { settleReplays } from "../answering/repeated-requests.ts";
import { knownRequests } from "../answering/requests.store.ts";

/** Somebody else's change may come between look and write; each time one of them has got further. */
const roundsMax = 20;

/** Settles every closing, cancellation, replacement, expiry and triggered order of the batch. */
export async function runChanges(
  services: OrderServices,
  batch: readonly ChangeWork[],
): Promise<void> {
  let works = batch.toSorted((one, other) => (one.customerId < other.customerId ? -1 : 1));
  try {
    for (let round = 1; works.length > 0; round += 1) {
      if (round > roundsMax) throw new Error("a position changed at every look");
      try {
        works = await runRound(services, works);
      } catch (error) {
        if (!isOneOrdersFault(error) || round === roundsMax) throw error;
        if (works.length === 1) continue;
        // One of them is at fault: alone, each sees what is there now.
        for (const work of works) await runChanges(services, [work]);
        return;
      }
    }
  } catch (error) {
    for (const work of works) work.fail(error);
  }
}

/** Answers the works whose position, or money, changed between look and write. */
async function runRound(
  services: OrderServices,
  works: readonly ChangeWork[],
): Promise<ChangeWork[]> {
  const reader = services.context.database.reader;
  const fresh = await settleKnown(services, works);
  if (fresh.length === 0) return [];
  await services.accounts.load(fresh.map(({ customerId }) => customerId));
  const stored = await loadPositions(reader, fresh);
  const orderIds = await services.ids.take(fresh.length);
  // A batch may hold the owner's work and a stranger's on one position: it is the owner's alone.
  const owned = fresh.map((work) =>
    stored.find(
      ({ asked_id: asked, customer_id: owner }) =>
        asked === work.positionId && owner === work.customerId,
    ),
  );
  const looked = fresh.map((work, index) => ({
    work,
    own: owned[index],
    orderId: orderIds[index] ?? work.positionId,
  }));
  const now = services.context.clock.now();
  const enlarged = purchasesToEnlarge(looked).map(({ purchase }) => purchase);
  const capped = cappedCustomers(services.context, enlarged, now);
  // Who enlarges nothing that is capped does not wait for those who do: cancels and sales least of all.
  const parts = Map.groupBy(looked, ({ work }) => capped.has(work.customerId));
  const left: ChangeWork[] = [];
  for (const part of [false, true].map((isCapped) => parts.get(isCapped) ?? [])) {
    if (part.length > 0) left.push(...(await changePart(services, part, now)));
  }
  return left;
}

/** A work with the position that it is about, where that is its customer's, and the id that an order of it would have. */
type Looked = { work: ChangeWork; own: StoredPosition | undefined; orderId: bigint };

function changePart(
  services: OrderServices,
  looked: readonly Looked[],
  now: number,
): Promise<ChangeWork[]> {
  const found = purchasesToEnlarge(looked);
  const purchases = found.map(({ purchase }) => purchase);
  return withinCaps(services, purchases, now, async (capRooms) => {
    const money = found.length === 0 ? [] : await sameDayMoney(services, purchases, now);
    const enlarging = new Map(
      found.map(({ index }, place) => [
        index,
        { sameDay: money[place], purchaseRoom: capRooms[place] },
      ]),
    );
    return changeAll(services, looked, enlarging);
  });
}

/** Decides and writes the round's works; answers those that have to be done again. */
async function changeAll(
  services: OrderServices,
  looked: readonly Looked[],
  enlarging: ReadonlyMap<number, RoomToEnlarge>,
): Promise<ChangeWork[]> {
  const reader = services.context.database.reader;
  const rooms = await roomsForSales(services, looked);
  const offersExtended =
    looked.some(({ own }) => own !== undefined && extendedWaitedForBy(own) !== null) &&
    (await offersExtendedHours(services.context));
  const groups = await closingGroups(
    reader,
    looked.flatMap(({ work }) => (work.kind === "close" ? (work.form.groupId ?? []) : [])),
  );
  const steps = looked.flatMap(({ work: given, own, orderId }, index) => {
    const today = { saleRoom: rooms[index], offersExtended };
    const work = inItsGroup(ofTheDay(given, enlarging.get(index), today), groups);
    const step = decide(services, work, own ?? null, orderId);
    return step === null ? [] : [step];
  });
  if (steps.length === 0) return [];
  const rows = steps.map(({ row }) => row);
  const results = await withAttempts(() => writeChanges(services.connections.changing, rows));
  const left: ChangeWork[] = [];
  for (const [index, { work, row, written, isBefore }] of steps.entries()) {
    const result = results[index];
    if (result?.done !== true) {
      left.push(work);
      continue;
    }
    written(result.filledAt);
    if (isBefore) left.push(work);
    if (result.noticeId !== null && row.notice !== null) {
      const about = row.notice.kind;
      const id = result.noticeId.toString();
      services.context.events.publish(work.customerId, { kind: "message", id, about });
    }
  }
  return left;
}

function inItsGroup(work: ChangeWork, groups: ReadonlyMap<string, ClosingGroup>): ChangeWork {
  if (work.kind !== "close" || work.form.groupId === undefined) return work;
  return { ...work, group: groups.get(work.form.groupId) };
}

/** What may enlarge an order, where the day keeps some money from its stock or caps its purchases. */
type RoomToEnlarge = Pick<ReplaceWork, "sameDay" | "purchaseRoom">;

function purchasesToEnlarge(looked: readonly Looked[]) {
  return looked.flatMap(({ work, own }, index) => {
    if (work.kind !== "replace" || own === undefined) return [];
    return [{ index, purchase: enlarged(own) }];
  });
}

/** What may be sold, where the day keeps some shares of a stock: of what closes, and of what a price may close. */
function roomsForSales(
  services: OrderServices,
  looked: readonly Looked[],
): Promise<(SaleRoom | undefined)[]> {
  const sells = ({ kind }: ChangeWork, own: StoredPosition) => {
    if (kind === "close" || kind === "trigger" || kind === "expiry") return true;
    // What an auction has just sold comes before whatever is asked.
    return own.closings.length > 0 && hasJustMatched(services, own);
  };
  return saleRooms(
    services,
    looked.map(({ work, own }) => {
      return own !== undefined && own.opened > own.closed && sells(work, own) ? own : null;
    }),
  );
}

function ofTheDay(
  work: ChangeWork,
  enlarging: RoomToEnlarge | undefined,
  today: { saleRoom: SaleRoom | undefined; offersExtended: boolean },
): ChangeWork {
  switch (work.kind) {
    case "replace":
      return { ...work, ...enlarging, ...today };
    case "close":
    case "trigger":
    case "expiry":
    case "bracket":
    case "cancel":
      return { ...work, ...today };
  }
}

async function settleKnown(
  services: OrderServices,
  works: readonly ChangeWork[],
): Promise<ChangeWork[]> {
  const asked = works.filter(isAsked);
  if (asked.length === 0) return [...works];
  const known = await knownRequests(services.context.database.reader, asked);
  if (known.length === 0) return [...works];
  const isKnown = (work: AskedWork) =>
    known.some(
      (row) =>
        row.customer_id === work.customerId && row.request_id === work.requestId.toLowerCase(),
    );
  await settleReplays(services, asked.filter(isKnown));
  return works.filter((work) => !isAsked(work) || !isKnown(work));
}

function decide(
  services: OrderServices,
  work: ChangeWork,
  stored: StoredPosition | null,
  orderId: bigint,
): Step | null {
  if (work.kind !== "trigger" && work.kind !== "expiry") {
    const before = decideJustMatched(services, work, stored);
    if (before !== null) return before;
  }
  switch (work.kind) {
    case "close":
      return decideClose(services, work, stored, orderId);
    case "replace":
      return decideReplace(services, work, stored);
    case "bracket":
      return decideSetBracket(services, work, stored);
    case "cancel":
      return decideCancel(services, work, stored);
    case "expiry":
      return decideExpiryAfterAuctions(services, work, stored);
    case "trigger":
      return decideTrigger(services, work, stored, orderId);
  }
}
