import {
  endedHaltsShownMax,
  type CallOutput,
  type Calls,
  type CheckedInput,
  type MessageLink,
  type OperatorCalls,
  type PublicHalt,
  type Reason,
  iso,
  isoOrNull,
} from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { keepInMemory } from "../../platform/sql/kept-in-memory.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { sendMessages } from "../../people/messages/messages.ts";
import {
  haltOf,
  scopeOf,
  takesOrdersIn,
  type HaltedPart,
  type TradingHalt,
  type TradingHalts,
} from "./trading-halts.rules.ts";
import * as store from "./trading-halts.store.ts";
import { haltedTexts } from "./trading-halts.texts.ts";
import { reasonParams, reasonSentences } from "../../governance/reasons/reasons.ts";

export type { TradingHalt, TradingHalts } from "./trading-halts.rules.ts";
export { scopeOf } from "./trading-halts.rules.ts";
export { haltedTexts } from "./trading-halts.texts.ts";

export const tradingHaltChannel = "trading_halt_changed";

type Names = Readonly<Record<"jp" | "cn" | "us", string>>;

/** While the notifications are cut off, the database is asked this often. */
const lookEveryMs = 500;

/** Kept in memory, and read again whenever an operator halts or resumes something. */
export async function startTradingHalts(
  shared: Pick<Context, "database" | "listener" | "jobs" | "log" | "clock">,
): Promise<TradingHalts> {
  const { database, listener, clock } = shared;
  let halts: readonly TradingHalt[] = [];
  const readAgain = await keepInMemory(shared, {
    name: "trading halts",
    channel: tradingHaltChannel,
    load: () => store.loadActiveHalts(database.reader),
    take: (stored) => (halts = stored.map(haltOfRow)),
  });
  const failure = "trading halts were not read again";
  const reading = shared.jobs.repeat({ everyMs: lookEveryMs, failure }, () => {
    if (!listener.connected()) readAgain();
  });

  return {
    of: (market, code, at) =>
      halts.length === 0 ? null : haltOf(halts, { market, code, now: at ?? clock.now() }),
    stop: reading.stop,
  };
}

/** When the last time ended in which a stock could not be closed, of those that began before a moment; null of none. */
export function barredUntil(
  reader: Reader,
  stock: { market: MarketKey; code: string },
  moment: { before: number; at: number },
): Promise<number | null> {
  return store.barredUntil(reader, stock, moment);
}

function haltOfRow(row: store.StoredHalt): TradingHalt {
  return {
    id: row.id,
    market: row.market,
    code: row.code,
    closingAllowed: row.closing_allowed,
    takesOrders: takesOrdersIn(row.reason),
    reason: reasonOfRow(row),
    role: row.halted_role,
    since: row.halted_at,
    until: row.until_at,
  };
}

function reasonOfRow({ reason, texts }: Pick<store.StoredHalt, "reason" | "texts">): Reason {
  return texts === null ? { code: reason, words: "" } : { code: reason, words: texts.us, texts };
}

/** What an order is refused with: what is halted, and why, in every language. */
export function haltParams(halt: TradingHalt, names: Names): Record<string, string> {
  return {
    ...paramsOf(halt, names),
    ...reasonParams(halt.reason),
    since: iso(halt.since),
    ...(halt.until !== null && { until: iso(halt.until) }),
  };
}

function paramsOf(part: HaltedPart, names: Names): Record<string, string> {
  const { jp, cn, us } = namesOf(part, names);
  return { scope: scopeOf(part), scope_jp: jp, scope_cn: cn, scope_us: us };
}

/** What is halted by its name: a stock's own, a market's, or everything. */
function namesOf({ market, code }: HaltedPart, names: Names) {
  const named = (language: "jp" | "cn" | "us") =>
    code === null ? haltedTexts[language][market ?? "all"] : `${names[language]} (${code})`;
  return { jp: named("jp"), cn: named("cn"), us: named("us") };
}

/** A halt as everybody reads it. */
export function haltOnWire(halt: TradingHalt, names: Names, endedAt: number | null): PublicHalt {
  return {
    id: halt.id.toString(),
    scope: scopeOf(halt),
    type: halt.market,
    code: halt.code,
    names: namesOf(halt, names),
    closing_allowed: halt.closingAllowed,
    takes_orders: halt.takesOrders,
    role: halt.role,
    reason: reasonSentences(halt.reason),
    since: iso(halt.since),
    until: isoOrNull(halt.until),
    ended_at: isoOrNull(endedAt),
  };
}

/** For everybody: what is halted now, and what was. */
export async function publicHalts({
  database,
  quotes,
  clock,
}: Pick<Context, "database" | "quotes" | "clock">): Promise<CallOutput<Calls["/common/halts"]>> {
  const found = await store.publicHalts(database.reader, endedHaltsShownMax);
  const now = clock.now();
  return {
    items: found.map((row) => {
      // One whose time is over does not hold any more, whenever it is written down.
      const isOver = row.until_at !== null && row.until_at <= now;
      const endedAt = row.resumed_at ?? (isOver ? row.until_at : null);
      return haltOnWire(haltOfRow(row), stockNames({ quotes }, row), endedAt);
    }),
  };
}

function stockNames({ quotes }: Pick<Context, "quotes">, { market, code }: HaltedPart): Names {
  const instrument = market === null || code === null ? null : quotes.instrument(market, code);
  const unnamed = code ?? "";
  return instrument?.names ?? { jp: unnamed, cn: unnamed, us: unnamed };
}

type Listed = CallOutput<OperatorCalls["/api/ops/trading-halts"]>;

export async function tradingHalts(
  { database }: Pick<Context, "database">,
  form: CheckedInput<OperatorCalls["/api/ops/trading-halts"]>,
): Promise<Outcome<Listed>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const found = await store.listHalts(database.reader, {
    activeOnly: form.state === "active",
    before: place?.[0] ?? null,
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return accept({
    items: shown.map(onWire),
    next_cursor: found.length > limit && last !== undefined ? cursorOf(last.id) : null,
  });
}

function onWire(halt: store.ListedHalt): Listed["items"][number] {
  return {
    id: halt.id.toString(),
    scope: scopeOf(halt),
    type: halt.market,
    code: halt.code,
    closing_allowed: halt.closing_allowed,
    takes_orders: takesOrdersIn(halt.reason),
    reason: halt.reason,
    texts: halt.texts,
    halted_at: iso(halt.halted_at),
    halted_by: halt.halted_by,
    halted_role: halt.halted_role,
    until: isoOrNull(halt.until_at),
    resumed_at: isoOrNull(halt.resumed_at),
    resumed_by: halt.resumed_by,
  };
}

/** A market that is closed early: an operator's halt of it, in the place of one that holds. */
export async function haltUntilDayEnds(
  transaction: Transaction,
  halt: Omit<Parameters<typeof store.insertHalt>[1], "code" | "closingAllowed"> & { by: bigint },
): Promise<void> {
  await store.endExpiredHalts(transaction, halt.at);
  await store.endReplacedHalt(transaction, { ...halt, code: null });
  await store.insertHalt(transaction, { ...halt, code: null, closingAllowed: false });
}

export function resumeTrading(
  { database, clock }: Pick<Context, "database" | "clock">,
  operator: Pick<Operator, "operatorId">,
  audit: Pick<Audit, "within">,
  id: bigint,
): Promise<Outcome<Record<string, never>>> {
  return transactionUnlessRefused(database, async (transaction) => {
    const halt = await store.findHalt(transaction, id);
    if (halt === undefined) return refuse("halt_not_found");
    if (halt.resumed_at !== null) return refuse("halt_ended");
    await store.endHalt(transaction, { id, by: operator.operatorId, at: clock.now() });
    await audit.within(transaction, id.toString());
    return accept({});
  });
}

/** Ends the halts whose time is over. In memory they have ended before, to the millisecond. */
export function endExpiredHalts({
  database,
  clock,
}: Pick<Context, "database" | "clock">): Promise<number> {
  return store.endExpiredHalts(database.reader, clock.now());
}

/** So many customers are told in one transaction. */
const toldAtOnceMax = 500;

/** Tells the next customers of a halt or its end, if somebody is left to tell. */
export function notifyHolders(
  context: Pick<Context, "database" | "clock" | "quotes">,
): Promise<boolean> {
  return context.database.transaction(async (transaction) => {
    const telling = await store.lockNotification(transaction);
    if (telling === undefined) return false;
    const customerIds = await store.nextHolders(transaction, telling, toldAtOnceMax);
    const halt = haltOfRow(telling);
    const names = stockNames(context, telling);
    const isHalted = telling.what === "halted";
    const { market: type, code } = telling;
    const link: MessageLink =
      type === null || code === null ? "/mine/notices" : `/quotes/info?type=${type}&code=${code}`;
    await sendMessages(
      transaction,
      customerIds.map((customerId) => ({
        customerId,
        link,
        at: context.clock.now(),
        kind: isHalted ? ("trading_halted" as const) : ("trading_resumed" as const),
        params: isHalted
          ? {
              ...haltParams(halt, names),
              closing: String(halt.closingAllowed),
              role: halt.role,
              ...(halt.takesOrders && { orders: "true" }),
            }
          : paramsOf(halt, names),
      })),
    );
    const isLast = customerIds.length < toldAtOnceMax;
    await store.markTold(transaction, telling, isLast ? null : (customerIds.at(-1) ?? null));
    return true;
  });
}
