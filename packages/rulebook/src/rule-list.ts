import { formatMinor, formatShares, settlementCurrency, type MarketKey } from "@sanshi/money";
import { calendarReference, yearOfDays } from "./calendars.ts";
import { auctionPriceRules } from "./data/auction-prices.ts";
import { auctionTimes, type AuctionDay } from "./data/auctions.ts";
import { chinaBlocks, houseBlocks, tostnetBlocks } from "./data/block-trades.ts";
import { dayTraderRules } from "./data/day-traders.ts";
import { dayTradingTerms } from "./data/day-trading.ts";
import {
  chinaNextDay,
  marketOrderMaxima,
  minimumMargins,
  priceCages,
  purchaseCaps,
  sameDayRules,
  shortSaleTests,
} from "./data/exchange-rules.ts";
import { newYorkExtendedHours, newYorkNights } from "./data/extended-hours.ts";
import { feeLines, handlingFees } from "./data/fees.ts";
import { loanCeilings, type LoanCurrency } from "./data/loan-ceilings.ts";
import { lotRules, newYorkRoundLots, type Board } from "./data/lots.ts";
import { interestTerms, marginTerms } from "./data/margin.ts";
import { marginTermRules } from "./data/margin-terms.ts";
import { newShareRules } from "./data/new-listings.ts";
import { orderForms } from "./data/order-forms.ts";
import { marketFallRules, priceBandRules } from "./data/price-bands.ts";
import { mainlandLimits, tseDailyLimits } from "./data/price-limits.ts";
import { sessionTimes } from "./data/sessions.ts";
import { settlementRules } from "./data/settlement.ts";
import { mainlandShortMargin, shortSellingRules } from "./data/short-selling.ts";
import { japaneseGainsTaxes, nisaLimits } from "./data/taxes.ts";
import { tickTables, type TickClass } from "./data/tick-sizes.ts";
import { pauseLevels, pauseMinutes, pauseReferences } from "./free-day-pauses.ts";
import { dated } from "./dated.ts";
import { identityRules } from "./identity.ts";
import type { Exchange } from "./listing-codes.ts";
import { offerRanges } from "./new-listings.ts";
import type { LimitClass } from "./price-limits.ts";
import {
  amountLimitFacts,
  auctionFacts,
  bandFacts,
  capFacts,
  dayTraderFacts,
  fact,
  fallFacts,
  feeFacts,
  formFacts,
  gainsTaxFacts,
  interestFacts,
  loanFacts,
  lotFacts,
  marginFacts,
  moneyOf,
  nightFacts,
  nisaFacts,
  noCancelFacts,
  percentLimitFacts,
  roundLotFacts,
  sessionFacts,
  shortTestFacts,
  tickFacts,
  type RuleFact,
} from "./rule-facts.ts";
import type { LocalDate, RuleReference } from "./rule-reference.ts";
import { sessionsOf } from "./sessions.ts";

/** What the rules of a market are grouped by, in the order in which they are read. */
export const ruleSubjects = [
  "sessions",
  "auctions",
  "calendar",
  "ticks",
  "limits",
  "lots",
  "orders",
  "short_selling",
  "settlement",
  "margin",
  "fees",
  "new_shares",
  "blocks",
  "account",
] as const;
export type RuleSubject = (typeof ruleSubjects)[number];

/** A version of a rule: its figures and what it rests on. */
export type RuleVersion = {
  readonly reference: RuleReference;
  readonly facts: readonly RuleFact[];
};

export type ListedRule = RuleVersion & {
  /** Stable, so that a link leads to it: the rule's key and whom it is for. */
  readonly id: string;
  readonly subject: RuleSubject;
  /** Whom the rule is for where a market has several: a board, an exchange or a group of stocks. */
  readonly scope: string | null;
  /** What is known to follow, by its day. */
  readonly changes: readonly RuleVersion[];
};

type Entry = { readonly reference: RuleReference };

/** A table of the rulebook as it is listed. */
type Table = {
  readonly subject: RuleSubject;
  readonly scope: string | null;
  readonly versions: readonly RuleVersion[];
};

function table<Of extends Entry>(
  subject: RuleSubject,
  scope: string | null,
  entries: readonly Of[],
  facts: (entry: Of) => readonly RuleFact[] = () => [],
): Table {
  const versions = entries.map((entry) => ({ reference: entry.reference, facts: facts(entry) }));
  return { subject, scope, versions };
}

/**
 * Every rule of a market that holds on a day or is known to follow, with its figures, from the tables that orders are
 * checked by: nothing is written a second time. What begins after the day alone is listed with its first version.
 */
export function listRules(market: MarketKey, date: LocalDate): readonly ListedRule[] {
  return [...tablesOn(market, date), ...calendarYears(market, date)].toSorted(
    (one, other) => subjectOrder(one) - subjectOrder(other),
  );
}

const tablesOfDay: Partial<Record<MarketKey, { date: LocalDate; rules: readonly ListedRule[] }>> =
  {};

/** All but the calendar, which operators can change. A ticket asks for the same day again and again. */
function tablesOn(market: MarketKey, date: LocalDate): readonly ListedRule[] {
  const kept = tablesOfDay[market];
  if (kept?.date === date) return kept.rules;
  const tables = [...marketTables[market], ...commonTables(market)];
  const rules = tables.flatMap((one) => listed(one, date));
  tablesOfDay[market] = { date, rules };
  return rules;
}

function subjectOrder({ subject }: ListedRule): number {
  return ruleSubjects.indexOf(subject);
}

function listed({ subject, scope, versions }: Table, date: LocalDate): readonly ListedRule[] {
  const found = versions.findLast(({ reference }) => reference.validFrom <= date);
  // Fees are charged before their record too, by its first version.
  const now = subject === "fees" && versions.length > 0 ? dated(versions, date) : found;
  const later = versions.filter(({ reference }) => reference.validFrom > date);
  const [shown, changes] = now === undefined ? [later[0], later.slice(1)] : [now, later];
  if (shown === undefined) return [];
  const { rule } = shown.reference;
  const id = scope === null ? rule : `${rule}.${scope}`;
  return [{ ...shown, id, subject, scope, changes }];
}

/** This year's closed days, and the next one's as what follows. */
function calendarYears(market: MarketKey, date: LocalDate): readonly ListedRule[] {
  const year = Number(date.slice(0, 4));
  const [now, next] = [year, year + 1].map((one) => {
    const { closedDays, halfDays } = yearOfDays(market, one);
    return {
      reference: calendarReference(market, `${one}-01-01`),
      facts: [
        fact("closed_days", closedDays.join(" "), "dates"),
        ...(halfDays.length === 0 ? [] : [fact("half_days", halfDays.join(" "), "dates")]),
      ],
    };
  });
  if (now === undefined || next === undefined) return [];
  const { rule } = now.reference;
  return [{ ...now, id: rule, subject: "calendar", scope: null, changes: [next] }];
}

const boards = ["main", "star", "chinext", "beijing"] as const;
const exchangesOf: Readonly<Record<MarketKey, readonly Exchange[]>> = {
  jpy: ["TSE"],
  usd: ["NYSE", "NASDAQ"],
  cny: ["SSE", "SZSE", "BSE"],
};
const currencyOf: Readonly<Record<MarketKey, LoanCurrency>> = {
  jpy: "JPY",
  usd: "USD",
  cny: "CNY",
};

/** What every market has a table of. */
function commonTables(market: MarketKey): readonly Table[] {
  const money = (amount: Parameters<typeof formatMinor>[0]) =>
    formatMinor(amount, settlementCurrency(market));
  const exchanges = exchangesOf[market];
  const least = minimumMargins[market];
  const sameDay = sameDayRules[market];
  return [
    ...exchanges.flatMap((exchange) => [
      table("auctions", exchange, auctionTimes[exchange], auctionFacts),
      table("auctions", exchange, noCancelsOf(exchange), ({ auctions }) => noCancelFacts(auctions)),
      table("auctions", exchange, [auctionPriceRules[exchange]]),
      table("orders", exchange, orderForms[exchange], formFacts),
    ]),
    table("short_selling", null, shortSellingRules[market], ({ stocks }) => [
      fact("short_stocks", stocks, "word"),
    ]),
    table("short_selling", null, shortSaleTests[market], shortTestFacts),
    table("settlement", null, settlementRules[market], ({ tradingDaysAfter }) => [
      fact("settles_after", tradingDaysAfter, "trading_days"),
    ]),
    ...(sameDay === null ? [] : [table("settlement", null, [{ reference: sameDay }])]),
    table("margin", null, marginTerms[market], (terms) => marginFacts(market, terms)),
    table("margin", null, interestTerms[market], interestFacts),
    ...(least === null
      ? []
      : [
          table("margin", null, [least], ({ amount }) => [
            fact("margin_least", money(amount), "plain"),
          ]),
        ]),
    table("margin", null, marginTermRules[market], ({ months }) => [
      fact("margin_months", months, "months"),
    ]),
    ...(market === "cny"
      ? []
      : [
          table("margin", "within_day", dayTradingTerms[market], ({ leverageMax }) => [
            fact("day_leverage", leverageMax, "times"),
          ]),
          table("margin", "day_traders", dayTraderRules[market], dayTraderFacts),
        ]),
    ...feeLines[market].map((history) =>
      table(
        "fees",
        history === handlingFees.shanghaiAndShenzhen ? "shanghai_shenzhen" : null,
        history.filter(({ name }) => name !== "broker_commission"),
        (line) => feeFacts(market, line),
      ),
    ),
    table("new_shares", null, newShareRules[market], ({ isCancellable, missedPayments }) => [
      fact("offer_cancellable", isCancellable ? "yes" : "no", "word"),
      ...(missedPayments === null
        ? []
        : [fact("offer_missed", missedPayments.most, "plain", `${missedPayments.months}`)]),
    ]),
    table("account", null, loanCeilings[currencyOf[market]], (rule) => loanFacts(market, rule)),
  ];
}

/** The mainland's minutes without cancels are a rule of their own, which refusals name. */
function noCancelsOf(exchange: Exchange): readonly (Entry & { auctions: AuctionDay })[] {
  return auctionTimes[exchange].flatMap((auctions) =>
    auctions.noCancels === null ? [] : [{ reference: auctions.noCancels, auctions }],
  );
}

const japan: readonly Table[] = [
  table("sessions", null, sessionTimes.jpy, sessionFacts),
  ...(["topix100", "topix500", "standard"] as const).map((of: TickClass) =>
    table("ticks", of, tickTables.jpy[of], (entry) => tickFacts("jpy", entry)),
  ),
  table("limits", null, tseDailyLimits, amountLimitFacts),
  table("lots", null, lotRules.jpy.main, lotFacts),
  table("blocks", null, tostnetBlocks, ({ percent, amountMinimum }) => [
    fact("block_band", percent, "plus_minus_percent"),
    fact("block_band_least", moneyOf("jpy")(amountMinimum), "plus_minus"),
  ]),
  table("new_shares", null, offerRanges, ({ lowPercent, highPercent }) => [
    fact("offer_low", lowPercent, "percent"),
    fact("offer_high", highPercent, "percent"),
  ]),
  table("account", null, identityRules, ({ byPhotographs }) => [
    fact("photographs", byPhotographs ? "yes" : "no", "word"),
  ]),
  table("account", "not_withheld", japaneseGainsTaxes, gainsTaxFacts),
  table("account", "not_offered", nisaLimits, nisaFacts),
];

const newYork: readonly Table[] = [
  table("sessions", null, sessionTimes.usd, sessionFacts),
  table("sessions", "extended_hours", newYorkExtendedHours, sessionFacts),
  table("sessions", "not_offered", newYorkNights, nightFacts),
  table("ticks", null, tickTables.usd.standard, (entry) => tickFacts("usd", entry)),
  table("limits", null, priceBandRules, bandFacts),
  table("limits", null, marketFallRules, fallFacts),
  table("lots", null, lotRules.usd.main, lotFacts),
  table("lots", "quotes", newYorkRoundLots, roundLotFacts),
  table("blocks", null, houseBlocks, ({ percent }) => [
    fact("block_band", percent, "plus_minus_percent"),
  ]),
];

const limitScopes = {
  main: mainlandLimits.main,
  star: mainlandLimits.star,
  chinext: mainlandLimits.chinext,
  beijing: mainlandLimits.beijing,
  st_shanghai: mainlandLimits.specialShanghai,
  st_shenzhen: mainlandLimits.specialShenzhen,
} as const;

const mainland: readonly Table[] = [
  ...(["cny", "star", "chinext", "beijing"] as const).map((of) =>
    table("sessions", of === "cny" ? "main" : of, sessionTimes[of], sessionFacts),
  ),
  table("ticks", null, tickTables.cny.standard, (entry) => tickFacts("cny", entry)),
  ...Object.entries(limitScopes).map(([scope, entries]) =>
    table("limits", scope, entries, percentLimitFacts),
  ),
  ...boards.map((board: Board) =>
    table("limits", board, priceCages[board], ({ percent, ticks }) => [
      fact("cage", percent, "plus_minus_percent"),
      fact("cage_ticks", ticks, "plain"),
    ]),
  ),
  ...Object.entries(pauseReferences).map(([of, reference]) =>
    table("limits", of === "cny" ? "main" : of, [{ reference }], () =>
      pauseLevels
        .toReversed()
        .map(({ percent }) => fact("free_day_pause", pauseMinutes, "minutes", `${percent}`)),
    ),
  ),
  ...boards.map((board: Board) =>
    table("lots", board, lotRules.cny[board], (entry) => {
      const atMarket = marketOrderMaxima[board];
      const most =
        atMarket === null ? [] : [fact("market_order_maximum", formatShares(atMarket), "shares")];
      return [...lotFacts(entry), ...most];
    }),
  ),
  table("lots", "st", purchaseCaps.shanghaiAndShenzhen, capFacts),
  table("lots", "st_beijing", purchaseCaps.beijing, capFacts),
  table("short_selling", null, mainlandShortMargin, ({ percent, fundsPercent }) => [
    fact("margin_initial", percent, "percent"),
    fact("margin_initial_funds", fundsPercent, "percent"),
  ]),
  table("settlement", null, [{ reference: chinaNextDay }], () => [
    fact("sold_after", 1, "trading_days"),
  ]),
  table("fees", "beijing", handlingFees.beijing, (line) => feeFacts("cny", line)),
  table("blocks", null, chinaBlocks, ({ percent, minimumShares, minimumValueMinor }) => [
    fact("block_band", percent, "plus_minus_percent"),
    fact("block_shares", formatShares(minimumShares), "shares"),
    fact("block_value", formatMinor(minimumValueMinor, "CNY"), "plain"),
  ]),
];

const marketTables: Readonly<Record<MarketKey, readonly Table[]>> = {
  jpy: japan,
  usd: newYork,
  cny: mainland,
};

/**
 * The ids of the listed rules that an order for a stock meets first on a day: its sessions, tick, limits, lot and
 * settlement.
 */
export function rulesOfStock(
  stock: {
    market: MarketKey;
    code: string;
    exchange: Exchange;
    tickClass: TickClass;
    limitClass: LimitClass;
  },
  date: LocalDate,
): readonly string[] {
  const met: readonly RuleSubject[] = ["sessions", "ticks", "limits", "lots", "settlement"];
  const board = sessionsOf(stock);
  const ofStock = new Set<string | null>([null, stock.tickClass, board === "cny" ? "main" : board]);
  if (stock.limitClass === "special_treatment") {
    for (const scope of riskWarningScopes[stock.exchange] ?? []) ofStock.add(scope);
  }
  return tablesOn(stock.market, date)
    .filter(({ subject, scope, reference }) => {
      return met.includes(subject) && ofStock.has(scope) && reference.validFrom <= date;
    })
    .filter(({ reference }) => !isReplaced(stock.limitClass, reference.rule))
    .map(({ id }) => id);
}

/** Beijing keeps its own limit under a risk warning. */
const riskWarningScopes: Partial<Record<Exchange, readonly string[]>> = {
  SSE: ["st", "st_shanghai"],
  SZSE: ["st", "st_shenzhen"],
  BSE: ["st_beijing"],
};

/** Under special treatment the main board's own limit gives way. */
function isReplaced(limitClass: LimitClass, rule: string): boolean {
  return limitClass === "special_treatment" && rule === "sse_daily_price_limit";
}
