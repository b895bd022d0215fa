import { formatShares, marketKeys, type MarketKey } from "@sanshi/money";
import {
  calendarParams,
  calendarStatus,
  dateBegins,
  marketDate,
  marketStatus,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { loadAccount, stockParams } from "./margin-account.ts";
import { sellAtTermsEnd, type SellForced } from "./margin-acts.ts";
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
 * everything happen once.
 */
export function createMarginTerms(
  context: TermsContext,
  sellForced: SellForced,
): { run(): Promise<void> } {
  const toldOn = new Map<MarketKey, LocalDate>();
  let lookedAt = -Infinity;
  return {
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
          await notifyAll(context, market, today);
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
  today: LocalDate,
): Promise<void> {
  const { reader } = context.database;
  let after = 0n;
  for (;;) {
    const found = await termPositions(reader, market, after, positionsPerBatch);
    for (const position of found) await notify(context, market, position, today);
    const last = found.at(-1);
    if (last === undefined || found.length < positionsPerBatch) return;
    after = last.id;
  }
}

async function notify(
  context: TermsContext,
  market: MarketKey,
  position: TermPosition,
  today: LocalDate,
): Promise<void> {
  const { id: positionId, customer_id: customerId, stage, due_on: toldDue } = position;
  const told = stage === null || toldDue === null ? null : { dueOn: toldDue, stage };
  const opened = { market, openedAt: position.opened_at };
  const notice = termNotice(opened, told, today, context.hours);
  if (notice === null) return;
  const { dueOn, lastDay } = notice;
  const at = context.clock.now();
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

async function sellDue(
  context: TermsContext,
  sellForced: SellForced,
  market: MarketKey,
  today: LocalDate,
): Promise<void> {
  const due = await duePositions(context.database.reader, market, today, soldAtOnce);
  for (const position of due) await sellOne(context, sellForced, market, position);
}

function sellOne(
  context: TermsContext,
  sellForced: SellForced,
  market: MarketKey,
  { id: positionId, customer_id: customerId, due_on: dueOn, told_at: calledAt }: DuePosition,
): Promise<boolean> {
  return context.database.transaction(async (transaction) => {
    const locked = await lockMarginedPositions(transaction, customerId, market);
    if (await areBehind(transaction, locked)) return false;
    const account = { customer_id: customerId, market };
    const state = await loadAccount(context, transaction, account, locked);
    const position = state.positions.find(({ id }) => id === positionId);
    const term = position && termOf(market, position.openedAt, context.hours);
    if (position === undefined || term === null || term === undefined) return false;
    const dueAt = dateBegins(market, dueOn, context.hours);
    const ended = { position, calledAt, dueAt, dueOn, reference: term.reference };
    return sellAtTermsEnd(context, sellForced, transaction, state, ended);
  });
}
