import { shares, type Price, type Shares } from "@sanshi/money";
import type { ClientOrderId, ExecutionReport } from "../../venues/reporting-venue.ts";

/** What the venue has made of an order, as far as it has told; `pending_new` until it has told anything. */
export type VenueOrderState =
  | "pending_new"
  | "working"
  | "filled"
  | "cancelled"
  | "expired"
  | "rejected";

/** What was asked of the venue and is not answered yet. */
export type VenueRequest =
  | { kind: "new"; clientOrderId: ClientOrderId }
  | { kind: "cancel"; clientOrderId: ClientOrderId }
  | { kind: "replace"; clientOrderId: ClientOrderId; quantity: Shares; limit: Price };

export type VenueOrder = {
  state: VenueOrderState;
  venueOrderId: string | null;
  /** Of the request that it was last accepted under, and at first of the one that submits it. */
  clientOrderId: ClientOrderId;
  /** As the venue has it: what a replace asks for counts once the venue says so. */
  quantity: Shares;
  limit: Price;
  filled: Shares;
  /** Shares that a bust or a correction has taken out again: nobody looks for them a second time. */
  busted: Shares;
  /** Cancel or replace; the submission itself is unanswered in `pending_new`. */
  request: Exclude<VenueRequest, { kind: "new" }> | null;
  /** A cancel that was asked for while a replace was unanswered: it goes out after that. */
  wantsCancel: boolean;
};

/** A trade that counts, by the id that it was reported under last. */
export type BookedTrade = { executionId: string; quantity: Shares; price: Price };

export type VenueEffect =
  | { kind: "booked"; trade: BookedTrade }
  | { kind: "reversed"; trade: BookedTrade }
  /** The order is another one at the venue from now on, and so is what has to be held for it. */
  | { kind: "replaced"; quantity: Shares; limit: Price }
  /** The order stays what it was. */
  | { kind: "request_refused"; clientOrderId: ClientOrderId }
  /** Nothing more will be filled: what is held for the rest is released. */
  | { kind: "ended"; state: Exclude<VenueOrderState, "pending_new" | "working"> }
  /** Once more what has never arrived, under the id that it has. */
  | { kind: "send_again"; clientOrderId: ClientOrderId }
  /** The cancel that waited for a replace to be answered. */
  | { kind: "cancel" };

/** Why what the venue says cannot be true of the order as we have it. Nothing is done until somebody has looked. */
export type Dispute =
  | "trade_after_end"
  | "ended_twice"
  | "unknown_trade"
  | "correction_grew"
  | "not_asked"
  | "figures_differ"
  /** It may be right, and the books have no entry for it: a person decides. */
  | "not_bookable";

export type DecidedReport =
  | { ok: true; order: VenueOrder; effects: readonly VenueEffect[] }
  | { ok: false; dispute: Dispute };

/**
 * What a report makes of an order. Reports come here in the venue's sequence, none left out and none twice, so
 * whatever does not fit is no matter of the line: the venue and we disagree, and nobody guesses who is right.
 *
 * @param referred the trade that a bust or a correction is about, where we have booked it
 */
export function decideReport(
  order: VenueOrder,
  report: ExecutionReport,
  referred: BookedTrade | null,
): DecidedReport {
  const decided = byType(order, report, referred);
  if (!decided.ok || report.type === "request_unknown" || report.type === "order_unknown") {
    return decided;
  }
  // The venue's figures and ours are two sums over the same trades.
  return agrees(decided.order, report) ? decided : dispute("figures_differ");
}

function byType(
  order: VenueOrder,
  report: ExecutionReport,
  referred: BookedTrade | null,
): DecidedReport {
  switch (report.type) {
    case "accepted":
      if (order.state !== "pending_new") return dispute("not_asked");
      return done({ ...order, state: "working", venueOrderId: report.venueOrderId });
    case "rejected":
      if (order.state !== "pending_new") return dispute("not_asked");
      return end({ ...order, venueOrderId: report.venueOrderId }, "rejected");
    case "trade":
      return traded(order, report);
    case "cancelled":
    case "expired":
      if (hasEnded(order)) return dispute("ended_twice");
      return end(answered(order, report.clientOrderId), report.type);
    case "replaced":
      return replaced(order, report);
    case "request_rejected":
      if (order.request?.clientOrderId !== report.clientOrderId) return dispute("not_asked");
      return refusedRequest(order, report.clientOrderId);
    case "busted":
      return reversed(order, referred, null);
    case "corrected":
      return reversed(order, referred, report);
    case "status":
      return done(order);
    case "request_unknown":
      return neverArrived(order, report.clientOrderId);
    case "order_unknown":
      // Whatever was sent before the cancel is lost, and a submission is not sent again once a cancel was asked for.
      if (hasEnded(order)) return done(order);
      if (order.request?.clientOrderId !== report.clientOrderId) return dispute("not_asked");
      if (order.state !== "pending_new") return dispute("figures_differ");
      return end(answered(order, report.clientOrderId), "cancelled");
  }
}

function traded(
  order: VenueOrder,
  { executionId, quantity, price }: Extract<ExecutionReport, { type: "trade" }>,
): DecidedReport {
  if (hasEnded(order)) return dispute("trade_after_end");
  if (order.state === "pending_new" || quantity <= 0n || quantity > leavesOf(order)) {
    return dispute("figures_differ");
  }
  const after = { ...order, filled: shares(order.filled + quantity) };
  const booked: VenueEffect = { kind: "booked", trade: { executionId, quantity, price } };
  if (leavesOf(after) > 0n) return done(after, booked);
  return done({ ...after, state: "filled", wantsCancel: false }, booked, {
    kind: "ended",
    state: "filled",
  });
}

function replaced(
  order: VenueOrder,
  report: Extract<ExecutionReport, { type: "replaced" }>,
): DecidedReport {
  const { request } = order;
  if (request?.kind !== "replace" || request.clientOrderId !== report.clientOrderId) {
    return dispute("not_asked");
  }
  if (order.state !== "working") return dispute("ended_twice");
  const { quantity, limit, clientOrderId } = report;
  if (quantity !== request.quantity || limit !== request.limit) return dispute("figures_differ");
  const known = { ...answered(order, clientOrderId), clientOrderId, quantity, limit };
  if (leavesOf(known) <= 0n) return dispute("figures_differ");
  const after = nextRequest(known);
  // What was taken out again is nobody's to fill: our order is for as many fewer.
  const ours = shares(quantity - order.busted);
  return { ...after, effects: [{ kind: "replaced", quantity: ours, limit }, ...after.effects] };
}

/** A trade counts no more; a correction puts another in its place. */
function reversed(
  order: VenueOrder,
  referred: BookedTrade | null,
  correction: Extract<ExecutionReport, { type: "corrected" }> | null,
): DecidedReport {
  if (referred === null) return dispute("unknown_trade");
  const quantity = correction?.quantity ?? shares(0n);
  if (quantity > referred.quantity) return dispute("correction_grew");
  const fewer = referred.quantity - quantity;
  const after = {
    ...order,
    filled: shares(order.filled - fewer),
    busted: shares(order.busted + fewer),
  };
  const effects: VenueEffect[] = [{ kind: "reversed", trade: referred }];
  if (correction !== null) {
    const { executionId, price } = correction;
    effects.push({ kind: "booked", trade: { executionId, quantity, price } });
  }
  return done(after, ...effects);
}

/** A request got lost on its way. */
function neverArrived(order: VenueOrder, clientOrderId: ClientOrderId): DecidedReport {
  const isSubmission = clientOrderId === order.clientOrderId && order.state === "pending_new";
  if (isSubmission) {
    // The cancel finds no order then, and that ends it.
    return order.request === null
      ? done(order, { kind: "send_again", clientOrderId })
      : done(order);
  }
  // Of an order that has ended too: an earlier repetition may be on its way, and only an answer is the end of it.
  const isAsked = order.request?.clientOrderId === clientOrderId;
  return isAsked ? done(order, { kind: "send_again", clientOrderId }) : done(order);
}

/** The venue has answered what was asked, where it is this that it answers. */
function answered(order: VenueOrder, clientOrderId: ClientOrderId): VenueOrder {
  return order.request?.clientOrderId === clientOrderId ? { ...order, request: null } : order;
}

/** Of an order that has ended meanwhile nothing is left to say. */
function refusedRequest(order: VenueOrder, clientOrderId: ClientOrderId): DecidedReport {
  const after = nextRequest(answered(order, clientOrderId));
  if (hasEnded(order)) return after;
  return { ...after, effects: [{ kind: "request_refused", clientOrderId }, ...after.effects] };
}

/** A replace is answered: a cancel that waited for it goes out. */
function nextRequest(order: VenueOrder): Extract<DecidedReport, { ok: true }> {
  if (!order.wantsCancel || order.request !== null) return done(order);
  const after = { ...order, wantsCancel: false };
  return hasEnded(order) ? done(after) : done(after, { kind: "cancel" });
}

function end(
  order: VenueOrder,
  state: Extract<VenueEffect, { kind: "ended" }>["state"],
): DecidedReport {
  return done({ ...order, state, wantsCancel: false }, { kind: "ended", state });
}

function done(
  order: VenueOrder,
  ...effects: readonly VenueEffect[]
): Extract<DecidedReport, { ok: true }> {
  return { ok: true, order, effects };
}

function dispute(why: Dispute): DecidedReport {
  return { ok: false, dispute: why };
}

export function hasEnded({ state }: Pick<VenueOrder, "state">): boolean {
  return state !== "pending_new" && state !== "working";
}

/** Shares that the venue may still fill. */
export function leavesOf(order: VenueOrder): Shares {
  return shares(hasEnded(order) ? 0n : order.quantity - order.filled - order.busted);
}

type Figures = Extract<ExecutionReport, { cumulative: Shares }>;

function agrees(order: VenueOrder, { status, cumulative, leaves, venueOrderId }: Figures): boolean {
  return (
    status === order.state &&
    cumulative === order.filled &&
    leaves === leavesOf(order) &&
    venueOrderId === order.venueOrderId
  );
}

/** A cancel is asked for: of an order that a replace is on its way for, once that is answered. */
export function askCancel(
  order: VenueOrder,
  clientOrderId: ClientOrderId,
): { order: VenueOrder; request: VenueRequest | null } | "order_ended" {
  if (hasEnded(order)) return "order_ended";
  if (order.request?.kind === "cancel") return { order, request: null };
  if (order.request?.kind === "replace") {
    return { order: { ...order, wantsCancel: true }, request: null };
  }
  const request: VenueRequest & { kind: "cancel" } = { kind: "cancel", clientOrderId };
  return { order: { ...order, request }, request };
}

/** Another quantity or limit is asked for, of an order that the venue has and nothing else is asked of. */
export function askReplace(
  order: VenueOrder,
  request: Extract<VenueRequest, { kind: "replace" }>,
): VenueOrder | "order_ended" | "order_unanswered" {
  if (hasEnded(order)) return "order_ended";
  if (order.state === "pending_new" || order.request !== null) return "order_unanswered";
  return { ...order, request };
}

/** What is held for an order: enough for either side of a replace that the venue has not answered. */
export function heldFor(order: VenueOrder): { quantity: Shares; limit: Price }[] {
  if (hasEnded(order)) return [];
  const asked = order.request?.kind === "replace" ? [order.request] : [];
  return [order, ...asked].map(({ quantity, limit }) => ({
    quantity: shares(quantity - order.filled - order.busted),
    limit,
  }));
}

/** How the line to the venue stands. */
export type Line = {
  /** When the venue was last heard of; null where nobody has it on the line. */
  heardAt: number | null;
  /** Reports are missing before the newest that we know of. */
  hasGap: boolean;
};

/** What of an order its customer waits for, and since when. */
export type Standing = {
  state: VenueOrderState;
  request: "cancel" | "replace" | null;
  askedAt: number | null;
  /** We disagree, or a report of it was set aside. */
  isHeldUp: boolean;
};

/**
 * What is told of an order beside its figures: what was asked and is not answered, or that nobody can say how it
 * stands. It is never guessed: an order that is unknown is neither released, nor taken for filled, nor asked for a
 * second time under another id. Null where there is nothing to tell.
 */
export function venueNote(
  { state, request, askedAt, isHeldUp }: Standing,
  { heardAt, hasGap }: Line,
  { now, answerWithinMs }: { now: number; answerWithinMs: number },
): "pending_new" | "pending_cancel" | "pending_replace" | "unknown" | null {
  if (hasEnded({ state })) return null;
  const isSilent = heardAt === null || now - heardAt > 2 * answerWithinMs;
  const isLate = askedAt !== null && now - askedAt > answerWithinMs;
  if (isHeldUp || isSilent || hasGap || isLate) return "unknown";
  if (request !== null) return request === "cancel" ? "pending_cancel" : "pending_replace";
  return state === "pending_new" ? "pending_new" : null;
}

const secondMs = 1_000;
const againAfterMsMax = 600 * secondMs;

/** How long a report that could not be booked so often is left alone. */
export function againAfterMs(attempts: number): number {
  return Math.min(againAfterMsMax, secondMs * 2 ** Math.min(attempts - 1, 20));
}
