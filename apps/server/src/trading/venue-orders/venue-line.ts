import { secondMs } from "@sanshi/contract/constants";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/log.ts";
import type { Database } from "../../platform/sql/database.ts";
import { createLease } from "../../platform/sql/lease.ts";
import type {
  ExecutionReport,
  ReportingVenue,
  VenueSession,
} from "../../venues/reporting-venue.ts";
import { applyReports, type BookEffects } from "./applying.ts";
import {
  advanceLine,
  dueRequests,
  ensureLine,
  findLine,
  keepReports,
  markAsked,
  markSent,
  noteAway,
  type DueRequest,
} from "./venue-orders.store.ts";

/** More that arrives at once is left to be asked for again. */
const arrivedMax = 5_000;
const keptAtOnceMax = 500;
const sentAtOnceMax = 500;
/** An answer is late after so long, and the venue is asked about it, again and again. */
export const answerWithinMs = 5 * secondMs;

export type VenueLine = {
  /** Keeps and applies what has arrived, asks for what is missing, and sends what is due. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

type LineParts = {
  database: Database;
  clock: Pick<Clock, "now">;
  log: Logger;
  venue: ReportingVenue;
  book: BookEffects;
  /** Of tests that do not want to wait as long as a venue may. */
  lateAfterMs?: number;
};

/** The one line to the venue: of several processes one has it, and another takes it up where that one dies. */
export async function openVenueLine(parts: LineParts): Promise<VenueLine> {
  const { database, clock, log, venue, lateAfterMs = answerWithinMs } = parts;
  const lease = createLease(database.connectionString, `venue ${venue.name}`);
  let session: VenueSession | null = null;
  let arrived: ExecutionReport[] = [];
  let newest = 0n;
  /** What the record of the line says, so that a silent venue costs a write a second. */
  let noted = { newest: 0n, at: 0 };
  await ensureLine(database.reader, venue.name);

  async function connect(): Promise<void> {
    const line = await findLine(database.reader, venue.name);
    arrived = [];
    session = await venue.connect(line?.received_through ?? 0n, {
      report(report) {
        if (report.sequence > newest) ({ sequence: newest } = report);
        if (arrived.length < arrivedMax) arrived.push(report);
      },
      heartbeat(sequence) {
        if (sequence > newest) newest = sequence;
      },
      away() {
        session = null;
      },
    });
  }

  async function look(): Promise<void> {
    // Two that both believe to have it for a moment do no harm: the venue hears the session that was opened last, and
    // what is kept is kept once.
    if (!(await lease.isHeld())) {
      session?.end();
      session = null;
      return;
    }
    if (session === null) {
      try {
        await connect();
      } catch (error) {
        log.warn({ err: error, venue: venue.name }, "the venue is away, its orders are not known");
        await noteAway(database.reader, venue.name);
      }
    }
    await keep();
    await applyReports({ database, log, book: parts.book }, venue.name);
    if (session !== null) await ask(session);
  }

  async function keep(): Promise<void> {
    const isNoted = newest === noted.newest && clock.now() - noted.at < secondMs;
    if (arrived.length === 0 && isNoted) return;
    noted = { newest, at: clock.now() };
    do {
      const some = arrived.slice(0, keptAtOnceMax);
      await database.transaction(async (transaction) => {
        if (some.length > 0) await keepReports(transaction, venue.name, some);
        if (session !== null) await advanceLine(transaction, venue.name, newest);
      });
      // Kept is kept; had it failed, they would still be here.
      arrived = arrived.slice(some.length);
    } while (arrived.length > 0);
  }

  async function ask(to: VenueSession): Promise<void> {
    const line = await findLine(database.reader, venue.name);
    if (line === undefined) return;
    if (line.newest > line.received_through) to.askAgain(line.received_through + 1n, line.newest);
    const before = clock.now() - lateAfterMs;
    const due = await dueRequests(database.reader, venue.name, { before, limit: sentAtOnceMax });
    const unsent = due.filter((request) => request.is_unsent);
    const late = due.filter((request) => !request.is_unsent);
    for (const request of unsent) send(to, request);
    for (const { client_order_id: clientOrderId } of late) to.askStatus({ clientOrderId });
    const idsOf = (requests: DueRequest[]) => requests.map((one) => one.client_order_id);
    if (unsent.length > 0) await markSent(database.reader, idsOf(unsent));
    if (late.length > 0) await markAsked(database.reader, idsOf(late));
  }

  return {
    look,
    async stop() {
      session?.end();
      await lease.release();
    },
  };
}

function send(to: VenueSession, request: DueRequest): void {
  const { client_order_id: clientOrderId, original_id: originalClientOrderId } = request;
  const { quantity, limit_price: limit } = request;
  if (request.kind === "cancel") return to.cancel({ clientOrderId, originalClientOrderId });
  if (quantity === null || limit === null) throw new Error(`${clientOrderId} has no quantity`);
  if (request.kind === "replace") {
    return to.replace({ clientOrderId, originalClientOrderId, quantity, limit });
  }
  const { market, code, side, immediate_or_cancel: immediateOrCancel } = request;
  to.submit({ clientOrderId, market, code, side, quantity, limit, immediateOrCancel });
}
