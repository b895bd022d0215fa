import {
  type CallOutput,
  type CheckedInput,
  type Difference,
  iso,
  type OperatorCalls,
  type ProposalInputs,
} from "@sanshi/contract";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { localDate, setEnteredYears, yearOfDays, type EnteredYear } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { keepInMemory } from "../../platform/sql/kept-in-memory.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  inputOf,
  loadPendingProposals,
  pendingOf,
  propose,
  type Handlers,
  type Proposed,
  type StoredProposal,
} from "../../governance/approvals/approvals.ts";
import { countMoves, notifyOfMoves } from "./calendar-moves.ts";
import { closingsListed } from "./closings.ts";
import { loadClosedDays } from "./closings.store.ts";
import { readNotice } from "./notice.rules.ts";
import {
  besideStanding,
  daysOfYear,
  enteredYear,
  holdsFromAt,
  isReminded,
  isUnchanged,
  objectToAllowing,
  objectToYear,
  readDays,
  warningsOf,
  yearsShown,
  type ShownDay,
  type TradingCalendars,
} from "./trading-calendars.rules.ts";
import * as store from "./trading-calendars.store.ts";

export { calendarReminders, type TradingCalendars } from "./trading-calendars.rules.ts";

export const calendarChannel = "calendar_changed";

/**
 * Puts what operators have entered in the place of expected years, before anything is served and again whenever
 * another is approved.
 */
export async function startTradingCalendars(
  shared: Pick<Context, "database" | "listener" | "log">,
): Promise<TradingCalendars> {
  let allowed = new Set<string>();
  let lastTaken: string | null = null;
  await keepInMemory(shared, {
    name: "trading calendars",
    channel: calendarChannel,
    load: async () => ({
      decisions: await store.loadDecisions(shared.database.reader),
      closedDays: await loadClosedDays(shared.database.reader),
    }),
    take({ decisions, closedDays }) {
      // The rulebook begins anew with each change, so it hears of changes alone.
      const taken = [...decisions, { id: "closed" }, ...closedDays].map(({ id }) => id).join(" ");
      if (taken === lastTaken) return;
      lastTaken = taken;
      setEnteredYears(
        decisions.flatMap(enteredOf),
        closedDays.map(({ market, closed_on: date }) => ({ market, date })),
      );
      allowed = new Set(
        decisions
          .filter(({ basis }) => basis === "expected")
          .map(({ market, year }) => subjectOf(market, year)),
      );
    },
  });
  return { allowsExpected: (market, year) => allowed.has(subjectOf(market, year)) };
}

function enteredOf(row: store.StoredDecision): EnteredYear[] {
  const notice = noticeOf(row);
  const { market, year, holds_from: holdsFrom } = row;
  return notice === null ? [] : [enteredYear({ market, year, holdsFrom }, row, notice)];
}

type NoticeRow = Pick<
  store.StoredDecision,
  "notice_title" | "notice_address" | "notice_published_on"
>;

function noticeOf({ notice_title, notice_address, notice_published_on }: NoticeRow) {
  if (notice_title === null || notice_address === null || notice_published_on === null) return null;
  return { title: notice_title, address: notice_address, published_on: notice_published_on };
}

/** What a year's proposals are about, and its word: `cny:2027`. */
function subjectOf(market: MarketKey, year: number): string {
  return `${market}:${year}`;
}

type Input<Path extends keyof OperatorCalls> = CheckedInput<OperatorCalls[Path]>;
type Listed = CallOutput<OperatorCalls["/api/ops/calendars"]>;

export async function calendarsListed(
  context: Context,
  operator: Operator,
): Promise<Outcome<Listed>> {
  const { reader } = context.database;
  const now = context.clock.now();
  const pending = (
    await loadPendingProposals(reader, ["calendar_year", "calendar_expected"])
  ).filter(({ expires_at }) => expires_at > now);
  const years = [];
  for (const market of marketKeys) {
    for (const year of yearsShown(market, now)) {
      const waiting = pending.find(({ subject }) => subject === subjectOf(market, year));
      const { status, source, closedDays, halfDays } = yearOfDays(market, year);
      years.push({
        type: market,
        year,
        status,
        closed_days: closedDays.length,
        half_days: halfDays.length,
        source,
        expected_allowed: context.calendars.allowsExpected(market, year),
        reminded: isReminded(market, year, now),
        pending: waiting === undefined ? null : pendingOf(waiting, operator),
        moves: waiting === undefined ? null : await movesOfProposal(context, reader, waiting),
      });
    }
  }
  const decisions = await store.listDecisions(reader);
  return accept({
    simulated: context.feed.kind === "simulated",
    years,
    decisions: decisions.map(onWire),
    closings: await closingsListed(reader),
  });
}

function onWire(row: store.ListedDecision): Listed["decisions"][number] {
  return {
    id: row.id.toString(),
    type: row.market,
    year: row.year,
    basis: row.basis,
    closed_days: row.closed_days,
    half_days: row.half_days,
    notice: noticeOf(row),
    holds_from: row.holds_from,
    proposed_by: { id: row.proposed_by.toString(), email: row.proposer },
    approved_by: { id: row.approved_by.toString(), email: row.approver },
    decided_at: iso(row.decided_at),
  };
}

async function movesOfProposal(context: Context, reader: Reader, proposal: StoredProposal) {
  if (proposal.kind !== "calendar_year") return null;
  return countMoves(context, reader, proposedYear(context, inputOf("calendar_year", proposal)));
}

function proposedYear({ clock }: Pick<Context, "clock">, input: ProposalInputs["calendar_year"]) {
  const { market, year, notice } = input;
  return enteredYear({ market, year, holdsFrom: holdsFromAt(market, clock.now()) }, input, notice);
}

type ReadYear = {
  days: readonly ShownDay[];
  closed_days: readonly string[];
  half_days: readonly string[];
};

/** The days of a pasted notice beside those that stand, or what speaks against it in the contract's order. */
function readYear(
  { clock }: Pick<Context, "clock">,
  { type: market, year, text }: Input<"/api/ops/calendars/read">,
): Outcome<ReadYear> {
  const now = clock.now();
  const outside = objectToYear(market, year, now);
  if (outside !== null) return refuse(outside.code, outside.params);
  const read = readNotice(text, year);
  if (!read.ok) return refuse(read.code, read.params);
  const days = besideStanding(market, year, read.days, now);
  if (isUnchanged(market, year, days)) {
    return refuse("calendar_unchanged", { year: String(year) });
  }
  return accept({ days, ...daysOfYear(read.days) });
}

export async function readCalendar(
  context: Context,
  form: Input<"/api/ops/calendars/read">,
): Promise<Outcome<CallOutput<OperatorCalls["/api/ops/calendars/read"]>>> {
  const read = readYear(context, form);
  if (!read.ok) return read;
  const { days, ...found } = read.value;
  const { type: market, year } = form;
  // Of a notice that is not proposed yet nobody asks the name.
  const unnamed = { title: "", address: "", published_on: localDate(market, context.clock.now()) };
  const holdsFrom = holdsFromAt(market, context.clock.now());
  const entered = enteredYear({ market, year, holdsFrom }, found, unnamed);
  return accept({
    type: market,
    year,
    days: [...days],
    differences: days.filter((day) => day.read !== day.stands).length,
    warnings: [...warningsOf(market, year, days)],
    moves: await countMoves(context, context.database.reader, entered),
  });
}

export function proposeCalendar(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/calendars/propose">,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const { type: market, year, title, address, published_on, confirmed, note = "" } = form;
    const read = readYear(context, form);
    if (!read.ok) return read;
    const { days, closed_days, half_days } = read.value;
    if (warningsOf(market, year, days).some(({ code }) => !confirmed.includes(code))) {
      return refuse("calendar_not_confirmed");
    }
    const subject = subjectOf(market, year);
    const notice = { title, address, published_on };
    const proposed = await propose(context, transaction, operator, {
      kind: "calendar_year",
      subject,
      input: { market, year, closed_days: [...closed_days], half_days: [...half_days], notice },
      note,
    });
    if (proposed.ok) {
      const said = { proposal: proposed.value.id, ...notice, closed_days, half_days, confirmed };
      await audit.within(transaction, subject, said);
    }
    return proposed;
  });
}

export function proposeExpected(
  context: Context,
  operator: Operator,
  audit: Audit,
  { type: market, year, note = "" }: Input<"/api/ops/calendars/allow-expected">,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const subject = subjectOf(market, year);
    const proposed = await propose(context, transaction, operator, {
      kind: "calendar_expected",
      subject,
      input: { market, year },
      note,
    });
    if (proposed.ok) await audit.within(transaction, subject, { proposal: proposed.value.id });
    return proposed;
  });
}

const noDays = { closed_days: [], half_days: [] };

/** An approved year stands in every process as soon as it has heard of it, which it does at once. */
export const calendarProposals: Handlers<"calendar_year" | "calendar_expected"> = {
  calendar_year: {
    approve: "approve_proposals",
    differences: async (context, transaction, input) => {
      const { market, year } = input;
      await store.lockCalendar(transaction, market);
      const now = context.clock.now();
      const objection = objectToYear(market, year, now);
      if (objection !== null) return refuse(objection.code, objection.params);
      if (isUnchanged(market, year, besideStanding(market, year, readDays(input), now))) {
        return refuse("calendar_unchanged", { year: String(year) });
      }
      return accept(differencesOf(input));
    },
    apply: async (context, transaction, { input, proposalId, at }) => {
      const { market, year, notice, closed_days, half_days } = input;
      const entered = proposedYear(context, input);
      const { holdsFrom } = entered;
      const decision = { market, year, notice, closed_days, half_days, holdsFrom, proposalId, at };
      await store.insertDecision(transaction, decision);
      await notifyOfMoves(context, transaction, entered);
      return accept({});
    },
  },
  calendar_expected: {
    approve: "approve_proposals",
    differences: async (context, transaction, { market, year }) => {
      await store.lockCalendar(transaction, market);
      const isAllowed = context.calendars.allowsExpected(market, year);
      const objection =
        objectToYear(market, year, context.clock.now()) ??
        objectToAllowing(market, year, isAllowed);
      if (objection !== null) return refuse(objection.code, objection.params);
      return accept([
        { field: "calendar_market", before: null, after: market },
        { field: "calendar_year", before: null, after: String(year) },
        { field: "calendar_expected", before: "expected_not_allowed", after: "expected_allowed" },
      ]);
    },
    apply: async (context, transaction, { input, proposalId, at }) => {
      const { market, year } = input;
      const holdsFrom = holdsFromAt(market, context.clock.now());
      const decision = { market, year, notice: null, ...noDays, holdsFrom, proposalId, at };
      await store.insertDecision(transaction, decision);
      return accept({});
    },
  },
};

/** Both lists of days as a whole: the approver holds them against the notice. */
function differencesOf(input: ProposalInputs["calendar_year"]): Difference[] {
  const { market, year, closed_days, half_days, notice } = input;
  const stands = yearOfDays(market, year);
  const listed = (days: readonly string[]) => (days.length === 0 ? null : days.join(" "));
  return [
    { field: "calendar_market", before: null, after: market },
    { field: "calendar_year", before: null, after: String(year) },
    { field: "calendar_status", before: `year_${stands.status}`, after: "year_published" },
    {
      field: "calendar_closed_days",
      before: listed(stands.closedDays),
      after: listed(closed_days),
    },
    { field: "calendar_half_days", before: listed(stands.halfDays), after: listed(half_days) },
    { field: "calendar_notice", before: null, after: notice.title },
    { field: "calendar_notice_address", before: null, after: notice.address },
    { field: "calendar_notice_date", before: null, after: notice.published_on },
  ];
}
