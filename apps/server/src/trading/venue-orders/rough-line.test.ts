import { price, shares, type Price, type Shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { randomSource, type RandomSource } from "../../../../../tests/simulation/random-source.ts";
import {
  calm,
  createSlowVenue,
  roughSea,
  type SlowVenue,
} from "../../../../../tests/support/slow-venue.ts";
import type { BookedOrder } from "../../../../../tests/support/slow-venue-book.ts";
import type { ExecutionReport, NewOrder, VenueSession } from "../../venues/reporting-venue.ts";
import {
  askCancel,
  askReplace,
  decideReport,
  hasEnded,
  heldFor,
  type BookedTrade,
  type VenueEffect,
  type VenueOrder,
} from "./venue-orders.rules.ts";

/** Our side without a database: what is kept outlives a crash, the session does not. */
type Ours = {
  orders: Map<string, VenueOrder>;
  trades: Map<string, BookedTrade>;
  inbox: Map<bigint, ExecutionReport>;
  through: bigint;
  newest: bigint;
  session: VenueSession | null;
  /** Of a request's id, the order that it is about. */
  owners: Map<string, string>;
  submissions: Map<string, NewOrder>;
  paid: bigint;
  disputes: string[];
};

function newcomer(): Ours {
  return {
    orders: new Map(),
    trades: new Map(),
    inbox: new Map(),
    through: 0n,
    newest: 0n,
    session: null,
    owners: new Map(),
    submissions: new Map(),
    paid: 0n,
    disputes: [],
  };
}

async function connect(ours: Ours, venue: SlowVenue): Promise<void> {
  ours.session = await venue.venue
    .connect(ours.through, {
      report: (report) => {
        const kept = ours.inbox.get(report.sequence);
        if (kept !== undefined) expect(report).toEqual(kept);
        ours.inbox.set(report.sequence, report);
        if (report.sequence > ours.newest) ours.newest = report.sequence;
      },
      heartbeat: (newest) => {
        if (newest > ours.newest) ours.newest = newest;
      },
      away: () => {
        ours.session = null;
      },
    })
    .catch(() => null);
}

function send(ours: Ours, root: string, clientOrderId: string): void {
  const order = ours.orders.get(root);
  const { session } = ours;
  if (order === undefined || session === null) return;
  const body = ours.submissions.get(clientOrderId);
  if (body !== undefined) {
    if (order.request === null) session.submit(body);
    return;
  }
  const { request, clientOrderId: originalClientOrderId } = order;
  if (request?.clientOrderId !== clientOrderId) return;
  if (request.kind === "cancel") session.cancel({ clientOrderId, originalClientOrderId });
  else session.replace({ ...request, originalClientOrderId });
}

function apply(ours: Ours): void {
  for (;;) {
    const report = ours.inbox.get(ours.through + 1n);
    if (report === undefined) return;
    ours.through += 1n;
    const root = ours.owners.get(report.clientOrderId) ?? "";
    const order = ours.orders.get(root);
    if (order === undefined) throw new Error("a report of nobody's order");
    const referred = "of" in report ? (ours.trades.get(report.of) ?? null) : null;
    const decided = decideReport(order, report, referred);
    if (!decided.ok) {
      ours.disputes.push(`${decided.dispute} ${report.type} ${JSON.stringify(order, text)}`);
      continue;
    }
    ours.orders.set(root, decided.order);
    // A correction is paid out of what the trade that it corrects gives back.
    const held =
      report.type === "trade" ? heldFor(order).map(({ quantity, limit }) => quantity * limit) : [];
    for (const effect of decided.effects) takeEffect(ours, root, effect, held);
  }
}

const text = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

function takeEffect(ours: Ours, root: string, effect: VenueEffect, held: bigint[]): void {
  if (effect.kind === "booked") {
    const { executionId, quantity, price: at } = effect.trade;
    // What is held pays for it, whichever side of a replace the venue has filled.
    if (held.length > 0)
      expect(Math.max(...held.map(Number))).toBeGreaterThanOrEqual(Number(quantity * at));
    expect(ours.trades.has(executionId)).toBe(false);
    ours.trades.set(executionId, effect.trade);
    ours.paid += quantity * at;
  } else if (effect.kind === "reversed") {
    expect(ours.trades.delete(effect.trade.executionId)).toBe(true);
    ours.paid -= effect.trade.quantity * effect.trade.price;
  } else if (effect.kind === "send_again") {
    send(ours, root, effect.clientOrderId);
  } else if (effect.kind === "cancel") {
    cancel(ours, root);
  }
}

let ids = 0;

function nextId(ours: Ours, root: string): string {
  ids += 1;
  ours.owners.set(`${root}-${ids}`, root);
  return `${root}-${ids}`;
}

function place(ours: Ours, random: RandomSource): void {
  const root = String(ours.orders.size + 1);
  const clientOrderId = nextId(ours, root);
  const quantity = shares(BigInt(1 + random(200)));
  const limit = price(BigInt(1_000 + random(100)));
  ours.orders.set(root, {
    state: "pending_new",
    venueOrderId: null,
    clientOrderId,
    quantity,
    limit,
    filled: shares(0n),
    busted: shares(0n),
    request: null,
    wantsCancel: false,
  });
  ours.submissions.set(clientOrderId, {
    clientOrderId,
    market: "jpy",
    code: "7203",
    side: "buy",
    quantity,
    limit,
    immediateOrCancel: random(6) === 0,
  });
  send(ours, root, clientOrderId);
}

function cancel(ours: Ours, root: string): void {
  const order = ours.orders.get(root);
  if (order === undefined) return;
  const asked = askCancel(order, nextId(ours, root));
  if (asked === "order_ended") return;
  ours.orders.set(root, asked.order);
  if (asked.request !== null) send(ours, root, asked.request.clientOrderId);
}

function replace(ours: Ours, root: string, random: RandomSource): void {
  const order = ours.orders.get(root);
  if (order === undefined) return;
  const to: { quantity: Shares; limit: Price } = {
    quantity: shares(order.filled + order.busted + BigInt(1 + random(150))),
    limit: price(BigInt(1_000 + random(100))),
  };
  const request = { kind: "replace", clientOrderId: nextId(ours, root), ...to } as const;
  const asked = askReplace(order, request);
  if (typeof asked === "string") return;
  ours.orders.set(root, asked);
  send(ours, root, request.clientOrderId);
}

/** What the timer does: connects, asks for what is missing, and for what is unanswered. */
async function lookAfter(ours: Ours, venue: SlowVenue): Promise<void> {
  if (ours.session === null) await connect(ours, venue);
  if (ours.session === null) return;
  if (ours.newest > ours.through) ours.session.askAgain(ours.through + 1n, ours.newest);
  for (const order of ours.orders.values()) {
    if (order.state === "pending_new") ours.session.askStatus(order);
    if (order.request !== null) ours.session.askStatus(order.request);
  }
}

async function tradeThrough(seed: number): Promise<{ ours: Ours; venue: SlowVenue }> {
  const random = randomSource(seed);
  const venue = createSlowVenue(seed, { ...roughSea });
  const ours = newcomer();
  for (let step = 0; step < 120; step += 1) {
    const some = String(1 + random(ours.orders.size + 1));
    const choice = random(20);
    if (choice < 3 && step < 90) place(ours, random);
    else if (choice < 5) cancel(ours, some);
    else if (choice < 7) replace(ours, some, random);
    // We crash: of what is under way nothing is left.
    else if (choice === 7 && random(4) === 0) ours.session = null;
    venue.tick();
    apply(ours);
    if (random(4) === 0) await lookAfter(ours, venue);
  }
  venue.comeBack();
  venue.faults = calm;
  for (let round = 0; round < 60; round += 1) {
    if (round === 40 && seed % 2 === 0) venue.closeMarket();
    venue.tick();
    apply(ours);
    await lookAfter(ours, venue);
  }
  return { ours, venue };
}

function faultsOf({ ours, venue }: { ours: Ours; venue: SlowVenue }): string[] {
  const faults = ours.disputes.map((dispute) => `disputed: ${dispute}`);
  let paid = 0n;
  for (const [root, order] of ours.orders) {
    const id = [...ours.submissions.keys()].find((one) => ours.owners.get(one) === root) ?? "";
    const theirs = venue.book.get(id);
    if (order.request !== null) faults.push(`${root}: unanswered`);
    if (theirs === undefined) {
      // It never came to the venue, and it was cancelled before it was sent again.
      if (order.state !== "cancelled" || order.filled !== 0n) faults.push(`${root}: not there`);
      continue;
    }
    for (const { quantity, price: at } of theirs.trades.values()) paid += quantity * at;
    const differs = figuresOf(order) !== theirsOf(theirs);
    if (differs) faults.push(`${root}: ${figuresOf(order)}, at the venue ${theirsOf(theirs)}`);
    for (const [executionId, of] of theirs.trades) {
      const own = ours.trades.get(executionId);
      if (own?.quantity !== of.quantity || own.price !== of.price) faults.push(`${executionId}`);
    }
  }
  if (paid !== ours.paid) faults.push(`paid ${ours.paid}, at the venue ${paid}`);
  return faults;
}

function figuresOf({ state, quantity, limit, filled, busted }: VenueOrder): string {
  return [state, quantity, limit, filled, busted].join(" ");
}

function theirsOf({ status, quantity, limit, filled, busted }: BookedOrder): string {
  return [status, quantity, limit, filled, busted].join(" ");
}

const everything = [
  "lost request",
  "lost report",
  "doubled request",
  "doubled report",
  "away",
  "rejected not today",
  "request_rejected too_late",
  "request_rejected not_allowed",
  "trade",
  "busted",
  "corrected",
  "replaced",
  "cancelled",
  "expired",
  "request_unknown",
  "order_unknown",
  "status",
  "request known",
];

describe("over a line that delays, reorders, doubles and loses", () => {
  it(
    "every order ends as the venue's own book has it, whatever the seed",
    { timeout: 120_000 },
    async () => {
      const met = new Map<string, number>();
      for (let seed = 1; seed <= Number(process.env["VENUE_SEEDS"] ?? 500); seed += 1) {
        const run = await tradeThrough(seed);
        expect(faultsOf(run), `seed ${seed}`).toEqual([]);
        for (const [what, count] of run.venue.counts) met.set(what, (met.get(what) ?? 0) + count);
        const open = [...run.ours.orders.values()].filter((order) => !hasEnded(order));
        if (seed % 2 === 0) expect(open).toEqual([]);
      }
      // It was put to the test: everything that can happen has happened many times.
      for (const what of everything) {
        expect(met.get(what) ?? 0, what).toBeGreaterThan(25);
      }
    },
  );
});
