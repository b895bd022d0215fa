import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  settlementCurrency,
  type MarketKey,
  type Price,
} from "@sanshi/money";
import type { AuctionDay } from "./data/auctions.ts";
import type { DayTraderRules } from "./data/day-traders.ts";
import type { PurchaseCap, ShortSaleTest } from "./data/exchange-rules.ts";
import type { FeeLine } from "./data/fees.ts";
import type { ExtendedHours } from "./data/extended-hours.ts";
import type { InterestTerms, MarginTerms } from "./data/margin.ts";
import type { LoanCeilings } from "./data/loan-ceilings.ts";
import type { OrderForms } from "./data/order-forms.ts";
import type { BandTier, MarketFallRule, PriceBandRule } from "./data/price-bands.ts";
import type { AmountLimits, PercentLimits } from "./data/price-limits.ts";
import type { SessionTimes } from "./data/sessions.ts";
import type { GainsTax, NisaLimits } from "./data/taxes.ts";
import type { TickTable } from "./data/tick-sizes.ts";
import { feeRate } from "./fees.ts";
import type { RoundLots } from "./data/lots.ts";
import type { LotRule } from "./lots.ts";

/** How a fact's value is to be read; `word` is a key that the apps have a word for. */
export type FactUnit =
  | "plain"
  | "word"
  | "words"
  | "dates"
  | "percent"
  | "plus_minus"
  | "plus_minus_percent"
  | "shares"
  | "lots"
  | "trading_days"
  | "months"
  | "minutes"
  | "times";

/** One figure of a rule: what it is called, up to or above which bound it holds, and its value. */
export type RuleFact = {
  readonly name: string;
  readonly value: string;
  readonly unit: FactUnit;
  readonly bound?: string;
};

export function fact(name: string, value: unknown, unit: FactUnit, bound?: string): RuleFact {
  const plain = { name, value: String(value), unit };
  return bound === undefined ? plain : { ...plain, bound };
}

export function sessionFacts({ fullDay, halfDay }: SessionTimes | ExtendedHours): RuleFact[] {
  const times = (list: SessionTimes["fullDay"] | ExtendedHours["fullDay"], half: boolean) =>
    list.map(([phase, from, until]) =>
      fact(half ? `half_day_${phase}` : phase, from === until ? from : `${from}–${until}`, "plain"),
    );
  const isSame = JSON.stringify(fullDay) === JSON.stringify(halfDay);
  return [...times(fullDay, false), ...(isSame ? [] : times(halfDay, true))];
}

export function nightFacts(hours: ExtendedHours): RuleFact[] {
  const { bandPercent } = hours;
  const band =
    bandPercent === undefined ? [] : [fact("night_band", bandPercent, "plus_minus_percent")];
  return [...sessionFacts(hours), ...band];
}

/** New York's minutes without cancels bind the orders for that auction alone. */
export function auctionFacts({ fullDay, noCancels, randomClose }: AuctionDay): RuleFact[] {
  return [
    ...fullDay.flatMap((times) => [
      fact(`auction_${times.auction}`, times.matchesAt, "plain"),
      ...(noCancels === null ? minutesWithoutCancels("no_cancels_named", times) : []),
    ]),
    ...(randomClose === undefined ? [] : [fact("random_close", "window_unpublished", "word")]),
  ];
}

export function noCancelFacts({ fullDay }: AuctionDay): RuleFact[] {
  return fullDay.flatMap((times) => minutesWithoutCancels("no_cancels", times));
}

function minutesWithoutCancels(
  name: string,
  { cancelUntil, matchesAt }: AuctionDay["fullDay"][number],
): RuleFact[] {
  return cancelUntil === matchesAt ? [] : [fact(name, `${cancelUntil}–${matchesAt}`, "plain")];
}

export function tickFacts(market: MarketKey, { bands, narrow }: TickTable): RuleFact[] {
  const money = moneyOf(market);
  if (bands.length === 1) return bands.map(({ tick }) => fact("tick", money(tick), "plain"));
  const rows = bands.map(({ upTo, tick }, index) => {
    const last = bands[index - 1]?.upTo ?? null;
    return upTo === null
      ? fact("tick_above", money(tick), "plain", last === null ? "0" : money(last))
      : fact("tick_up_to", money(tick), "plain", money(upTo));
  });
  if (narrow === undefined) return rows;
  return [...rows, fact("tick_narrow", money(narrow.tick), "plain", money(narrow.spreadUpTo))];
}

export function amountLimitFacts(rule: AmountLimits): RuleFact[] {
  const money = moneyOf("jpy");
  const rows = rule.bands.map(({ below, amount }, index) => {
    const last = rule.bands[index - 1]?.below ?? null;
    return below === null
      ? fact("base_from", money(amount), "plus_minus", last === null ? "0" : money(last))
      : fact("base_below", money(amount), "plus_minus", money(below));
  });
  return [
    ...rows,
    fact("widened_after", rule.widenedAfterDays, "trading_days"),
    fact("widened_by", rule.widenedBy, "times"),
  ];
}

export function percentLimitFacts({ percent, rounding, firstDays }: PercentLimits): RuleFact[] {
  const newest = firstDays.at(-1);
  return [
    fact("limit", percent, "plus_minus_percent"),
    fact("limit_rounding", rounding, "word"),
    ...(newest === undefined ? [] : [fact("free_first_days", newest.count, "trading_days")]),
  ];
}

export function bandFacts(rule: PriceBandRule): RuleFact[] {
  const { bands, tiers, doubledFirstMinutes: first, doubledLastMinutes } = rule;
  const money = moneyOf("usd");
  const rows = bands.flatMap(({ above, percent, most }) => [
    ...tiers.map((tier: BandTier) =>
      fact(`band_tier_${tier}`, percent[tier], "plus_minus_percent", money(above)),
    ),
    ...(most === null ? [] : [fact("band_most", money(most), "plus_minus")]),
  ]);
  const last = rule.doublesSecondTier ? "band_doubled" : "band_doubled_cheap";
  return [
    ...rows,
    ...(first === 0 ? [] : [fact("band_doubled_first", first, "minutes")]),
    fact(last, doubledLastMinutes, "minutes"),
  ];
}

export function fallFacts({ levels }: MarketFallRule): RuleFact[] {
  return levels.map(({ percent, minutes }) =>
    minutes === null
      ? fact("market_fall", "rest_of_day", "word", `${percent}`)
      : fact("market_fall", minutes, "minutes", `${percent}`),
  );
}

export function lotFacts(rule: LotRule): RuleFact[] {
  return [
    fact("lot", formatShares(rule.lotShares), "shares"),
    fact("buy_minimum", formatShares(rule.buyMinimum), "shares"),
    fact("buy_step", formatShares(rule.buyStep), "shares"),
    fact("odd_lots", rule.oddLots, "word"),
    ...(rule.orderMaximum === null
      ? []
      : [fact("order_maximum", formatShares(rule.orderMaximum), "shares")]),
  ];
}

export function capFacts(cap: PurchaseCap): RuleFact[] {
  return [fact("day_maximum", formatShares(cap.shares), "shares")];
}

export function roundLotFacts({ tiers }: RoundLots): RuleFact[] {
  const money = moneyOf("usd");
  return tiers.map(({ upTo, shares }, index) => {
    const last = tiers[index - 1]?.upTo ?? null;
    return upTo === null
      ? fact("tick_above", formatShares(shares), "shares", last === null ? "0" : money(last))
      : fact("tick_up_to", formatShares(shares), "shares", money(upTo));
  });
}

export function marginFacts(market: MarketKey, terms: MarginTerms): RuleFact[] {
  const money = moneyOf(market);
  const { maintenancePercent, restorePercent, interestDays, bothEndsBearInterest } = terms;
  return [
    fact("margin_initial", terms.initialPercent, "percent"),
    fact("margin_maintenance", terms.maintenancePercent, "percent"),
    fact("margin_maintenance_short", terms.shortMaintenancePercent, "percent"),
    ...terms.shortLeast.flatMap(({ from, percent, perShare }) => [
      fact("margin_short_from", percent, "percent", money(from)),
      fact("margin_short_least", money(perShare), "plain", money(from)),
    ]),
    ...(restorePercent === maintenancePercent
      ? []
      : [fact("margin_restore", restorePercent, "percent")]),
    fact("margin_forced_sale", terms.forcedSalePercent, "percent"),
    fact("margin_call_due", terms.callDueTradingDays, "trading_days"),
    fact("margin_call_time", terms.callDueTime, "plain"),
    fact("interest_days", interestDays, "word"),
    fact("interest_ends", bothEndsBearInterest ? "both" : "one", "word"),
  ];
}

export function dayTraderFacts({ pattern, phasedInUntil }: DayTraderRules): RuleFact[] {
  const equity =
    pattern === null
      ? []
      : [fact("day_trader_equity", formatMinor(minor(pattern.equity), "USD"), "plain")];
  if (phasedInUntil === undefined) return equity;
  return [
    ...equity,
    phasedInUntil === null
      ? fact("phased_in", "all_brokers", "word")
      : fact("phased_in_until", phasedInUntil, "dates"),
  ];
}

export function gainsTaxFacts(tax: GainsTax): RuleFact[] {
  const percent = (thousandths: number) => thousandths / 1_000;
  return [
    fact("tax_total", percent(tax.total), "percent"),
    fact("tax_income", percent(tax.income), "percent"),
    fact("tax_local", percent(tax.local), "percent"),
    ...(tax.reconstruction === 0
      ? []
      : [fact("tax_reconstruction", percent(tax.reconstruction), "percent")]),
    ...(tax.defence === 0 ? [] : [fact("tax_defence", percent(tax.defence), "percent")]),
  ];
}

export function shortTestFacts(test: ShortSaleTest): RuleFact[] {
  return [
    fact("short_fall", test.fallPercent, "percent"),
    fact("short_price", test.above, "word"),
    ...(test.freeLots === 0n ? [] : [fact("short_free_lots", test.freeLots, "lots")]),
  ];
}

export function loanFacts(market: MarketKey, { bands }: LoanCeilings): RuleFact[] {
  return bands.map(({ below, yearlyBasisPointsMax }) => {
    const percent = yearlyBasisPointsMax / 100;
    return below === null
      ? fact("loan_rate", percent, "percent")
      : fact("loan_below", percent, "percent", formatMinor(below, settlementCurrency(market)));
  });
}

export function nisaFacts({ yearly, lifetime, children }: NisaLimits): RuleFact[] {
  const yen = (amount: bigint) => formatMinor(minor(amount), "JPY");
  return [
    fact("nisa_year", yen(yearly), "plain"),
    fact("nisa_life", yen(lifetime), "plain"),
    ...(children === null
      ? []
      : [
          fact("nisa_child_year", yen(children.yearly), "plain"),
          fact("nisa_child_life", yen(children.lifetime), "plain"),
        ]),
  ];
}

export function interestFacts({ longBasisPoints, shortBasisPoints }: InterestTerms): RuleFact[] {
  return [
    fact("rate_long", longBasisPoints / 100, "percent"),
    fact("rate_short", shortBasisPoints / 100, "percent"),
  ];
}

export function feeFacts(market: MarketKey, line: FeeLine): RuleFact[] {
  const money = (amount: FeeLine["minimumMinor"]) =>
    formatMinor(amount, settlementCurrency(market));
  const isOfValue = line.basis === "notional";
  return [
    fact(
      `fee_${line.sides}_${isOfValue ? "value" : "share"}`,
      feeRate(market, line),
      isOfValue ? "percent" : "plain",
    ),
    ...(line.maximumMinor === null ? [] : [fact("fee_maximum", money(line.maximumMinor), "plain")]),
  ];
}

export function formFacts({ validities }: OrderForms): RuleFact[] {
  return Object.entries(validities).map(([kind, list]) =>
    fact(`form_${kind}`, list.join(" "), "words"),
  );
}

export function moneyOf(market: MarketKey): (price: Price) => string {
  return (price) => formatPrice(price, settlementCurrency(market));
}
