import { shares, type Shares } from "@sanshi/money";
import type { ReportingVenue } from "../../apps/server/src/venues/reporting-venue.ts";
import { randomSource } from "../simulation/random-source.ts";
import { createRoughLine, type LineFaults, type VenueQuestion } from "./rough-line.ts";
import { createVenueBook, figures, type AtOnce, type BookedOrder } from "./slow-venue-book.ts";

/** How often things go wrong, in per mille of what they happen to. */
export type SlowVenueFaults = LineFaults & {
  /** Of orders, and of cancels and replaces. */
  rejected: number;
  /** Of ticks. */
  away: number;
  /** Of working orders, each tick. */
  filled: number;
  cancelled: number;
  /** Of trades, each tick. */
  busted: number;
};

export const roughSea: SlowVenueFaults = {
  lost: 150,
  doubled: 150,
  delayTicksMax: 6,
  rejected: 60,
  away: 15,
  filled: 120,
  cancelled: 6,
  busted: 4,
};

export const calm: SlowVenueFaults = {
  lost: 0,
  doubled: 0,
  delayTicksMax: 0,
  rejected: 0,
  away: 0,
  filled: 0,
  cancelled: 0,
  busted: 0,
};

export type SlowVenue = {
  venue: ReportingVenue;
  /** Lets one moment pass: requests arrive, the market acts, reports go out. */
  tick(): void;
  faults: SlowVenueFaults;
  /** By the id that an order was submitted under. It is the venue's own, and outlives whatever happens to us. */
  book: ReadonlyMap<string, BookedOrder>;
  /** A trade of the market's, as far as the order leaves room for it. */
  fill(clientOrderId: string, quantity: Shares): void;
  bust(clientOrderId: string): void;
  /** Of which orders trades are busted by chance; left alone, of every one. */
  mayBust(order: BookedOrder): boolean;
  /** What an order finds that trades at once or not at all. */
  atOnce: AtOnce;
  /** Of the moments in its reports; without one its ticks are counted, as of 1970. */
  clock: { now(): number } | null;
  goAway(): void;
  comeBack(): void;
  /** What works expires. */
  closeMarket(): void;
  /** What has happened, so that a test can tell that it was put to the test. */
  counts: Map<string, number>;
};

/**
 * A venue as brokers are: it delays, reorders, doubles and loses, rejects, fills while a cancel is under way, and
 * goes away and comes back. All of it follows from the seed and the order of the calls; nothing waits for a clock.
 */
export function createSlowVenue(seed: number, faults: SlowVenueFaults = roughSea): SlowVenue {
  const random = randomSource(seed);
  // What never happens draws nothing: in a calm sea no part of an order follows from the number of ticks.
  const chance = (perMille: number) => perMille > 0 && random(1_000) < perMille;
  const counts = new Map<string, number>();
  const count = (what: string): void => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  const line = createRoughLine(
    random,
    () => self.faults,
    count,
    (tick) => self.clock?.now() ?? tick,
  );
  const { report } = line;
  const book = createVenueBook(
    random,
    { isRejected: () => chance(self.faults.rejected), atOnce: () => self.atOnce },
    report,
  );
  /** Every request that has arrived, with the order that it is about. */
  const known = new Map<string, BookedOrder | null>();
  let isAway = false;

  const self: SlowVenue = {
    venue: {
      name: "slow",
      kind: "simulated",
      answers: "by_reports",
      async connect(after, listener) {
        if (isAway) throw new Error("the venue is away");
        return line.connect(after, listener);
      },
    },
    tick,
    faults,
    book: book.orders,
    atOnce: "some",
    clock: null,
    mayBust: () => true,
    fill: (id, quantity) => withOrder(id, (order) => book.trade(order, quantity)),
    bust: (id) => withOrder(id, (order) => book.takeOut(order)),
    goAway,
    comeBack() {
      isAway = false;
    },
    closeMarket() {
      for (const order of book.working()) book.end(order, "expired", order.clientOrderId);
    },
    counts,
  };
  return self;

  function withOrder(id: string, act: (order: BookedOrder) => void): void {
    const order = book.orders.get(id);
    if (order !== undefined) act(order);
  }

  function tick(): void {
    line.tick();
    if (isAway) isAway = !chance(200);
    else if (chance(self.faults.away)) goAway();
    for (const request of line.arrived()) take(request);
    act();
    line.deliver();
  }

  function goAway(): void {
    count("away");
    isAway = true;
    line.breakOff();
  }

  function take(request: VenueQuestion): void {
    const { clientOrderId } = request.body;
    const about = known.get(clientOrderId);
    if (request.kind === "status") {
      if (about === undefined) report({ type: "request_unknown", clientOrderId });
      // It was answered by saying that there is no such order.
      else if (about === null) report({ type: "order_unknown", clientOrderId });
      else report({ ...figures(about), type: "status", clientOrderId });
      return;
    }
    if (about !== undefined) return count("request known");
    if (request.kind === "new") {
      known.set(clientOrderId, book.enter(request.body));
      return;
    }
    const order = known.get(request.body.originalClientOrderId) ?? null;
    known.set(clientOrderId, order);
    if (order === null) report({ type: "order_unknown", clientOrderId });
    else if (request.kind === "cancel") book.cancel(order, request.body);
    else book.replace(order, request.body);
  }

  function act(): void {
    for (const order of book.working()) {
      const part = shares(BigInt(1 + random(Number(order.quantity))));
      if (chance(self.faults.filled)) book.trade(order, part);
      else if (chance(self.faults.cancelled)) book.end(order, "cancelled", order.clientOrderId);
    }
    if (self.faults.busted === 0) return;
    for (const order of book.orders.values()) {
      if (self.mayBust(order) && chance(self.faults.busted)) book.takeOut(order);
    }
  }
}
