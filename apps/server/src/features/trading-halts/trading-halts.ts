import {
  reasonLengthMax,
  reasonOf,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { keepInMemory } from "../../platform/sql/kept-in-memory.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { reasonParams } from "../reviews/reviews.ts";
import { haltedPart, haltOf, scopeOf, type TradingHalt } from "./trading-halts.rules.ts";
import * as store from "./trading-halts.store.ts";
import { haltedTexts } from "./trading-halts.texts.ts";

export type { TradingHalt } from "./trading-halts.rules.ts";
export { scopeOf } from "./trading-halts.rules.ts";

export const tradingHaltChannel = "trading_halt_changed";

/** What is halted at this moment, as every process knows it. */
export type TradingHalts = {
  of(market: MarketKey, code: string): TradingHalt | null;
  stop(): void;
};

/** While the notifications are cut off, the database is asked this often. */
const lookEveryMs = 500;

/** Kept in memory, and read again whenever an operator halts or resumes something. */
export async function startTradingHalts(
  shared: Pick<Context, "database" | "listener" | "log">,
): Promise<TradingHalts> {
  const { database, listener } = shared;
  let halts: readonly TradingHalt[] = [];
  const readAgain = await keepInMemory(shared, {
    name: "trading halts",
    channel: tradingHaltChannel,
    load: () => store.loadActiveHalts(database.reader),
    take: (stored) => (halts = stored.map(haltOfRow)),
  });
  const timer = setInterval(() => {
    if (!listener.connected()) readAgain();
  }, lookEveryMs);
  timer.unref();

  return {
    of: (market, code) => (halts.length === 0 ? null : haltOf(halts, market, code)),
    stop: () => clearInterval(timer),
  };
}

function haltOfRow({ market, code, closing_allowed, reason, words }: store.StoredHalt) {
  const given = words === "" ? reason : words;
  return { market, code, closingAllowed: closing_allowed, reason: reasonOf("halts", given) };
}

/** What an order is refused with: what is halted, and why, in every language. */
export function haltParams(
  halt: TradingHalt,
  names: Readonly<Record<"jp" | "cn" | "us", string>>,
): Record<string, string> {
  const { market, code } = halt;
  const named = (language: "jp" | "cn" | "us") =>
    code === null ? haltedTexts[language][market ?? "all"] : `${names[language]} (${code})`;
  return {
    scope: scopeOf(halt),
    scope_jp: named("jp"),
    scope_cn: named("cn"),
    scope_us: named("us"),
    ...reasonParams(halt.reason),
  };
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
  const { market, code, closing_allowed, reason, words, halted_by, resumed_by } = halt;
  return {
    id: halt.id.toString(),
    scope: scopeOf(halt),
    type: market,
    code,
    closing_allowed,
    reason,
    words,
    halted_at: new Date(halt.halted_at).toISOString(),
    halted_by,
    resumed_at: halt.resumed_at === null ? null : new Date(halt.resumed_at).toISOString(),
    resumed_by,
  };
}

/** Stops new orders in every process at once. One operator alone does it: it cannot wait for another. */
export function haltTrading(
  { database, quotes }: Pick<Context, "database" | "quotes">,
  operator: Pick<Operator, "operatorId">,
  audit: Pick<Audit, "within">,
  form: CheckedInput<OperatorCalls["/api/ops/trading-halts/create"]>,
): Promise<Outcome<{ id: string }>> {
  return transactionUnlessRefused(database, async (transaction) => {
    const part = haltedPart(form.scope, form.type, form.code);
    if (part === null) return refuse("invalid_request");
    const given = form.reason.trim();
    if (given === "" || given === "other") return refuse("reason_required");
    if (given.length > reasonLengthMax) return refuse("reason_too_long");
    const { market, code } = part;
    if (market !== null && code !== null && quotes.instrument(market, code) === null) {
      return refuse("instrument_not_found");
    }
    const reason = reasonOf("halts", given);
    const id = await store.insertHalt(transaction, {
      ...part,
      closingAllowed: form.closing_allowed,
      reason: reason.code,
      words: reason.words,
      by: operator.operatorId,
    });
    if (id === null) return refuse("halt_exists");
    await audit.within(transaction, id.toString(), {
      scope: form.scope,
      market,
      code,
      closing_allowed: form.closing_allowed,
      reason: given,
    });
    return accept({ id: id.toString() });
  });
}

export function resumeTrading(
  { database }: Pick<Context, "database">,
  operator: Pick<Operator, "operatorId">,
  audit: Pick<Audit, "within">,
  id: bigint,
): Promise<Outcome<Record<string, never>>> {
  return transactionUnlessRefused(database, async (transaction) => {
    const halt = await store.findHalt(transaction, id);
    if (halt === undefined) return refuse("halt_not_found");
    if (halt.resumed_at !== null) return refuse("halt_ended");
    await store.endHalt(transaction, id, operator.operatorId);
    await audit.within(transaction, id.toString());
    return accept({});
  });
}
