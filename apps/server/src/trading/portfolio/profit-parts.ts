import { iso, dayMs, type CallOutput, type Calls } from "@sanshi/contract";
import {
  formatMinor,
  marketKeys,
  settlementCurrency,
  zeroMinor,
  type Currency,
  type MarketKey,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { sql, type Transaction } from "../../platform/sql/database.ts";
import {
  convertedParts,
  profitParts,
  type DayFlow,
  type ProfitParts,
  type TradedSums,
} from "./profit-parts.rules.ts";
import {
  ownFlows,
  tradedByMarket,
  tradedOf,
  type MarketTraded,
  type OwnFlow,
} from "./profit-parts.store.ts";
import { findPosition, livePositions } from "./portfolio.store.ts";
import { figuresNow, holdingsIn } from "./valuation.ts";

type PartsContext = Pick<Context, "quotes" | "clock" | "database" | "fx">;
type Display = "USD" | "JPY" | "CNY";
type AllParts = CallOutput<Calls["/user/profit-parts"]>;
type Converted = AllParts["total"];

/** Out of what a customer's profit has come, per market and together: everything is read at one moment. */
export async function profitPartsOf(
  context: PartsContext,
  { customerId }: Customer,
  display: Display,
): Promise<AllParts> {
  const { sums, flows } = await atOneMoment(context, async (transaction) => {
    const live = await livePositions(transaction, customerId, marketKeys);
    const traded = await tradedByMarket(transaction, customerId);
    const held = holdingsIn(context, live);
    return {
      sums: marketKeys.map((type) => ({ type, ...sumsOf(traded, type, held[type]) })),
      flows: await ownFlows(transaction, customerId, { except: display }),
    };
  });
  const now = context.clock.now();
  const markets = sums.map(({ type, ...own }) => {
    const currency = settlementCurrency(type);
    return { type, currency, parts: profitParts(own) };
  });
  const convert = (of: readonly (readonly [Currency, ProfitParts])[]) =>
    converted(context, of, flows, display);
  return {
    markets: markets.map(({ type, currency, parts }) => ({
      type,
      currency,
      ...onWire(parts, currency),
      converted: convert([[currency, parts]]),
    })),
    total: convert(markets.map(({ currency, parts }) => [currency, parts] as const)),
    at: iso(now),
  };
}

/** The same of one position. */
export async function positionProfit(
  context: PartsContext,
  { customerId }: Customer,
  positionId: bigint,
  display: Display,
): Promise<Outcome<CallOutput<Calls["/trade/position-profit"]>>> {
  const found = await atOneMoment(context, async (transaction) => {
    const record = await findPosition(transaction, customerId, positionId);
    if (record === undefined) return null;
    const traded = await tradedOf(transaction, positionId);
    const flows = await ownFlows(transaction, customerId, { except: display, positionId });
    return { record, traded, flows };
  });
  if (found === null) return refuse("position_not_found");
  const { record, traded, flows } = found;
  const currency = settlementCurrency(record.market);
  const parts = profitParts(sumsOf(traded, record.market, figuresNow(context, record)));
  return accept({
    currency,
    ...onWire(parts, currency),
    converted: converted(context, [[currency, parts]], flows, display),
    at: iso(context.clock.now()),
  });
}

function atOneMoment<T>(
  { database }: Pick<PartsContext, "database">,
  read: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(transaction);
    return read(transaction);
  });
}

function sumsOf(
  traded: readonly MarketTraded[],
  market: MarketKey,
  held: Pick<ReturnType<typeof figuresNow>, "worth" | "interest">,
): TradedSums {
  const sum = traded.find((one) => one.market === market);
  return {
    traded: sum?.traded ?? zeroMinor,
    worth: held.worth,
    dividends: sum?.dividends ?? zeroMinor,
    interestPaid: sum?.interest_paid ?? zeroMinor,
    interestAccrued: held.interest,
    fees: sum?.fees ?? zeroMinor,
  };
}

function converted(
  { fx, clock }: Pick<PartsContext, "fx" | "clock">,
  native: readonly (readonly [Currency, ProfitParts])[],
  flows: readonly OwnFlow[],
  display: Display,
): Converted {
  const now = clock.now();
  const rates = fx.ratesAt(now);
  if (rates === null) return null;
  const dated: DayFlow[] = [];
  for (const { currency, day, amount } of flows) {
    if (!native.some(([own]) => own === currency)) continue;
    // As the history of a pair has its days: the last rate of each, and of today the newest.
    const own = fx.ratesAt(Math.min(day + dayMs - 1, now));
    if (own === null) return null;
    dated.push({ currency, amount, rates: own.perDollar });
  }
  const parts = convertedParts(native, dated, display, rates.perDollar);
  if (parts === null) return null;
  return {
    currency: display,
    ...onWire(parts, display),
    exchange: formatMinor(parts.exchange, display),
    rates_from: rates.feed,
    rates_at: iso(rates.at),
  };
}

function onWire({ price, dividends, interest, fees, profit }: ProfitParts, currency: Currency) {
  return {
    price: formatMinor(price, currency),
    dividends: formatMinor(dividends, currency),
    interest: formatMinor(interest, currency),
    fees: formatMinor(fees, currency),
    profit: formatMinor(profit, currency),
  };
}
