import { decideAmend, decideSetBracket } from "./amending-asked.ts";
import { isAsked, type AmendingWork, type AskedWork, type Step } from "./amending-step.ts";
import { writeAmendments } from "./amending.batch.store.ts";
import { loadPositions, type StoredPosition } from "./amending.store.ts";
import { decideClose } from "./closing.ts";
import { decideTrigger } from "./deciding-triggers.ts";
import { isOneOrdersFault, withAttempts, type OrderDesk } from "./order-desk.ts";
import { settleReplays } from "./opening-batch.ts";
import { knownRequests } from "./orders.store.ts";
import { decideCancel, decideExpiry } from "./cancelling.ts";

/** Somebody else's change may come between look and write; each time one of them has got further. */
const roundsMax = 20;

/** Settles every closing, cancellation, amendment, expiry and triggered order of the batch. */
export async function runAmendments(
  desk: OrderDesk,
  batch: readonly AmendingWork[],
): Promise<void> {
  let works = batch.toSorted((one, other) => (one.customerId < other.customerId ? -1 : 1));
  try {
    for (let round = 1; works.length > 0; round += 1) {
      if (round > roundsMax) throw new Error("a position changed at every look");
      try {
        works = await runRound(desk, works);
      } catch (error) {
        if (!isOneOrdersFault(error) || round === roundsMax) throw error;
        if (works.length === 1) continue;
        // One of them is at fault: alone, each sees what is there now.
        for (const work of works) await runAmendments(desk, [work]);
        return;
      }
    }
  } catch (error) {
    for (const work of works) work.fail(error);
  }
}

/** Answers the works whose position, or money, changed between look and write. */
async function runRound(desk: OrderDesk, works: readonly AmendingWork[]): Promise<AmendingWork[]> {
  const reader = desk.context.database.reader;
  const fresh = await settleKnown(desk, works);
  if (fresh.length === 0) return [];
  await desk.accounts.load(fresh.map(({ customerId }) => customerId));
  const stored = await loadPositions(reader, fresh);
  const orderIds = await desk.ids.take(fresh.length);
  const steps = fresh.flatMap((work, index) => {
    // A batch may hold the owner's work and a stranger's on one position: it is the owner's alone.
    const own = stored.find(
      ({ asked_id: asked, customer_id: owner }) =>
        asked === work.positionId && owner === work.customerId,
    );
    const step = decide(desk, work, own ?? null, orderIds[index] ?? work.positionId);
    return step === null ? [] : [step];
  });
  if (steps.length === 0) return [];
  const rows = steps.map(({ row }) => row);
  const results = await withAttempts(() => writeAmendments(desk.connections.amending, rows));
  const left: AmendingWork[] = [];
  for (const [index, { work, row, written }] of steps.entries()) {
    const result = results[index];
    if (result?.done !== true) {
      left.push(work);
      continue;
    }
    written(result.filledAt);
    if (result.noticeId !== null && row.notice !== null) {
      const about = row.notice.kind;
      const id = result.noticeId.toString();
      desk.context.events.publish(work.customerId, { kind: "message", id, about });
    }
  }
  return left;
}

async function settleKnown(
  desk: OrderDesk,
  works: readonly AmendingWork[],
): Promise<AmendingWork[]> {
  const asked = works.filter(isAsked);
  if (asked.length === 0) return [...works];
  const known = await knownRequests(desk.context.database.reader, asked);
  if (known.length === 0) return [...works];
  const isKnown = (work: AskedWork) =>
    known.some(
      (row) =>
        row.customer_id === work.customerId && row.request_id === work.requestId.toLowerCase(),
    );
  await settleReplays(desk, asked.filter(isKnown));
  return works.filter((work) => !isAsked(work) || !isKnown(work));
}

function decide(
  desk: OrderDesk,
  work: AmendingWork,
  stored: StoredPosition | null,
  orderId: bigint,
): Step | null {
  switch (work.kind) {
    case "close":
      return decideClose(desk, work, stored, orderId);
    case "amend":
      return decideAmend(desk, work, stored);
    case "bracket":
      return decideSetBracket(desk, work, stored);
    case "cancel":
      return decideCancel(desk, work, stored);
    case "expiry":
      return decideExpiry(desk, work, stored);
    case "trigger":
      return decideTrigger(desk, work, stored, orderId);
  }
}
