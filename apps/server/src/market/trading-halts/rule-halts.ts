import { minuteMs, type MarketRuleReason } from "@sanshi/contract";
import {
  daysAfter,
  freeDayPause,
  marketFall,
  marketStatus,
  recordMoment,
  sessionsOf,
  tradingHours,
  type FreeDayPause,
  type MarketFall,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { IndexQuote, Quote } from "../../market-feed/market-feed.ts";
import { dayRules } from "../market/market.ts";
import { follow, pauseOf, type FollowedStock } from "./price-bands.rules.ts";
import type { HaltedPart } from "./trading-halts.rules.ts";
import * as store from "./trading-halts.store.ts";

type RuleContext = Pick<
  Context,
  "database" | "quotes" | "halts" | "clock" | "jobs" | "hours" | "log" | "settings"
>;

const lookEveryMs = 1_000;
const market = "usd";

/**
 * Halts what New York's rules halt, where the exchanges' rules hold: a stock that stays at its price band, and
 * the market after a fall of its broadest index. A halt is a row as an operator's is, so that every process obeys it,
 * and of several that see the same one writes it.
 */
export function startRuleHalts(context: RuleContext): { stop(): Promise<void> } {
  if (context.settings.marketRules !== "exchange") return { stop: async () => undefined };
  const followed = new Map<string, FollowedStock>();
  const moved = new Map<string, FreeDayPause & { date: string }>();
  let broadest: IndexQuote | null = null;

  function look(quote: Quote): void {
    if (quote.market === "cny") lookAtFreeDay(quote);
    if (quote.market !== market) return;
    const session = sessionAt(context, quote.tradingDate);
    const isPaused = quote.halted || context.halts.of(market, quote.code) !== null;
    // What comes after a pause begins anew; before and after the session there are no bands.
    if (session === null || isPaused) followed.delete(quote.code);
    else {
      // A record's seconds are its own, however fast it is played.
      const traded = { ...quote, at: recordMoment(quote.at, context.hours) };
      followed.set(quote.code, follow(followed.get(quote.code) ?? null, traded, session));
    }
  }

  /** On a share's first days the mainland has no limits and pauses what moves far from the day's opening. */
  function lookAtFreeDay(quote: Quote): void {
    const { code, tradingDate } = quote;
    const instrument = context.quotes.instrument("cny", code);
    if (instrument === null || instrument.listedOn < daysAfter(tradingDate, -newDaysMax)) return;
    const pause = freeDayPause(sessionsOf(quote), tradingDate, quote);
    if (pause === null || !marketStatus("cny", context.clock.now(), context.hours).isOpen) return;
    if (dayRules(instrument, quote, tradingDate, context.hours).limits === null) {
      moved.set(code, { ...pause, date: tradingDate });
    }
  }

  const unsubscribe = context.quotes.subscribe((quotes) => {
    quotes.forEach(look);
    // A feed tells its broadest index first.
    broadest = context.quotes.indexes(market)[0] ?? null;
  });
  const failure = "the rules of the market halted nothing";
  const looking = context.jobs.repeat({ everyMs: lookEveryMs, failure }, async () => {
    /** False where it failed, which holds up no other halt: the next look makes another attempt. */
    const isDone = (code: string | null, halting: Promise<void>) =>
      halting.then(
        () => true,
        (error: unknown) => {
          context.log.warn(
            { err: error, code },
            "a rule of the market could not halt what it halts",
          );
          return false;
        },
      );
    if (broadest !== null) await isDone(null, haltAfterFall(context, broadest));
    const now = recordMoment(context.clock.now(), context.hours);
    for (const [code, pause] of moved) {
      const isHalted = await isDone(code, haltOnFreeDay(context, code, pause, now));
      if (isHalted && moved.get(code) === pause) moved.delete(code);
    }
    for (const [code, stock] of followed) {
      const pause = pauseOf(stock, now);
      if (pause === null) continue;
      const part = { market, code } as const;
      if (await isDone(code, haltByRule(context, part, "price_band", pause.until, null))) {
        followed.delete(code);
      }
    }
  });
  return {
    async stop() {
      unsubscribe();
      await looking.stop();
    },
  };
}

/** The session that is on, on the record's clock where one is played. */
function sessionAt({ clock, hours }: RuleContext, date: string) {
  if (!marketStatus(market, clock.now(), hours).isOpen) return null;
  const session = tradingHours(market, date, hours);
  return session === null
    ? null
    : {
        opensAt: recordMoment(session.opensAt, hours),
        closesAt: recordMoment(session.closesAt, hours),
      };
}

async function haltAfterFall(context: RuleContext, index: IndexQuote): Promise<void> {
  const { tradingDate } = marketStatus(market, context.clock.now(), context.hours);
  const session = sessionAt(context, tradingDate);
  // Before its first level of the day an index stands where it closed.
  if (session === null || recordMoment(index.at, context.hours) < session.opensAt) return;
  const now = recordMoment(context.clock.now(), context.hours);
  const fall = marketFall(tradingDate, index, now, session.closesAt);
  if (fall === null) return;
  const until = fall.minutes === null ? session.closesAt : now + fall.minutes * minuteMs;
  await haltByRule(context, { market, code: null }, reasons[fall.level], until, session.opensAt);
}

/** Once a day for each level; what would end after continuous trading ends with it, before the closing auction. */
async function haltOnFreeDay(
  context: RuleContext,
  code: string,
  { level, minutes, date }: FreeDayPause & { date: string },
  now: number,
): Promise<void> {
  const session = tradingHours("cny", date, context.hours);
  if (session === null) return;
  const opensAt = recordMoment(session.opensAt, context.hours);
  const closesAt = recordMoment(session.closesAt, context.hours);
  if (now >= closesAt) return;
  const until = Math.min(now + minutes * minuteMs, closesAt);
  await haltByRule(context, { market: "cny", code }, freeDayReasons[level], until, opensAt);
}

const freeDayReasons: Record<FreeDayPause["level"], MarketRuleReason> = {
  1: "free_day_move_1",
  2: "free_day_move_2",
};

/** A share is new for no longer, in days of the calendar: five trading days over the longest holidays. */
const newDaysMax = 20;

const reasons: Record<MarketFall["level"], MarketRuleReason> = {
  1: "market_fall_1",
  2: "market_fall_2",
  3: "market_fall_3",
};

/** `until` and `onceSince` are on the record's clock. Nothing where it is halted by a rule already, or was for this reason since `onceSince`. */
function haltByRule(
  { database, clock, hours }: Pick<RuleContext, "database" | "clock" | "hours">,
  part: HaltedPart,
  reason: MarketRuleReason,
  until: number,
  onceSince: number | null,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const at = clock.now();
    const toApp = (moment: number) => (typeof hours === "string" ? moment : hours.toApp(moment));
    await store.endExpiredHalts(transaction, at);
    if (onceSince !== null) {
      const since = toApp(onceSince);
      if (await store.wasHaltedByRule(transaction, part, reason, since)) return;
    }
    await store.insertHalt(transaction, {
      ...part,
      closingAllowed: false,
      reason,
      texts: null,
      until: toApp(until),
      at,
      by: null,
      role: "market_rule",
    });
  });
}
