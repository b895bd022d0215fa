import {
  dayMs,
  iso,
  isoOrNull,
  readReasonCode,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
  type Reason,
} from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import {
  dayEndsAt,
  extendedDayEnds,
  localMinuteOfDay,
  yearOfDays,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { reasonSentences } from "../../governance/reasons/reasons.ts";
import { announceToEverybody } from "../../people/announcements/announcements.ts";
import { haltUntilDayEnds } from "../../market/trading-halts/trading-halts.ts";
import { endOrdersOfDay } from "../orders/orders.ts";
import { notifyOfMoves } from "./calendar-moves.ts";
import { decideClosing, haltEndsAt } from "./closings.rules.ts";
import * as store from "./closings.store.ts";
import { closingAnnounced, closingWithdrawn } from "./closings.texts.ts";
import { enteredYear, holdsFromAt } from "./trading-calendars.rules.ts";

type Input<Path extends keyof OperatorCalls> = CheckedInput<OperatorCalls[Path]>;
type ClosingContext = Pick<Context, "settings" | "hours" | "clock" | "database">;

/** Closes a market at once or for a coming day. One operator alone does it, as with halts: it cannot wait. */
export function closeMarket(
  context: ClosingContext,
  operator: Pick<Operator, "operatorId" | "role">,
  audit: Pick<Audit, "within">,
  form: Input<"/api/ops/calendars/close">,
): Promise<Outcome<{ id: string }>> {
  const { clock, hours } = context;
  return transactionUnlessRefused(context.database, async (transaction) => {
    const read = readReasonCode("closings", form.reason);
    if (!read.ok) return refuse(read.code);
    const { reason } = read;
    const { type: market } = form;
    const at = clock.now();
    const decided = decideClosing(market, { date: form.date, from: form.from }, at, hours);
    if (!decided.ok) return refuse(decided.code, decided.params);
    const { closing } = decided;
    const { operatorId: by, role } = operator;
    const said = { reason: reason.code, texts: null };
    const id = await store.insertClosing(transaction, {
      ...closing,
      market,
      ...said,
      by,
      role,
      at,
    });
    if (id === undefined) return refuse("closing_exists", { date: closing.date });
    if (closing.beginsAt <= at) while (await beginDue(context, transaction, at));
    else await announce(context, transaction, { market, ...closing, reason, by, at });
    const subject = `${market}:${closing.date}`;
    const details = { closing: id.toString(), ...closing, beginsAt: iso(closing.beginsAt) };
    await audit.within(transaction, subject, { ...details, reason: reason.code });
    return accept({ id: id.toString() });
  });
}

type Told = {
  market: MarketKey;
  date: LocalDate;
  wholeDay: boolean;
  beginsAt: number;
  reason: Reason;
  by: bigint;
  at: number;
};

/** Everybody reads what is to come; whoever's trades settle or whose margin call is due otherwise has a word more. */
async function announce(
  context: ClosingContext,
  transaction: Transaction,
  { market, date, wholeDay, beginsAt, reason, by, at }: Told,
): Promise<void> {
  const from = wholeDay ? null : timeOn(market, beginsAt);
  const texts = closingAnnounced({ market, date, from, reason: reasonSentences(reason) });
  await announceToEverybody(transaction, { texts, writtenBy: by, at });
  if (!wholeDay) return;
  const year = Number(date.slice(0, 4));
  const { closedDays, halfDays } = yearOfDays(market, year);
  const days = { closed_days: [...closedDays, date], half_days: halfDays };
  const holdsFrom = holdsFromAt(market, at);
  const unnamed = { title: "", address: "", published_on: date };
  await notifyOfMoves(
    context,
    transaction,
    enteredYear({ market, year, holdsFrom }, days, unnamed),
  );
}

/** What a market's clock shows at a moment: `13:00`. */
function timeOn(market: MarketKey, at: number): string {
  const minute = localMinuteOfDay(market, at);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Of one that has not begun; everybody was told of it, and is told of that too. */
export function withdrawClosing(
  { database, clock }: Pick<Context, "database" | "clock">,
  { operatorId: by }: Pick<Operator, "operatorId">,
  audit: Pick<Audit, "within">,
  id: bigint,
): Promise<Outcome<Record<string, never>>> {
  return transactionUnlessRefused(database, async (transaction) => {
    const closing = await store.lockClosing(transaction, id);
    const at = clock.now();
    if (closing === undefined || closing.begins_at <= at) return refuse("closing_not_withdrawable");
    const { market, closed_on: date } = closing;
    await store.noteWithdrawn(transaction, { id, by, at });
    await announceToEverybody(transaction, {
      texts: closingWithdrawn(market, date),
      writtenBy: by,
      at,
    });
    await audit.within(transaction, `${market}:${date}`, { closing: id.toString() });
    return accept({});
  });
}

/** Begins one closing whose moment has come; false where nothing is left for us. */
export function beginNextClosing(context: ClosingContext): Promise<boolean> {
  return context.database.transaction((transaction) =>
    beginDue(context, transaction, context.clock.now()),
  );
}

/**
 * Trading stops as by a halt of the market, so that no quote and no auction fills anything; what would have ended with
 * the day ends now, and what is good for longer waits.
 */
async function beginDue(
  { hours }: Pick<Context, "hours">,
  transaction: Transaction,
  now: number,
): Promise<boolean> {
  const closing = await store.lockDueClosing(transaction, now);
  if (closing === undefined) return false;
  const { id, market, closed_on: date, begins_at: beginsAt } = closing;
  await store.noteBegun(transaction, id, now);
  const dayEnds = dayEndsAt(market, date, hours);
  // A day that is closed by the calendar has no sessions, and a server that was down may come after all of it.
  if (dayEnds <= now) return true;
  await haltUntilDayEnds(transaction, {
    market,
    reason: closing.reason,
    texts: closing.texts,
    until: Math.min(haltEndsAt(market, date, hours), now + dayMs),
    by: closing.closed_by,
    role: closing.closed_role,
    at: now,
  });
  // Its extended hours are closed with it.
  const until = market === "usd" ? Math.max(dayEnds, extendedDayEnds(date, hours)) : dayEnds;
  await endOrdersOfDay(transaction, market, { after: beginsAt, until, endsAt: now });
  return true;
}

type Listed = CallOutput<OperatorCalls["/api/ops/calendars"]>["closings"];

export async function closingsListed(reader: Reader): Promise<Listed> {
  return (await store.listClosings(reader)).map((row) => ({
    id: row.id.toString(),
    type: row.market,
    date: row.closed_on,
    whole_day: row.whole_day,
    begins_at: iso(row.begins_at),
    reason: row.reason,
    texts: row.texts,
    closed_by: row.closer,
    closed_at: iso(row.closed_at),
    begun_at: isoOrNull(row.begun_at),
    withdrawn_at: isoOrNull(row.withdrawn_at),
  }));
}
