import type {
  CancelRequest,
  ExecutionReport,
  NewOrder,
  ReplaceRequest,
  StatusQuery,
  VenueListener,
  VenueSession,
} from "../../apps/server/src/venues/reporting-venue.ts";
import type { RandomSource } from "../simulation/random-source.ts";
import type { NewReport } from "./slow-venue-book.ts";

/** What the line does to requests and reports, in per mille of them. */
export type LineFaults = {
  lost: number;
  doubled: number;
  /** Ticks that a request or a report takes at most: reports overtake each other, requests never do. */
  delayTicksMax: number;
};

export type VenueQuestion =
  | { kind: "new"; body: NewOrder }
  | { kind: "cancel"; body: CancelRequest }
  | { kind: "replace"; body: ReplaceRequest }
  | { kind: "status"; body: StatusQuery };

type Asked = VenueQuestion | { kind: "again"; from: bigint; through: bigint };
type Sent<What> = { what: What; due: number };

/** Of a session: what is under way dies with it. */
type Wire = { listener: VenueListener; requests: Sent<Asked>[]; reports: Sent<ExecutionReport>[] };

export type RoughLine = {
  connect(after: bigint, listener: VenueListener): VenueSession;
  /** A moment passes. */
  tick(): void;
  /** Requests that have arrived by now, in the order in which they were sent. */
  arrived(): VenueQuestion[];
  deliver(): void;
  /** Numbers a report, keeps it, and sends it to whoever is connected. */
  report(of: NewReport): ExecutionReport;
  breakOff(): void;
};

export function createRoughLine(
  random: RandomSource,
  faultsNow: () => LineFaults,
  count: (what: string) => void,
  at: (tick: number) => number,
): RoughLine {
  const chance = (perMille: number) => random(1_000) < perMille;
  const log: ExecutionReport[] = [];
  let wire: Wire | null = null;
  let now = 0;

  return {
    connect(after, listener) {
      const own: Wire = { listener, requests: [], reports: [] };
      wire = own;
      const ask = (request: Asked) => {
        // Who still holds an older session speaks to nobody.
        if (wire === own) post(own, request);
      };
      sendAgain(own, after + 1n, BigInt(log.length));
      return {
        submit: (body) => ask({ kind: "new", body }),
        cancel: (body) => ask({ kind: "cancel", body }),
        replace: (body) => ask({ kind: "replace", body }),
        askStatus: (body) => ask({ kind: "status", body }),
        askAgain: (from, through) => ask({ kind: "again", from, through }),
        end() {
          if (wire === own) wire = null;
        },
      };
    },
    tick() {
      now += 1;
    },
    arrived() {
      const due: VenueQuestion[] = [];
      while (wire !== null && (wire.requests[0]?.due ?? now + 1) <= now) {
        const [next] = wire.requests.splice(0, 1);
        if (next?.what.kind === "again") sendAgain(wire, next.what.from, next.what.through);
        else if (next !== undefined) due.push(next.what);
      }
      return due;
    },
    deliver() {
      if (wire === null) return;
      const { listener } = wire;
      const due = wire.reports.filter((one) => one.due <= now);
      wire.reports = wire.reports.filter((one) => one.due > now);
      while (due.length > 0) {
        const [next] = due.splice(random(due.length), 1);
        if (next !== undefined) listener.report(next.what);
      }
      if (random(4) === 0) listener.heartbeat(BigInt(log.length));
    },
    report(of) {
      const sequence = BigInt(log.length + 1);
      const whole = {
        ...of,
        sequence,
        executionId: `E${sequence}`,
        at: at(now),
      } as ExecutionReport;
      log.push(whole);
      count("reason" in of ? `${of.type} ${of.reason}` : of.type);
      if (wire !== null) send(wire, whole);
      return whole;
    },
    breakOff() {
      const left = wire;
      wire = null;
      left?.listener.away();
    },
  };

  function post(own: Wire, what: Asked): void {
    const { lost, doubled, delayTicksMax } = faultsNow();
    if (chance(lost)) return count("lost request");
    const due = Math.max(now + random(delayTicksMax + 1), own.requests.at(-1)?.due ?? 0);
    own.requests.push({ what, due });
    if (!chance(doubled)) return;
    count("doubled request");
    own.requests.push({ what, due });
  }

  function sendAgain(own: Wire, from: bigint, through: bigint): void {
    for (const one of log) if (one.sequence >= from && one.sequence <= through) send(own, one);
  }

  function send(own: Wire, what: ExecutionReport): void {
    const { lost, doubled, delayTicksMax } = faultsNow();
    if (chance(lost)) return count("lost report");
    const once = () => ({ what, due: now + random(delayTicksMax + 1) });
    own.reports.push(once());
    if (!chance(doubled)) return;
    count("doubled report");
    own.reports.push(once());
  }
}
