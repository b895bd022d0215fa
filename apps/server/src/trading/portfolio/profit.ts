import type { CallOutput, Calls } from "@sanshi/contract";
import {
  formatMinor,
  marketKeys,
  minor,
  settlementCurrency,
  sumAtMid,
  zeroMinor,
  type Currency,
  type MarketKey,
  type Minor,
  type RatesPerDollar,
} from "@sanshi/money";
import { dateBegins, marketDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Customer } from "../../platform/sessions.ts";
import { sql, type Transaction } from "../../platform/sql/database.ts";
import { percentOf, totalOf } from "./portfolio.rules.ts";
import {
  closedSince,
  livePositions,
  realisedSince,
  tradingSums,
  type PositionRecord,
} from "./portfolio.store.ts";
import { dayProfitsOf, dayStart, figuresNow } from "./valuation.ts";

type Profit = CallOutput<Calls["/user/profit"]>;
type ProfitContext = Pick<Context, "quotes" | "clock" | "hours" | "database" | "fx">;

/** A market's figures in its currency's minor unit. */
export type ProfitFigures = {
  marketValue: Minor;
  cost: Minor;
  floating: Minor;
  heldProfit: Minor;
  realised: Minor;
  realisedToday: Minor;
  dividends: Minor;
  interest: Minor;
  profit: Minor;
  dayProfit: Minor;
  fees: Minor;
  stampDuty: Minor;
  interestPaid: Minor;
};

/** What trading has brought, per market and together: everything is read at one moment. */
export async function profitOf(
  context: ProfitContext,
  { customerId }: Customer,
  display: "USD" | "JPY" | "CNY",
): Promise<Profit> {
  const markets = await context.database.transaction(async (transaction) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(transaction);
    return marketProfits(context, transaction, customerId);
  });
  const now = context.clock.now();
  const rates = context.fx.ratesAt(now);
  const total = rates === null ? null : totalIn(display, markets, rates.perDollar);
  return {
    markets: marketKeys.map((type) => {
      const currency = settlementCurrency(type);
      const { figures, positions } = markets[type];
      // What was held when the day began is what it is worth now without what the day did to it.
      const before = figures.marketValue - figures.dayProfit;
      return {
        type,
        currency,
        ...onWire(figures, currency),
        floating_percent: percentOf(figures.floating, figures.cost),
        day_percent: percentOf(figures.dayProfit, before),
        positions,
      };
    }),
    total:
      rates === null || total === null
        ? null
        : {
            currency: display,
            ...onWire(total, display),
            rates_from: rates.feed,
            rates_at: new Date(rates.at).toISOString(),
          },
    at: new Date(now).toISOString(),
  };
}

type MarketProfit = { figures: ProfitFigures; positions: number };

async function marketProfits(
  context: ProfitContext,
  transaction: Transaction,
  customerId: bigint,
): Promise<Record<MarketKey, MarketProfit>> {
  const live = await livePositions(transaction, customerId, marketKeys);
  const starts = marketKeys.map((market) => ({ market, from: marketDayStart(context, market) }));
  const earliest = Math.min(...starts.map(({ from }) => from));
  const closed = await closedSince(transaction, customerId, earliest);
  const everything = [...live, ...closed];
  const days = await dayProfitsOf(context, transaction, everything);
  const sums = await tradingSums(transaction, customerId);
  const today = await realisedSince(transaction, customerId, starts);

  const ofMarket = (market: MarketKey): MarketProfit => {
    const held = live.filter((record) => record.market === market);
    const total = totalOf(held.map((record) => figuresNow(context, record)));
    const sum = sums.find((one) => one.market === market);
    const realised = sum?.realised ?? zeroMinor;
    const dividends = sum?.dividends ?? zeroMinor;
    return {
      positions: held.filter(({ opened, closed: gone }) => opened > gone).length,
      figures: {
        ...total,
        realised,
        realisedToday: today.find((one) => one.market === market)?.realised ?? zeroMinor,
        dividends,
        profit: minor(realised + total.heldProfit + dividends - total.interest),
        dayProfit: dayOfMarket(market, everything, days),
        fees: sum?.fees ?? zeroMinor,
        stampDuty: sum?.stamp_duty ?? zeroMinor,
        interestPaid: sum?.interest_paid ?? zeroMinor,
      },
    };
  };
  return { jpy: ofMarket("jpy"), usd: ofMarket("usd"), cny: ofMarket("cny") };
}

function dayOfMarket(
  market: MarketKey,
  records: readonly PositionRecord[],
  days: readonly Minor[],
): Minor {
  let sum = 0n;
  for (const [index, record] of records.entries()) {
    if (record.market === market) sum += days[index] ?? 0n;
  }
  return minor(sum);
}

/** The newest trading day that any of the market's quotes is of. */
function marketDayStart(context: ProfitContext, market: MarketKey): number {
  const starts = context.quotes.all(market).map((quote) => dayStart(context, quote));
  return starts.length > 0
    ? Math.max(...starts)
    : dateBegins(market, marketDate(market, context.clock.now(), context.hours), context.hours);
}

/** Null where a currency has no rate. Each figure is added up exactly and rounded once, towards the loss. */
function totalIn(
  display: Currency,
  markets: Record<MarketKey, MarketProfit>,
  rates: RatesPerDollar,
): ProfitFigures | null {
  if (marketKeys.some((market) => rates[settlementCurrency(market)] === undefined)) return null;
  const sum = (part: keyof ProfitFigures): Minor => {
    const amounts = marketKeys.map(
      (market) => [settlementCurrency(market), markets[market].figures[part]] as const,
    );
    return sumAtMid(amounts, display, rates, "floor") ?? zeroMinor;
  };
  return {
    marketValue: sum("marketValue"),
    cost: sum("cost"),
    floating: sum("floating"),
    heldProfit: sum("heldProfit"),
    realised: sum("realised"),
    realisedToday: sum("realisedToday"),
    dividends: sum("dividends"),
    interest: sum("interest"),
    profit: sum("profit"),
    dayProfit: sum("dayProfit"),
    fees: sum("fees"),
    stampDuty: sum("stampDuty"),
    interestPaid: sum("interestPaid"),
  };
}

function onWire(figures: ProfitFigures, currency: Currency) {
  const text = (amount: Minor) => formatMinor(amount, currency);
  return {
    market_value: text(figures.marketValue),
    cost: text(figures.cost),
    floating: text(figures.floating),
    held_profit: text(figures.heldProfit),
    realised: text(figures.realised),
    realised_today: text(figures.realisedToday),
    dividends: text(figures.dividends),
    interest: text(figures.interest),
    profit: text(figures.profit),
    day_profit: text(figures.dayProfit),
    fees: text(figures.fees),
    stamp_duty: text(figures.stampDuty),
    interest_paid: text(figures.interestPaid),
  };
}
