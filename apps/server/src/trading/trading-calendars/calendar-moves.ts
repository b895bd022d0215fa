import type { CalendarMoves } from "@sanshi/contract";
import {
  asIfEntered,
  dateBegins,
  daysAfter,
  isTradingDay,
  localDate,
  marginCallDueAt,
  recallDueAt,
  settlementDate,
  type EnteredYear,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { sendMessages } from "../../people/messages/messages.ts";
import { countMovedCalls, moveCalls } from "../margin/margin.ts";
import * as store from "./trading-calendars.store.ts";

/** What another year of days does to dates that were told: counted before it is approved, told when it is. */

type MovingContext = Pick<Context, "settings" | "hours" | "clock">;

/** Nothing is changed. */
export async function countMoves(
  context: MovingContext,
  reader: Reader,
  entered: EnteredYear,
): Promise<CalendarMoves> {
  const { market } = entered;
  const now = context.clock.now();
  const traders = await store.tradersIn(reader, market, movedSettlements(context, entered, now));
  return {
    trades: traders.reduce((sum, { trades }) => sum + trades, 0),
    margin_calls: await countMovedCalls(reader, { market, now }, dueAtBy(entered)),
    recalls: await countMovedRecalls(context, reader, entered, now),
    orders: await store.countOrdersEnding(reader, market, closingDays(context, entered)),
  };
}

/** Settlement dates are reckoned and follow by themselves; margin calls follow here. Each customer is told. */
export async function notifyOfMoves(
  context: MovingContext,
  transaction: Transaction,
  entered: EnteredYear,
): Promise<void> {
  const { market } = entered;
  const now = context.clock.now();
  await moveCalls(transaction, { market, now }, dueAtBy(entered));
  const moved = movedSettlements(context, entered, now);
  const traders = await store.tradersIn(transaction, market, moved);
  await sendMessages(
    transaction,
    traders.flatMap(({ span, customer_id: customerId }) => {
      const settlement = moved[span - 1];
      if (settlement === undefined) return [];
      const { tradedOn, settlesOn } = settlement;
      return {
        customerId,
        kind: "settlement_moved" as const,
        at: now,
        link: "/mine/index",
        params: { type: market, traded_on: tradedOn, settles_on: settlesOn },
      };
    }),
  );
}

type MovedSettlement = store.Span & { tradedOn: LocalDate; settlesOn: LocalDate };

/** Trades are looked at as far back as the longest holiday lies between a trade and its settlement. */
const unsettledDaysMax = 20;

/** The days whose trades have not settled and would on another day; none in practice, where they settle at once. */
function movedSettlements(
  { settings, hours }: MovingContext,
  entered: EnteredYear,
  now: number,
): MovedSettlement[] {
  if (settings.marketRules === "practice") return [];
  const { market } = entered;
  const today = localDate(market, now);
  const dates = Array.from({ length: unsettledDaysMax }, (_, back) => daysAfter(today, -back));
  const settles = () => dates.map((date) => settlementDate(market, date, hours).date);
  const before = settles();
  const after = asIfEntered(entered, settles);
  return dates.flatMap((tradedOn, index) => {
    const [was = "", settlesOn = ""] = [before[index], after[index]];
    if (was === settlesOn || was <= today) return [];
    const from = dateBegins(market, tradedOn, hours);
    return { tradedOn, settlesOn, from, until: dateBegins(market, daysAfter(tradedOn, 1), hours) };
  });
}

function dueAtBy(entered: EnteredYear): (calledOn: LocalDate) => number {
  return byDate((date) => asIfEntered(entered, () => marginCallDueAt(entered.market, date).at));
}

/** Of many calls and recalls there are few dates, and each look into another calendar makes it anew. */
function byDate<Answer>(answer: (date: LocalDate) => Answer): (date: LocalDate) => Answer {
  const known = new Map<LocalDate, Answer>();
  return (date) => {
    if (!known.has(date)) known.set(date, answer(date));
    return known.get(date) as Answer;
  };
}

/** Recalls keep the deadline that was told; so many would have another. */
async function countMovedRecalls(
  { hours }: MovingContext,
  reader: Reader,
  entered: EnteredYear,
  now: number,
): Promise<number> {
  const { market } = entered;
  const recalls = await store.openRecalls(reader, market, now);
  const dueAt = (date: LocalDate) => recallDueAt(market, date, hours).at;
  const moves = byDate((date) => dueAt(date) !== asIfEntered(entered, () => dueAt(date)));
  return recalls.filter(({ recalled_at: at }) => moves(localDate(market, at))).length;
}

/** The days that would be closed and are not now. */
function closingDays({ hours }: MovingContext, entered: EnteredYear): store.Span[] {
  const { market, closedDays, holdsFrom } = entered;
  return closedDays
    .filter((date) => date >= holdsFrom && isTradingDay(market, date, hours))
    .map((date) => ({
      from: dateBegins(market, date, hours),
      until: dateBegins(market, daysAfter(date, 1), hours),
    }));
}
