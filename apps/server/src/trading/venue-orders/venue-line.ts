import { secondMs } from "@sanshi/contract/constants";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/log.ts";
import { errorCode, type Database } from "../../platform/sql/database.ts";
import { isConnectionFault } from "../../platform/sql/connection-faults.ts";
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
  keepUnreadable,
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
/** So much of a report that cannot be read is kept for whoever looks into it. */
const unreadableLengthMax = 2_000;
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
    let isOver = false;
    const opened = await venue.connect(line?.received_through ?? 0n, {
      report(report) {
        if (report.sequence > newest) ({ sequence: newest } = report);
        if (arrived.length < arrivedMax) arrived.push(report);
      },
      heartbeat(sequence) {
        if (sequence > newest) newest = sequence;
      },
      away() {
        isOver = true;
        session = null;
      },
    });
    // One that broke off before it was heard to be open is not taken for open: nothing would come of it, ever.
    session = isOver ? null : opened;
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
      await keepAtOnce(some);
      // Kept is kept; had it failed, they would still be here.
      arrived = arrived.slice(some.length);
    } while (arrived.length > 0);
  }

  async function keepAtOnce(some: readonly ExecutionReport[]): Promise<void> {
    try {
      await database.transaction(async (transaction) => {
        if (some.length > 0) await keepReports(transaction, venue.name, some);
        if (session !== null) await advanceLine(transaction, venue.name, newest);
      });
    } catch (error) {
      if (!isOneReportsFault(error) || some.length === 0) throw error;
      // One that the record does not take holds up no other: alone each is kept, as it is or as one that nobody can read.
      if (some.length > 1) for (const report of some) await keepAtOnce([report]);
      else for (const report of some) await keepAsUnreadable(report, error);
    }
  }

  async function keepAsUnreadable(report: ExecutionReport, error: unknown): Promise<void> {
    log.error({ err: error, venue: venue.name }, "a venue's report cannot be read");
    const { sequence, clientOrderId } = report;
    const reason = `${String(error)}: ${inWords(report)}`.slice(0, unreadableLengthMax);
    await database.transaction(async (transaction) => {
      await keepUnreadable(transaction, venue.name, { sequence, clientOrderId }, reason);
      if (session !== null) await advanceLine(transaction, venue.name, newest);
    });
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

/** What cannot be stored: values, keys, or a shape that is none of the port's. Whatever passes by itself is not that. */
function isOneReportsFault(error: unknown): boolean {
  if (!(error instanceof Error) || isConnectionFault(error)) return false;
  return /^(?:22|23|$)/.test(errorCode(error));
}

function inWords(report: ExecutionReport): string {
  return JSON.stringify(report, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
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
