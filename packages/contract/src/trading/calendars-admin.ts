import { operatorName, pendingDecision, decisionOutput } from "../governance/reviews.ts";
import { calendarStatuses } from "../market/constants.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import {
  done,
  marketKey,
  names,
  nothing,
  pastedText,
  recordId,
  time,
  typedText,
  typedTextOrNone,
} from "../wire.ts";
import { calendarDayKinds, calendarNoticeLengthMax, calendarWarnings } from "./constants.ts";
import { z } from "zod";

const year = z.int().min(2000).max(2100);
const date = z.iso.date();
const count = z.int().min(0);
const note = typedTextOrNone(reasonLengthMax).optional();

/** What of a year's stored and reckoned dates would be others: of trades, margin calls and recalled shares. */
const moves = z.object({
  /** Fills that have not settled and would on another day. */
  trades: count,
  margin_calls: count,
  recalls: count,
  /** Working orders that end on a day that would be closed. */
  orders: count,
});

export type CalendarMoves = z.output<typeof moves>;

const notice = {
  /** Its number or title, as the exchange has it. */
  title: typedText(200),
  address: z.url({ protocol: /^https?$/ }).max(500),
  published_on: date,
};

const calendarYear = z.object({
  type: marketKey,
  year,
  status: z.enum(calendarStatuses),
  closed_days: count,
  half_days: count,
  source: z.string(),
  /** A live instance settles into the year, though it is only expected. */
  expected_allowed: z.boolean(),
  /** December has begun, and it is the year that comes. */
  reminded: z.boolean(),
  pending: pendingDecision.nullable(),
  /** Of what waits, while it waits. */
  moves: moves.nullable(),
});

const calendarDecision = z.object({
  id: z.string(),
  type: marketKey,
  year,
  /** Published days, or that the expected ones may be used. */
  basis: z.enum(["published", "expected"]),
  closed_days: count,
  half_days: count,
  notice: z.object(notice).nullable(),
  /** Days before it stay as they were. */
  holds_from: date,
  proposed_by: operatorName,
  approved_by: operatorName,
  decided_at: time,
});

const closing = z.object({
  id: z.string(),
  type: marketKey,
  date,
  /** Otherwise the day ends early. */
  whole_day: z.boolean(),
  begins_at: time,
  reason: z.string(),
  /** The operator's own sentences, where the reason is `other`. */
  texts: names.nullable(),
  closed_by: z.string(),
  closed_at: time,
  begun_at: time.nullable(),
  withdrawn_at: time.nullable(),
});

export const readCalendarDay = z.object({
  date,
  kind: z.enum(calendarDayKinds),
  /** The words that it was read from. */
  line: z.string(),
});

export type ReadCalendarDay = z.output<typeof readCalendarDay>;

const shownDay = z.object({
  date,
  /** By the notice; null where it does not name the day. */
  read: z.enum(calendarDayKinds).nullable(),
  /** As the year stands now, published or expected. */
  stands: z.enum(calendarDayKinds).nullable(),
  /** The law alone closes it. */
  certain: z.boolean(),
  /** The day has begun: it stays as it was. */
  passed: z.boolean(),
  line: z.string(),
});

const noticeRefusals = [
  "calendar_year_out_of_range",
  "calendar_year_wrong",
  "calendar_date_wrong",
  "calendar_weekday_wrong",
  "calendar_day_twice",
  "calendar_half_day_closed",
  "calendar_reopens_closed",
  "calendar_nothing_read",
  "calendar_days_too_many",
  "calendar_unchanged",
] as const;

export type NoticeRefusalCode = (typeof noticeRefusals)[number];

const pasted = z.strictObject({
  type: marketKey,
  year,
  /** The notice's words, or a file's: CSV, ICS or JSON. */
  text: pastedText(calendarNoticeLengthMax),
});

export const calendarsAdminCalls = {
  "/api/ops/calendars": defineOperatorCall({
    summary:
      "The trading calendar of each market, this year and those after it: published, expected or unknown, what waits for approval, and every decision",
    method: "GET",
    permission: "view_site",
    input: nothing,
    output: z.object({
      /** A simulated instance settles by expected days. */
      simulated: z.boolean(),
      years: z.array(calendarYear),
      decisions: z.array(calendarDecision),
      /** The newest first. */
      closings: z.array(closing),
    }),
    refusals: [],
  }),
  "/api/ops/calendars/read": defineOperatorCall({
    summary:
      "Reads the closed days and half days of a year out of an exchange's notice, beside those that stand now, and counts what would move; changes nothing",
    permission: "manage_calendars",
    input: pasted,
    output: z.object({
      type: marketKey,
      year,
      days: z.array(shownDay),
      /** How many of the days that stand now the notice changes. */
      differences: count,
      warnings: z.array(z.object({ code: z.enum(calendarWarnings), dates: z.array(date) })),
      moves,
    }),
    refusals: noticeRefusals,
  }),
  "/api/ops/calendars/propose": defineOperatorCall({
    summary:
      "Proposes a market's year as the notice has it; another operator approves it, and every process takes it at once",
    permission: "manage_calendars",
    input: pasted.extend({
      ...notice,
      /** The warnings that reading answered, seen and confirmed. */
      confirmed: z.array(z.enum(calendarWarnings)),
      note,
    }),
    output: decisionOutput,
    refusals: [...noticeRefusals, "calendar_not_confirmed", "operator_held", "proposal_pending"],
  }),
  "/api/ops/calendars/allow-expected": defineOperatorCall({
    summary:
      "Proposes that a live instance settles into a year that is not published by its expected days; another operator approves it",
    permission: "manage_calendars",
    input: z.strictObject({ type: marketKey, year, note }),
    output: decisionOutput,
    refusals: [
      "calendar_year_out_of_range",
      "calendar_not_expected",
      "calendar_allowed_already",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/calendars/close": defineOperatorCall({
    summary:
      "Closes a market for the rest of today, a coming day, or either from a time on, at once in every process: day orders expire then, others wait, auctions do not match; customers read why",
    permission: "halt_trading",
    input: z.strictObject({
      type: marketKey,
      /** The market's own. */
      date,
      /** On the market's clock; left out: from now on today, all of a coming day. */
      from: z
        .string()
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
        .optional(),
      /** A code alone: one operator does it, and everybody reads it at once. */
      reason: typedTextOrNone(reasonLengthMax),
    }),
    output: z.object({ id: z.string() }),
    refusals: [
      "reason_required",
      "reason_code_required",
      "closing_date_out_of_range",
      "closing_day_closed",
      "closing_time_wrong",
      "closing_day_over",
      "closing_exists",
    ],
  }),
  "/api/ops/calendars/closings/:id/withdraw": defineOperatorCall({
    summary: "Withdraws a closing that has not begun; every customer is told",
    permission: "halt_trading",
    input: z.strictObject({ id: recordId }),
    output: done,
    refusals: ["closing_not_withdrawable"],
  }),
};
