import type { MarketKey } from "@sanshi/money";
import type { Layout } from "./layout.ts";

/** Where the columns of a file of days stand; −1 for one that it does not have. */
export type DayPlaces = ReturnType<typeof placesOf>;

export const priceDigits = 4;
/** Vendors tell their adjusted closes and factors with up to so many decimals. */
export const adjustmentDigits = 8;
/** Enough to tell a dividend from none. */
export const dividendDigits = 8;
/** Of a ratio of shares. */
export const ratioDigits = 8;

/** Decimals of the volume and of the money that are kept: two of a hundred shares are shares. */
export function countedDigits(
  places: DayPlaces,
  { units }: Layout,
  market: MarketKey,
): { volume: number; money: number } {
  const { lot, money } = units[market];
  const isLots = places.lots >= 0 || lot === 100;
  return {
    volume: isLots ? 2 : 0,
    money: (market === "jpy" ? 0 : 2) + Math.round(Math.log10(money)),
  };
}

export function placesOf({ columns }: Layout) {
  const place = (name: string) => columns.get(name) ?? -1;
  const adjusted = columns.has("adj_factor") ? place("adj_factor") : place("adj_close");
  const kind = columns.has("adj_factor") ? ("factor" as const) : ("adjusted_close" as const);
  const told = {
    currency: place("currency"),
    exchange: place("exchange"),
    country: place("country"),
    asset: place("asset"),
  };
  const mujinzoMarket = place("mujinzo_market");
  return {
    symbol: place("symbol"),
    date: columns.has("moment") ? place("moment") : place("date"),
    per: place("per"),
    open: place("open"),
    high: place("high"),
    low: place("low"),
    close: place("close"),
    volume: place("volume"),
    lots: place("volume_lots"),
    previousClose: place("pre_close"),
    money: place("money"),
    told,
    mujinzoMarket,
    /** Whether rows say what they are of, beside prices. */
    saysMore: [...Object.values(told), mujinzoMarket].some((at) => at >= 0),
    adjusted,
    adjustment: adjusted < 0 ? null : kind,
    decimals: 0,
    step: place("adjustment_factor"),
    splits: place("stock_splits"),
    // Where yfinance tells dividends and no `Adj Close`, it has taken them out of the prices already.
    dividends: columns.has("adj_close") ? place("dividends") : -1,
    takenOutDividends: columns.has("adj_close") ? -1 : place("dividends"),
  };
}
