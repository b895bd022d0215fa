import { positionStatuses } from "@sanshi/contract";
import { formatPrice, formatShares, settlementCurrency } from "@sanshi/money";
import { RawJson } from "../../platform/http/answers.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { bought, cancelled, closable, sold, startsClosing, stopsClosing } from "./amendment.ts";
import { closedAnswer, keptRefusal, outcomeOf, withTimes } from "./orders.answers.ts";
import { writeAmendments, type AmendmentRow } from "./amending.batch.store.ts";
import {
  checkClosing,
  decideClosing,
  sharesLeft,
  type ClosingForm,
} from "./orders.closing.rules.ts";
import {
  isOneOrdersFault,
  marketFacts,
  toRefusal,
  withAttempts,
  type OrderDesk,
} from "./order-desk.ts";
import { settleReplays } from "./opening-batch.ts";
import { checkPriceAndMarket, openingCost, type Objection } from "./orders.rules.ts";
import { knownRequests, loadPositions, type StoredPosition } from "./orders.store.ts";

type Common<Result> = {
  customerId: bigint;
  positionId: bigint;
  settle(outcome: Result): void;
  fail(error: unknown): void;
};

export type CloseWork = Common<Outcome<RawJson>> & {
  kind: "close";
  customer: Customer;
  form: ClosingForm;
  requestId: string;
  inputHash: string;
};
export type CancelWork = Common<Outcome<RawJson>> & { kind: "cancel" };
/** Settles true where the order is done with, false where it has to go on waiting. */
export type TriggerWork = Common<boolean> & { kind: "trigger" };
export type AmendingWork = CloseWork | CancelWork | TriggerWork;

/** What is to be written for a work, and what its customer hears once it is. */
type Step = {
  work: AmendingWork;
  stored: StoredPosition | null;
  row: AmendmentRow;
  written(filledAt: string): void;
};

/** Somebody else's change may come between look and write; each time one of them has got further. */
const roundsMax = 20;

/** Settles every sale, cancellation and triggered order of the batch. */
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

/** Answers the works whose position changed between look and write. */
async function runRound(desk: OrderDesk, works: readonly AmendingWork[]): Promise<AmendingWork[]> {
  const reader = desk.context.database.reader;
  const fresh = await settleKnown(desk, works);
  if (fresh.length === 0) return [];
  await desk.accounts.load(fresh.map(({ customerId }) => customerId));
  const stored = new Map(
    (await loadPositions(reader, fresh)).map((position) => [position.id, position]),
  );
  const steps = fresh.flatMap((work) => {
    const found = stored.get(work.positionId);
    // A batch may hold the owner's work and a stranger's on one position: it is the owner's alone.
    const own = found?.customer_id === work.customerId ? found : null;
    const step = decide(desk, work, own);
    return step === null ? [] : [step];
  });
  if (steps.length === 0) return [];
  const rows = steps.map(({ row }) => row);
  const results = await withAttempts(() => writeAmendments(desk.pool, rows));
  const left: AmendingWork[] = [];
  for (const [index, step] of steps.entries()) {
    const result = results[index];
    if (result?.done === true) step.written(result.filledAt);
    else left.push(step.work);
  }
  return left;
}

async function settleKnown(
  desk: OrderDesk,
  works: readonly AmendingWork[],
): Promise<AmendingWork[]> {
  const closes = works.filter((work) => work.kind === "close");
  if (closes.length === 0) return [...works];
  const known = await knownRequests(desk.context.database.reader, closes);
  if (known.length === 0) return [...works];
  const isKnown = (work: CloseWork) =>
    known.some(
      (row) =>
        row.customer_id === work.customerId && row.request_id === work.requestId.toLowerCase(),
    );
  await settleReplays(desk, closes.filter(isKnown));
  return works.filter((work) => work.kind !== "close" || !isKnown(work));
}

function decide(desk: OrderDesk, work: AmendingWork, stored: StoredPosition | null): Step | null {
  if (work.kind === "close") return decideClose(desk, work, stored);
  if (work.kind === "cancel") return decideCancel(desk, work, stored);
  return decideTrigger(desk, work, stored);
}

function decideClose(desk: OrderDesk, work: CloseWork, stored: StoredPosition | null): Step {
  const facts =
    stored === null
      ? marketFacts(desk.context, "jpy", "", desk.context.clock.now())
      : // The lock is measured on the database's side of the app's clock.
        factsOf(desk, stored);
  const checked = checkClosing(
    work.form,
    stored?.customer_state ?? work.customer.state,
    stored === null ? null : closable(stored),
    facts,
  );
  if (!checked.ok) return keepRefusal(work, checked.objection);
  const { quantity, quote, limit } = checked.value;
  const answer = desk.venue.execute({ side: "sell", quantity, limit }, quote);
  const at = answer.kind === "filled" ? answer.price : limit;
  if (stored === null || answer.kind === "no_counterparty" || at === null) {
    return keepRefusal(work, { code: "price_unavailable" });
  }
  const closing = decideClosing(closable(stored), quantity, at, facts.now);
  const filled = answer.kind === "filled";
  const accounts = desk.accounts.of(work.customerId, stored.market);
  const change = filled ? sold(stored, closing, quote, accounts) : startsClosing(stored, closing);
  const text = closedAnswer(stored.id, stored.market, closing, {
    status: change.to.status,
    quantityLeft: filled ? closing.quantityLeft : sharesLeft(stored),
    filled,
  });
  return {
    work,
    stored,
    row: {
      customerId: work.customerId,
      request: { id: work.requestId, inputHash: work.inputHash },
      answer: text,
      change,
    },
    written(filledAt) {
      work.settle(accept(new RawJson(withTimes(text, filledAt, ""))));
      if (change.fill !== null) tellFill(desk, stored, change.fill);
      else desk.waits({ ...entryOf(stored), side: "sell", limit: closing.price });
    },
  };
}

/** No price is one for a position that a split or dividend is still to be applied to. */
function factsOf({ context }: OrderDesk, { market, code, now, is_behind }: StoredPosition) {
  const facts = marketFacts(context, market, code, now);
  return is_behind ? { ...facts, quote: null } : facts;
}

function keepRefusal(work: CloseWork, objection: Objection): Step {
  const text = keptRefusal(toRefusal(objection));
  return {
    work,
    stored: null,
    row: {
      customerId: work.customerId,
      request: { id: work.requestId, inputHash: work.inputHash },
      answer: text,
      change: null,
    },
    written: () => work.settle(outcomeOf(text)),
  };
}

function decideCancel(
  desk: OrderDesk,
  work: CancelWork,
  stored: StoredPosition | null,
): Step | null {
  if (stored === null) {
    work.settle(refuse("order_not_found"));
    return null;
  }
  const isPending = stored.status === positionStatuses.pending;
  if (!isPending && stored.status !== positionStatuses.closing) {
    work.settle(refuse("order_not_pending"));
    return null;
  }
  const change = isPending
    ? cancelled(stored, desk.accounts.of(work.customerId, stored.market))
    : stopsClosing(stored);
  const limit = isPending ? stored.limit_price : stored.closing_price;
  return {
    work,
    stored,
    row: { customerId: work.customerId, request: null, answer: null, change },
    written() {
      if (limit !== null) {
        desk.waitsNoMore({ positionId: stored.id, side: isPending ? "buy" : "sell", limit });
      }
      const { market, code } = stored;
      const id = stored.id.toString();
      work.settle(accept(new RawJson(JSON.stringify({ id, status: change.to.status }))));
      desk.context.events.publish(work.customerId, {
        kind: "order_cancelled",
        id,
        type: market,
        code,
      });
    },
  };
}

/** An order that the market seems to have reached: looked at again with the newest quote. */
function decideTrigger(
  desk: OrderDesk,
  work: TriggerWork,
  stored: StoredPosition | null,
): Step | null {
  const isPending = stored?.status === positionStatuses.pending;
  if (stored === null || (!isPending && stored.status !== positionStatuses.closing)) {
    work.settle(true);
    return null;
  }
  const limit = isPending ? stored.limit_price : stored.closing_price;
  const quantity = isPending ? stored.quantity : stored.closing_quantity;
  const state = stored.customer_state;
  // A frozen account trades nothing, one whose trading is disabled buys nothing; its orders wait on.
  const mayTrade = state === "active" || (state === "trading_disabled" && !isPending);
  const facts = factsOf(desk, stored);
  const checked =
    quantity === null || limit === null || !mayTrade
      ? null
      : checkPriceAndMarket({ kind: "market", price: undefined }, quantity, facts);
  if (limit === null || checked === null || !checked.ok) {
    work.settle(false);
    return null;
  }
  const order = checked.value;
  const side = isPending ? "buy" : "sell";
  const answer = desk.venue.execute({ side, quantity: order.quantity, limit }, order.quote);
  if (answer.kind !== "filled") {
    work.settle(false);
    return null;
  }
  const accounts = desk.accounts.of(work.customerId, stored.market);
  const change = isPending
    ? bought(
        stored,
        openingCost(stored.market, answer.price, stored.quantity, stored.placed_at),
        order.quote,
        accounts,
      )
    : sold(
        stored,
        decideClosing(closable(stored), order.quantity, answer.price, facts.now),
        order.quote,
        accounts,
      );
  return {
    work,
    stored,
    row: { customerId: work.customerId, request: null, answer: null, change },
    written() {
      work.settle(true);
      if (change.fill !== null) tellFill(desk, stored, change.fill);
    },
  };
}

function entryOf({ id, customer_id, market, code }: StoredPosition) {
  return { positionId: id, customerId: customer_id, market, code };
}

function tellFill(
  { context }: OrderDesk,
  { id, customer_id, market, code }: StoredPosition,
  fill: {
    side: "buy" | "sell";
    price: Parameters<typeof formatPrice>[0];
    quantity: Parameters<typeof formatShares>[0];
  },
): void {
  context.events.publish(customer_id, {
    kind: fill.side === "buy" ? "order_filled" : "position_closed",
    id: id.toString(),
    type: market,
    code,
    price: formatPrice(fill.price, settlementCurrency(market)),
    quantity: formatShares(fill.quantity),
  });
}
