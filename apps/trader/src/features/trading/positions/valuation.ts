import type { HeldStock } from "@sanshi/contract";
import {
  addMinor,
  divide,
  formatMinor,
  formatScaled,
  minor,
  negateMinor,
  notional,
  parseMinor,
  parsePrice,
  parseShares,
  price,
  priceUnitsPerMinor,
  settlementCurrency,
  subtractMinor,
  zeroMinor,
  type MarketKey,
  type Minor,
  type Price,
} from "@sanshi/money";

type Valued = Pick<HeldStock, "type" | "side" | "stock_num" | "buy_price" | "nowprice">;

export type Valuation = {
  marketValueMinor: Minor;
  /** buy_price × stock_num, rounded up. */
  costMinor: Minor;
  /** (now − buy) × stock_num, without fees, rounded towards the loss. */
  profitMinor: Minor;
  /** Of the buy price, two decimals: `"4.32"`. */
  percent: string;
};

const nothing: Valuation = {
  marketValueMinor: zeroMinor,
  costMinor: zeroMinor,
  profitMinor: zeroMinor,
  percent: "0.00",
};

/** What so many shares are worth at `now`, and would gain against their buy price. */
export function valueAt(position: Valued, now: string): Valuation {
  const currency = settlementCurrency(position.type);
  const quantity = parseShares(position.stock_num);
  const buy = parsePrice(position.buy_price);
  const at = parsePrice(now) ?? parsePrice(position.nowprice);
  if (quantity === null || buy === null || at === null) return nothing;
  const gain = position.side === "long" ? at - buy : buy - at;
  return {
    marketValueMinor: notional(at, quantity, currency, "floor"),
    costMinor: notional(buy, quantity, currency, "ceiling"),
    profitMinor: minor(divide(gain * quantity, priceUnitsPerMinor(currency), "floor")),
    percent: percentOf(gain, buy),
  };
}

type Answered = Valued & Pick<HeldStock, "yingkui">;

/** The floating profit at a newer price: the server's own, which follows from the ledger, moved as the price has. */
export function profitAt(position: Answered, now: string): Minor {
  const answered = parseMinor(position.yingkui, settlementCurrency(position.type)) ?? zeroMinor;
  return minor(answered + movedSince(position, now));
}

/** The day's profit, which moves with the price as the floating one does: the day's start stands still. */
export function dayProfitAt(position: Valued & Pick<HeldStock, "day_profit">, now: string): Minor {
  const answered = parseMinor(position.day_profit, settlementCurrency(position.type)) ?? zeroMinor;
  return minor(answered + movedSince(position, now));
}

/** What closing the shares would bring more than at the price of the list; rounded at both against the customer. */
function movedSince(position: Valued, now: string): Minor {
  const currency = settlementCurrency(position.type);
  const quantity = parseShares(position.stock_num);
  const before = parsePrice(position.nowprice);
  const at = parsePrice(now) ?? before;
  if (quantity === null || before === null || at === null) return zeroMinor;
  const isLong = position.side === "long";
  const worth = (one: Price) => notional(one, quantity, currency, isLong ? "floor" : "ceiling");
  const risen = worth(at) - worth(before);
  return minor(isLong ? risen : -risen);
}

type Sums = { marketValue: string; profit: string };
type Priced = { position: Valued; now: string };

/**
 * A market's totals at the newest prices: the server's own totals, moved by what each position has
 * moved since. Positions beyond the list's length stay in them at the price that the server had.
 */
export function totalsAt(market: MarketKey, answered: Sums, priced: readonly Priced[]): Sums {
  const currency = settlementCurrency(market);
  const moved = priced.map(({ position, now }) => {
    const before = valueAt(position, position.nowprice);
    const after = valueAt(position, now);
    return {
      marketValue: after.marketValueMinor - before.marketValueMinor,
      profit: movedSince(position, now),
    };
  });
  const sum = (text: string, key: "marketValue" | "profit") =>
    formatMinor(
      addMinor(parseMinor(text, currency) ?? zeroMinor, ...moved.map((one) => minor(one[key]))),
      currency,
    );
  return {
    marketValue: sum(answered.marketValue, "marketValue"),
    profit: sum(answered.profit, "profit"),
  };
}

/** In percent with two decimals, half away from zero; of nothing it is zero. */
export function percentOf(part: bigint, whole: bigint): string {
  return formatScaled(whole > 0n ? divide(part * 10_000n, whole, "half_up") : 0n, 2);
}

/** How far the limit is from the price, in percent of the price: `"-1.25"` for a limit below it. */
export function distancePercent(limit: string, now: string): string {
  const wanted = parsePrice(limit);
  const at = parsePrice(now);
  return wanted === null || at === null ? "0.00" : percentOf(price(wanted - at), at);
}

export function moneyText(amount: Minor, market: MarketKey): string {
  return formatMinor(amount, settlementCurrency(market));
}

/** Sums wire decimals of one market's currency; what cannot be read counts as nothing. */
export function sumMoney(market: MarketKey, ...amounts: readonly string[]): string {
  const currency = settlementCurrency(market);
  const known = amounts.map((amount) => parseMinor(amount, currency) ?? zeroMinor);
  return formatMinor(addMinor(...known), currency);
}

type MarketProfit = { floating: string; profit: string; day_profit: string };

/** The day's and the overall profit at the newest prices: both move as the floating one does. */
export function profitsAt(
  market: MarketKey,
  answered: MarketProfit,
  floatingNow: string,
): { day: string; overall: string } {
  const currency = settlementCurrency(market);
  const read = (text: string) => parseMinor(text, currency) ?? zeroMinor;
  const moved = read(floatingNow) - read(answered.floating);
  return {
    day: formatMinor(minor(read(answered.day_profit) + moved), currency),
    overall: formatMinor(minor(read(answered.profit) + moved), currency),
  };
}

export type Totals = {
  /** Of what is owned. */
  marketValue: string;
  cost: string;
  /** Of what was sold short, and is owed; null where nothing was. */
  short: { marketValue: string; proceeds: string } | null;
  profit: string;
  percent: string;
};

/** A market's totals at the newest prices: what was sold short is never added to what is owned. */
export function liveTotals(type: MarketKey, answered: Sums, held: readonly Priced[]): Totals {
  const { marketValue, profit } = totalsAt(type, answered, held);
  const currency = settlementCurrency(type);
  const sum = (side: "long" | "short", of: (value: Valuation) => Minor) =>
    addMinor(
      ...held
        .filter(({ position }) => position.side === side)
        .map(({ position, now }) => of(valueAt(position, now))),
    );
  const [cost, proceeds] = [
    sum("long", ({ costMinor }) => costMinor),
    sum("short", ({ costMinor }) => costMinor),
  ];
  const shortValue = sum("short", ({ marketValueMinor }) => marketValueMinor);
  const all = parseMinor(marketValue, currency) ?? zeroMinor;
  const costMinor = addMinor(cost, proceeds);
  return {
    marketValue: formatMinor(subtractMinor(all, shortValue), currency),
    cost: formatMinor(cost, currency),
    short:
      proceeds === 0n
        ? null
        : {
            marketValue: formatMinor(negateMinor(shortValue), currency),
            proceeds: formatMinor(proceeds, currency),
          },
    profit,
    percent: percentOf(parseMinor(profit, currency) ?? 0n, costMinor),
  };
}
