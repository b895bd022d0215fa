import {
  divide,
  formatMinor,
  minor,
  priceUnitsPerMinor,
  settlementCurrency,
  type MarketKey,
} from "@sanshi/money";
import {
  addTradingDays,
  dayTraders,
  dayTradingBuyingPower,
  instantOf,
  isPatternDayTrader,
  marketTimeZone,
  ruleParams,
  type DayTraderRules,
  type DayTradeCounts,
  type LocalDate,
} from "@sanshi/rulebook";
import type { IntradayTerms } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { marginFiguresOf } from "../../trading/margin/margin.ts";
import type { Objection } from "./intraday.rules.ts";
import { dayTradesOf, waitingTrades } from "./day-traders.store.ts";

type Account = { customerId: bigint; market: MarketKey; date: LocalDate };
export type NewDayTrade = Account & { side: "long" | "short"; value: bigint };

/** Where the instance keeps the exchanges' rules; practice has none of them. */
function rulesHere(
  { settings }: Pick<Context, "settings">,
  { market, date }: Account,
): DayTraderRules | null {
  const rules = dayTraders(market, date);
  const isFree = rules.pattern === null && rules.buyingPower === null;
  return settings.marketRules === "practice" || isFree ? null : rules;
}

async function countsOf(
  { hours }: Pick<Context, "hours">,
  reader: Reader,
  { customerId, market, date }: Account,
  days: number,
): Promise<DayTradeCounts> {
  const first = addTradingDays(market, date, 1 - days, hours);
  const since = instantOf(market, first, "00:00");
  return dayTradesOf(reader, { customerId, market, since, timeZone: marketTimeZone(market) });
}

/**
 * What speaks against one more trade of a day. `reader` is the transaction in which the trade is kept, so that of
 * several at once each counts those before it.
 */
export async function objectToDayTrader(
  context: Context,
  reader: Reader,
  trade: NewDayTrade,
): Promise<Objection | null> {
  const rules = rulesHere(context, trade);
  if (rules === null) return null;
  const { customerId, market, side, value } = trade;
  const currency = settlementCurrency(market);
  const { pattern, reference } = rules;
  // Before the figures: what becomes a position in between counts twice for a moment, and is never left out.
  const waiting = await valueOfWaiting(context, reader, trade);
  const account = await marginFiguresOf(context, customerId, market);
  if (pattern !== null && account.figures.equity < pattern.equity) {
    const counts = await countsOf(context, reader, trade, pattern.tradingDays);
    if (isPatternDayTrader(rules, counts)) {
      const params = {
        amount: formatMinor(minor(pattern.equity), currency),
        currency,
        ...ruleParams(reference),
      };
      return { code: "pattern_day_trader_equity", params };
    }
  }
  const whole = dayTradingBuyingPower(rules, account.rules, account.figures, side);
  if (whole === null) return null;
  const power = whole > waiting ? whole - waiting : 0n;
  if (value <= power) return null;
  const amount = formatMinor(minor(power), currency);
  const params = { amount, currency, ...ruleParams(reference) };
  return { code: "day_trading_buying_power", params };
}

/** Of several trades at once those before are in no figure yet: they count by the newest price. */
async function valueOfWaiting(
  { quotes }: Pick<Context, "quotes">,
  reader: Reader,
  { customerId, market }: Account,
): Promise<bigint> {
  const perMinor = priceUnitsPerMinor(settlementCurrency(market));
  let value = 0n;
  for (const { code, quantity } of await waitingTrades(reader, { customerId, market })) {
    value += divide((quotes.get(market, code)?.last ?? 0n) * quantity, perMinor, "ceiling");
  }
  return value;
}

/** What the rule says of the customer now; null where none holds. */
export async function dayTradersShown(
  context: Context,
  account: Account,
): Promise<IntradayTerms["day_traders"]> {
  const rules = rulesHere(context, account);
  if (rules === null) return null;
  const { pattern, reference } = rules;
  const { customerId, market } = account;
  const currency = settlementCurrency(market);
  const { figures, rules: margin } = await marginFiguresOf(context, customerId, market);
  const { reader } = context.database;
  const counts =
    pattern === null ? null : await countsOf(context, reader, account, pattern.tradingDays);
  const power = (side: "long" | "short") =>
    formatMinor(minor(dayTradingBuyingPower(rules, margin, figures, side) ?? 0n), currency);
  return {
    rule: reference.rule,
    confirmed: reference.confirmed,
    pattern:
      pattern === null || counts === null
        ? null
        : {
            made: counts.dayTrades,
            trades: pattern.dayTrades,
            days: pattern.tradingDays,
            equity: formatMinor(minor(pattern.equity), currency),
          },
    buying_power:
      rules.buyingPower === null ? null : { long: power("long"), short: power("short") },
  };
}
