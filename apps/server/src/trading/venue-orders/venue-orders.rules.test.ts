import { price, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import type { ExecutionReport } from "../../venues/reporting-venue.ts";
import {
  askCancel,
  askReplace,
  decideReport,
  heldFor,
  leavesOf,
  venueNote,
  type BookedTrade,
  type Dispute,
  type VenueEffect,
  type VenueOrder,
} from "./venue-orders.rules.ts";

const submitted: VenueOrder = {
  state: "pending_new",
  venueOrderId: null,
  clientOrderId: "1-1",
  quantity: shares(100n),
  limit: price(1_000n),
  filled: shares(0n),
  busted: shares(0n),
  request: null,
  wantsCancel: false,
};
const working: VenueOrder = { ...submitted, state: "working", venueOrderId: "V1" };
const halfFilled: VenueOrder = { ...working, filled: shares(50n) };
const filled: VenueOrder = { ...working, filled: shares(100n), state: "filled" };
const cancelled: VenueOrder = { ...halfFilled, state: "cancelled" };
const cancel = { kind: "cancel", clientOrderId: "1-2" } as const;
const smaller = { quantity: shares(80n), limit: price(1_100n) };
const replace = { kind: "replace", clientOrderId: "1-2", ...smaller } as const;

function trade(quantity: bigint, executionId = "E1"): BookedTrade {
  return { executionId, quantity: shares(quantity), price: price(990n) };
}

/** A report whose figures are those of the order as it is after it. */
function report(type: ExecutionReport["type"], after: VenueOrder, more: object = {}) {
  return {
    sequence: 1n,
    executionId: "E9",
    clientOrderId: after.clientOrderId,
    at: 0,
    type,
    venueOrderId: "V1",
    status: after.state,
    cumulative: after.filled,
    leaves: leavesOf(after),
    ...more,
  } as ExecutionReport;
}

type Case = {
  says: string;
  of: VenueOrder;
  report: ExecutionReport;
  referred?: BookedTrade;
  after: VenueOrder;
  effects: VenueEffect[];
};

const cases: Case[] = [
  {
    says: "accepts",
    of: submitted,
    report: report("accepted", working),
    after: working,
    effects: [],
  },
  {
    says: "rejects what was submitted, and nothing is held for it",
    of: submitted,
    report: report("rejected", { ...working, state: "rejected" }, { reason: "no" }),
    after: { ...working, state: "rejected" },
    effects: [{ kind: "ended", state: "rejected" }],
  },
  {
    says: "fills a part",
    of: working,
    report: report("trade", halfFilled, trade(50n)),
    after: halfFilled,
    effects: [{ kind: "booked", trade: trade(50n) }],
  },
  {
    says: "fills the rest while a cancel is under way",
    of: { ...halfFilled, request: cancel },
    report: report("trade", filled, trade(50n)),
    after: { ...filled, request: cancel },
    effects: [
      { kind: "booked", trade: trade(50n) },
      { kind: "ended", state: "filled" },
    ],
  },
  {
    says: "cancels what was asked for",
    of: { ...halfFilled, request: cancel },
    report: report("cancelled", cancelled, { clientOrderId: "1-2" }),
    after: cancelled,
    effects: [{ kind: "ended", state: "cancelled" }],
  },
  {
    says: "cancels unasked, and the cancel is still unanswered",
    of: { ...halfFilled, request: cancel },
    report: report("cancelled", cancelled),
    after: { ...cancelled, request: cancel },
    effects: [{ kind: "ended", state: "cancelled" }],
  },
  {
    says: "expires the rest",
    of: halfFilled,
    report: report("expired", { ...halfFilled, state: "expired" }),
    after: { ...halfFilled, state: "expired" },
    effects: [{ kind: "ended", state: "expired" }],
  },
  {
    says: "says that the cancel came too late",
    of: { ...filled, request: cancel },
    report: report("request_rejected", filled, { clientOrderId: "1-2", reason: "too_late" }),
    after: filled,
    effects: [],
  },
  {
    says: "replaces",
    of: { ...halfFilled, request: replace },
    report: report("replaced", { ...halfFilled, ...smaller }, { clientOrderId: "1-2", ...smaller }),
    after: { ...halfFilled, clientOrderId: "1-2", ...smaller },
    effects: [{ kind: "replaced", ...smaller }],
  },
  {
    says: "answers a replace that a cancel waits for, which goes out",
    of: { ...halfFilled, request: replace, wantsCancel: true },
    report: report("request_rejected", halfFilled, { clientOrderId: "1-2", reason: "not_allowed" }),
    after: halfFilled,
    effects: [{ kind: "request_refused", clientOrderId: "1-2" }, { kind: "cancel" }],
  },
  {
    says: "refuses a replace: the order stays what it was",
    of: { ...halfFilled, request: replace },
    report: report("request_rejected", halfFilled, { clientOrderId: "1-2", reason: "not_allowed" }),
    after: halfFilled,
    effects: [{ kind: "request_refused", clientOrderId: "1-2" }],
  },
  {
    says: "busts a trade of an order that works on",
    of: halfFilled,
    report: report("busted", { ...working, busted: shares(50n) }, { of: "E1" }),
    referred: trade(50n),
    after: { ...working, busted: shares(50n) },
    effects: [{ kind: "reversed", trade: trade(50n) }],
  },
  {
    says: "corrects a trade of an order that has ended",
    of: cancelled,
    report: report(
      "corrected",
      { ...cancelled, filled: shares(40n) },
      { of: "E1", ...trade(40n, "E9") },
    ),
    referred: trade(50n),
    after: { ...cancelled, filled: shares(40n), busted: shares(10n) },
    effects: [
      { kind: "reversed", trade: trade(50n) },
      { kind: "booked", trade: trade(40n, "E9") },
    ],
  },
  {
    says: "says that a submission was lost, which goes out again",
    of: submitted,
    report: report("request_unknown", submitted),
    after: submitted,
    effects: [{ kind: "send_again", clientOrderId: "1-1" }],
  },
  {
    says: "says that a submission was lost that is to be cancelled, which stays where it is",
    of: { ...submitted, request: cancel },
    report: report("request_unknown", submitted),
    after: { ...submitted, request: cancel },
    effects: [],
  },
  {
    says: "says that a cancel was lost, which goes out again even where the order has ended",
    of: { ...filled, request: cancel },
    report: report("request_unknown", filled, { clientOrderId: "1-2" }),
    after: { ...filled, request: cancel },
    effects: [{ kind: "send_again", clientOrderId: "1-2" }],
  },
  {
    says: "says that there is nothing to cancel, because the submission was lost",
    of: { ...submitted, request: cancel },
    report: report("order_unknown", submitted, { clientOrderId: "1-2" }),
    after: { ...submitted, state: "cancelled" },
    effects: [{ kind: "ended", state: "cancelled" }],
  },
];

type Disputed = { says: string; of: VenueOrder; report: ExecutionReport; why: Dispute };

const disputed: Disputed[] = [
  {
    says: "a trade after the end",
    of: cancelled,
    report: report("trade", cancelled, trade(1n)),
    why: "trade_after_end",
  },
  {
    says: "an end after the end",
    of: filled,
    report: report("cancelled", filled),
    why: "ended_twice",
  },
  {
    says: "an acceptance of what works already",
    of: working,
    report: report("accepted", working),
    why: "not_asked",
  },
  {
    says: "a replace that nobody asked for",
    of: working,
    report: report("replaced", working, smaller),
    why: "not_asked",
  },
  {
    says: "another replace than was asked for",
    of: { ...working, request: replace },
    report: report("replaced", working, {
      ...smaller,
      quantity: shares(81n),
      clientOrderId: "1-2",
    }),
    why: "figures_differ",
  },
  {
    says: "a bust of a trade that we never had",
    of: halfFilled,
    report: report("busted", halfFilled, { of: "E7" }),
    why: "unknown_trade",
  },
  {
    says: "more shares than were left",
    of: halfFilled,
    report: report("trade", halfFilled, trade(51n)),
    why: "figures_differ",
  },
  {
    says: "another sum of its trades",
    of: working,
    report: report("trade", working, trade(50n)),
    why: "figures_differ",
  },
  {
    says: "a status with other figures",
    of: working,
    report: report("status", halfFilled),
    why: "figures_differ",
  },
  {
    says: "an order that works and was never there",
    of: { ...working, request: cancel },
    report: report("order_unknown", working, { clientOrderId: "1-2" }),
    why: "figures_differ",
  },
];

describe("a report", () => {
  it.each(cases)("$says", ({ of, report: said, referred = null, after, effects }) => {
    expect(decideReport(of, said, referred)).toEqual({ ok: true, order: after, effects });
  });

  it.each(disputed)("is disputed where it tells of $says", ({ of, report: said, why }) => {
    expect(decideReport(of, said, null)).toEqual({ ok: false, dispute: why });
  });

  it("is disputed where it corrects a trade to more shares than it had", () => {
    const grown = report("corrected", halfFilled, { of: "E1", ...trade(60n) });
    const decided = decideReport(halfFilled, grown, trade(50n));
    expect(decided).toEqual({ ok: false, dispute: "correction_grew" });
  });
});

describe("what is asked of the venue", () => {
  it("is one thing at a time, and a cancel waits for the answer of a replace", () => {
    const asked = askReplace(working, replace);
    expect(asked).toEqual({ ...working, request: replace });
    if (typeof asked === "string") return;
    expect(askReplace(asked, { ...replace, clientOrderId: "1-3" })).toBe("order_unanswered");
    const order = { ...asked, wantsCancel: true };
    expect(askCancel(asked, "1-3")).toEqual({ order, request: null });
  });

  it("is no second cancel, and nothing of what has ended", () => {
    const asked = askCancel(submitted, "1-2");
    expect(asked).toEqual({ order: { ...submitted, request: cancel }, request: cancel });
    expect(askCancel({ ...submitted, request: cancel }, "1-3")).toMatchObject({ request: null });
    expect(askCancel(filled, "1-3")).toBe("order_ended");
    expect(askReplace(filled, replace)).toBe("order_ended");
  });

  it("is paid for on either side of a replace without an answer", () => {
    expect(heldFor({ ...halfFilled, request: replace })).toEqual([
      { quantity: 50n, limit: 1_000n },
      { quantity: 30n, limit: 1_100n },
    ]);
    expect(heldFor(filled)).toEqual([]);
  });
});

describe("what is told of an order at the venue", () => {
  const line = { heardAt: 10_000, hasGap: false };
  const quiet = { state: "working", request: null, askedAt: null, isHeldUp: false } as const;
  const asked = { ...quiet, request: "cancel", askedAt: 9_000 } as const;
  const sent = { ...quiet, state: "pending_new", askedAt: 9_000 } as const;
  it.each([
    ["nothing of what works and is known", quiet, line, 10_000, null],
    ["that it was sent", sent, line, 10_000, "pending_new"],
    ["that a cancel was asked for", asked, line, 14_000, "pending_cancel"],
    [
      "that a change was asked for",
      { ...asked, request: "replace" },
      line,
      10_000,
      "pending_replace",
    ],
    ["that it is unknown while the answer is late", asked, line, 14_001, "unknown"],
    ["that it is unknown while the venue is away", quiet, { ...line, heardAt: null }, 0, "unknown"],
    ["that it is unknown where nobody has heard of the venue", quiet, line, 20_001, "unknown"],
    [
      "that it is unknown while reports are missing",
      quiet,
      { ...line, hasGap: true },
      0,
      "unknown",
    ],
    ["that it is unknown where we disagree", { ...quiet, isHeldUp: true }, line, 0, "unknown"],
    [
      "nothing of what has ended",
      { ...asked, state: "filled" },
      { ...line, heardAt: null },
      0,
      null,
    ],
  ] as const)("is %s", (_what, order, at, now, note) => {
    expect(venueNote(order, at, { now, answerWithinMs: 5_000 })).toBe(note);
  });
});
