import { formatShares, marketKeys, type MarketKey } from "@sanshi/money";
import {
  calendarParams,
  calendarStatus,
  dateBegins,
  exchangeCalendar,
  marketDate,
  marketStatus,
  nextTradingDay,
  tradingHours,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { loadAccount, stockParams } from "./margin-account.ts";
import { sellAtTermsEnd, type SellForced } from "./margin-acts.ts";
import type { MarginLeaps, Moment } from "./margin-leaps.ts";
import { termNotice, termOf } from "./margin-terms.rules.ts";
import {
  duePositions,
  insertTermNotice,
  termPositions,
  type DuePosition,
  type TermPosition,
} from "./margin-terms.store.ts";
import { areBehind, lockMarginedPositions } from "./margin.store.ts";

type TermsContext = Pick<Context, "quotes" | "clock" | "hours" | "database" | "log" | "settings">;

const positionsPerBatch = 500;
const soldAtOnce = 100;
const lookForDueEveryMs = 5_000;

/**
 * Tells customers ahead when a margin position ends, once a day of its market, and closes what is left on its
 * day by the way of forced sales, with a receipt. Every process looks; a notice's key and the positions' locks let
 * everything happen once. Days that the clock has leapt over are gone through in their order, and what ends on one is
 * closed at its first price, where the feed knows what passed.
 */
export function createMarginTerms(
  context: TermsContext,
  sellForced: SellForced,
  leaps: Pick<MarginLeaps, "hasLeapt" | "upTo">,
): { run(): Promise<void>; runOverStep(): Promise<boolean> } {
  const toldOn = new Map<MarketKey, LocalDate>();
  let lookedAt = -Infinity;
  /** False, and to be gone on with, while a split is being applied. */
  async function goThrough(market: MarketKey, since: LocalDate, now: number): Promise<boolean> {
    const { hours } = context;
    const calendar = exchangeCalendar(hours);
    const last = marketDate(market, now, hours);
    for (let today = nextTradingDay(market, since, calendar); today <= last;) {
      const opensAt = tradingHours(market, today, hours)?.opensAt ?? Infinity;
      if (opensAt > now) return true;
      await notifyAll(context, market, { today, at: dateBegins(market, today, hours) });
      if ((await duePositions(context.database.reader, market, today, 1)).length > 0) {
        const momentOf = await leaps.upTo(market, opensAt);
        if (momentOf === null) return false;
        if (!(await sellDue(context, sellForced, market, today, momentOf))) return false;
      }
      toldOn.set(market, today);
      today = nextTradingDay(market, today, calendar);
    }
    return true;
  }

  return {
    async runOverStep() {
      const { settings, clock } = context;
      if (settings.marketRules === "practice") return true;
      for (const market of marketKeys) {
        const [now, since] = [clock.now(), toldOn.get(market)];
        if (since === undefined || !leaps.hasLeapt(market)) continue;
        if (!(await goThrough(market, since, now))) return false;
      }
      return true;
    },
    async run() {
      const { settings, clock, hours } = context;
      if (settings.marketRules === "practice") return;
      const isTurn = performance.now() - lookedAt >= lookForDueEveryMs;
      if (isTurn) lookedAt = performance.now();
      for (const market of marketKeys) {
        const now = clock.now();
        if (termOf(market, now, hours) === null) continue;
        const today = marketDate(market, now, hours);
        if (toldOn.get(market) !== today) {
          await notifyAll(context, market, { today, at: now });
          toldOn.set(market, today);
        }
        if (isTurn && marketStatus(market, now, hours).isOpen) {
          await sellDue(context, sellForced, market, today);
        }
      }
    },
  };
}

async function notifyAll(
  context: TermsContext,
  market: MarketKey,
  day: { today: LocalDate; at: number },
): Promise<void> {
  const { reader } = context.database;
  let after = 0n;
  for (;;) {
    const found = await termPositions(reader, market, after, positionsPerBatch);
    for (const position of found) await notify(context, market, position, day);
    const last = found.at(-1);
    if (last === undefined || found.length < positionsPerBatch) return;
    after = last.id;
  }
}

async function notify(
  context: TermsContext,
  market: MarketKey,
  position: TermPosition,
  { today, at }: { today: LocalDate; at: number },
): Promise<void> {
  const { id: positionId, customer_id: customerId, stage, due_on: toldDue } = position;
  const told = stage === null || toldDue === null ? null : { dueOn: toldDue, stage };
  const opened = { market, openedAt: position.opened_at };
  const notice = termNotice(opened, told, today, context.hours);
  if (notice === null) return;
  const { dueOn, lastDay } = notice;
  await context.database.transaction(async (transaction) => {
    const told = { positionId, market, stage: notice.stage, dueOn, toldAt: at };
    if (!(await insertTermNotice(transaction, told))) return;
    await sendMessage(transaction, {
      customerId,
      kind: "margin_term",
      at,
      link: `/position/info?id=${positionId}`,
      params: {
        ...stockParams(context, market, position.code),
        side: position.side,
        quantity: formatShares(position.left),
        due_on: dueOn,
        ...calendarParams("due_on", calendarStatus(market, dueOn, context.hours)),
        last_day: lastDay,
        ...calendarParams("last_day", calendarStatus(market, lastDay, context.hours)),
      },
    });
  });
}

type MomentOf = (code: string) => Moment | null;

/** False while a split is being applied to what is due. */
async function sellDue(
  context: TermsContext,
  sellForced: SellForced,
  market: MarketKey,
  today: LocalDate,
  /** Where the clock has leapt over the day. */
  momentOf?: MomentOf,
): Promise<boolean> {
  const due = await duePositions(context.database.reader, market, today, soldAtOnce);
  let isSettled = true;
  for (const position of due) {
    const outcome = await sellOne(context, sellForced, market, position, momentOf);
    if (outcome === "behind") isSettled = false;
  }
  return isSettled;
}

function sellOne(
  context: TermsContext,
  sellForced: SellForced,
  market: MarketKey,
  { id: positionId, customer_id: customerId, due_on: dueOn, told_at: calledAt }: DuePosition,
  momentOf?: MomentOf,
): Promise<"behind" | "done"> {
  return context.database.transaction(async (transaction) => {
    const locked = await lockMarginedPositions(transaction, customerId, market);
    if (await areBehind(transaction, locked)) return "behind";
    const code = locked.find(({ id }) => id === positionId)?.code;
    const moment = code === undefined ? undefined : momentOf?.(code);
    // Nothing was quoted on its day.
    if (moment === null) return "done";
    const then = { ...context, ...moment };
    const account = { customer_id: customerId, market };
    const state = await loadAccount(then, transaction, account, locked);
    const position = state.positions.find(({ id }) => id === positionId);
    const term = position && termOf(market, position.openedAt, context.hours);
    if (position === undefined || term === null || term === undefined) return "done";
    const dueAt = dateBegins(market, dueOn, context.hours);
    const ended = { position, calledAt, dueAt, dueOn, reference: term.reference };
    const sell: SellForced = (within, sale) =>
      sellForced(within, { ...sale, ...(moment && { moment }) });
    await sellAtTermsEnd(then, sell, transaction, state, ended);
    return "done";
  });
}
