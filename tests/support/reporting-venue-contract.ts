import { price, shares, type Shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import type {
  ExecutionReport,
  NewOrder,
  ReportingVenue,
  VenueSession,
} from "../../apps/server/src/venues/reporting-venue.ts";

/** A venue with what a test has to be able to cause there. */
export type VenueUnderTest = {
  venue: ReportingVenue;
  /** Lets arrive what is under way, in both directions. */
  pass(): Promise<void>;
  /** Lets the market fill so much of a working order. */
  fill(clientOrderId: string, quantity: Shares): Promise<void>;
  /** Takes the order's last trade out again; a venue that never does answers false. */
  bust(clientOrderId: string): Promise<boolean>;
};

/** What our side stands on. Whoever writes a venue runs this over its adapter, at the venue's test system. */
export function holdToContract(name: string, make: () => Promise<VenueUnderTest>): void {
  describe(`${name} keeps to the contract of a venue that answers later`, () => {
    it("answers a submission once, and numbers its reports without a hole", async () => {
      const { at, session, reports } = await open(make);
      session.submit(order("A-1"));
      await at.pass();
      await at.fill("A-1", shares(40n));
      await at.fill("A-1", shares(60n));
      await at.pass();
      const got = inOrder(reports);
      expect(got.map(({ type }) => type)).toEqual(["accepted", "trade", "trade"]);
      expect(got.map(({ sequence }) => sequence)).toEqual(numbersFrom(got[0]?.sequence ?? 0n, 3));
      expect(new Set(got.map(({ executionId }) => executionId)).size).toBe(3);
    });

    it("gives with each report how much is filled by then, and how much may still be", async () => {
      const { at, session, reports } = await open(make);
      session.submit(order("A-1"));
      await at.pass();
      await at.fill("A-1", shares(40n));
      session.cancel({ clientOrderId: "A-2", originalClientOrderId: "A-1" });
      await at.pass();
      const figures = inOrder(reports).map((report) =>
        "cumulative" in report ? [report.status, report.cumulative, report.leaves] : [],
      );
      expect(figures).toEqual([
        ["working", 0n, 100n],
        ["working", 40n, 60n],
        ["cancelled", 40n, 0n],
      ]);
    });

    it("does nothing a second time for a request that it knows", async () => {
      const { at, session, reports } = await open(make);
      for (let time = 0; time < 3; time += 1) session.submit(order("A-1"));
      for (let time = 0; time < 3; time += 1) {
        session.cancel({ clientOrderId: "A-2", originalClientOrderId: "A-1" });
      }
      await at.pass();
      expect(inOrder(reports).map(({ type }) => type)).toEqual(["accepted", "cancelled"]);
    });

    it("answers every cancel and replace, also of an order that has ended", async () => {
      const { at, session, reports } = await open(make);
      session.submit(order("A-1"));
      await at.pass();
      const larger = { quantity: shares(120n), limit: price(1_010n) };
      session.replace({ clientOrderId: "A-2", originalClientOrderId: "A-1", ...larger });
      await at.pass();
      await at.fill("A-1", shares(120n));
      session.cancel({ clientOrderId: "A-3", originalClientOrderId: "A-2" });
      session.replace({ clientOrderId: "A-4", originalClientOrderId: "A-2", ...larger });
      await at.pass();
      const answers = inOrder(reports).map(({ type, clientOrderId }) => `${type} ${clientOrderId}`);
      expect(answers).toEqual([
        "accepted A-1",
        "replaced A-2",
        "trade A-2",
        "request_rejected A-3",
        "request_rejected A-4",
      ]);
    });

    it("says of a request that never arrived that it does not know it, and of one that did how things stand", async () => {
      const { at, session, reports } = await open(make);
      session.askStatus({ clientOrderId: "A-1" });
      session.submit(order("A-1"));
      session.askStatus({ clientOrderId: "A-1" });
      session.cancel({ clientOrderId: "B-2", originalClientOrderId: "B-1" });
      await at.pass();
      const answers = inOrder(reports).map(({ type, clientOrderId }) => `${type} ${clientOrderId}`);
      expect(answers).toEqual([
        "request_unknown A-1",
        "accepted A-1",
        "status A-1",
        "order_unknown B-2",
      ]);
    });

    it("sends again what is asked for, letter by letter, and after a reconnect all that was missed", async () => {
      const { at, session, reports } = await open(make);
      session.submit(order("A-1"));
      await at.pass();
      await at.fill("A-1", shares(10n));
      await at.pass();
      const first = inOrder(reports.splice(0));
      const from = first[0]?.sequence ?? 0n;
      session.askAgain(from, from + 1n);
      await at.pass();
      expect(inOrder(reports)).toEqual(first);
      session.end();
      await at.fill("A-1", shares(20n));
      const later: ExecutionReport[] = [];
      await connect(at.venue, from, later);
      await at.pass();
      expect(inOrder(later).map(({ sequence }) => sequence)).toEqual([from + 1n, from + 2n]);
      expect(inOrder(later)[0]).toEqual(first[1]);
    });

    it("hears nobody in a session that another has followed", async () => {
      const { at, session, reports } = await open(make);
      const later: ExecutionReport[] = [];
      await connect(at.venue, 0n, later);
      session.submit(order("A-1"));
      await at.pass();
      expect([...reports, ...later]).toEqual([]);
    });

    it("does not look again for shares whose trade it has busted", async () => {
      const { at, session, reports } = await open(make);
      session.submit(order("A-1"));
      await at.pass();
      await at.fill("A-1", shares(40n));
      await at.pass();
      if (!(await at.bust("A-1"))) return;
      await at.pass();
      const [, trade, last] = inOrder(reports);
      expect(last).toMatchObject({ of: trade?.executionId, status: "working", leaves: 60n });
    });
  });
}

async function open(make: () => Promise<VenueUnderTest>) {
  const at = await make();
  const reports: ExecutionReport[] = [];
  return { at, reports, session: await connect(at.venue, 0n, reports) };
}

function connect(
  venue: ReportingVenue,
  after: bigint,
  reports: ExecutionReport[],
): Promise<VenueSession> {
  return venue.connect(after, {
    report: (report) => void reports.push(report),
    heartbeat: () => undefined,
    away: () => undefined,
  });
}

function order(clientOrderId: string): NewOrder {
  return {
    clientOrderId,
    market: "jpy",
    code: "7203",
    side: "buy",
    quantity: shares(100n),
    limit: price(1_000n),
    immediateOrCancel: false,
  };
}

/** Each once, in the venue's sequence: they may arrive in any order, and more than once. */
function inOrder(reports: readonly ExecutionReport[]): ExecutionReport[] {
  return [...new Map(reports.map((report) => [report.sequence, report])).values()].toSorted(
    bySequence,
  );
}

function bySequence(one: ExecutionReport, other: ExecutionReport): number {
  return one.sequence < other.sequence ? -1 : 1;
}

function numbersFrom(first: bigint, count: number): bigint[] {
  return Array.from({ length: count }, (_none, index) => first + BigInt(index));
}
