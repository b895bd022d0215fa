import type { CallOutput, Calls } from "@sanshi/contract";
import { isMarketKey, defaultMarketKey, type MarketKey } from "@sanshi/money";
import { ask, toastRefusal } from "../../../shared/api.ts";
import { useTradingPreferences } from "../../../shared/order-preferences.ts";
import { callKey, queryClient, refresh, useCall } from "../../../shared/queries.ts";
import { useQuote } from "../../../shared/quotes.ts";

export type StockDetail = CallOutput<Calls["/market/stock"]>;
export type StockKey = { type: MarketKey; code: string };

/** The session and the limits change a few times a day; prices come over the stream. */
const detailMsBetween = 30_000;
/** Prices of extended hours come with it alone. */
const extendedMsBetween = 5_000;

export function stockKeyOf(query: URLSearchParams): StockKey {
  const type = query.get("type") ?? "";
  return { type: isMarketKey(type) ? type : defaultMarketKey, code: query.get("code") ?? "" };
}

export function useStockDetail({ type, code }: StockKey) {
  return useCall(
    "/market/stock",
    { code, type },
    {
      quiet: true,
      refetchInterval: (stock) =>
        (stock?.extended?.quote ?? null) === null ? detailMsBetween : extendedMsBetween,
    },
  );
}

/** In the pauses of a share without limits the exchange goes on taking orders. */
export function takesOrders({ halted, halt }: Pick<StockDetail, "halted" | "halt">): boolean {
  return !halted || halt?.takes_orders === true;
}

/** Charts have the prices of extended hours where those are offered, once the customer has switched them on. */
export function useShowsExtended(detail: StockDetail | undefined): boolean {
  const { chosen } = useTradingPreferences();
  return detail?.extended !== undefined && chosen.extended;
}

/** What moves with every tick, from the stream or, before its first frame, from the stock itself. */
export type LiveStock = {
  price: string;
  change: string;
  changePercent: string;
  bid: string;
  ask: string;
  high: string;
  low: string;
  volume: string;
  turnover: string;
  at: number;
  isAgeUnknown?: true | undefined;
};

export function useLiveStock(stock: StockDetail): LiveStock {
  const quote = useQuote(stock.type, stock.code);
  const at = Date.parse(stock.at);
  if (quote !== null && quote.at >= at) return quote;
  return {
    price: stock.price,
    change: stock.change,
    changePercent: stock.change_percent,
    bid: stock.bid,
    ask: stock.ask,
    high: stock.high,
    low: stock.low,
    volume: stock.volume,
    turnover: stock.turnover,
    at,
  };
}

/** Answers whether it was done. The star turns at once and turns back when it was refused. */
export async function setWatched({ type, code }: StockKey, watched: boolean): Promise<boolean> {
  const key = callKey("/market/stock", { code, type });
  const show = (shown: boolean) =>
    queryClient.setQueryData<StockDetail>(key, (stock) => stock && { ...stock, watched: shown });
  show(watched);
  const answer = await ask(watched ? "/market/watch" : "/market/unwatch", { code, type });
  if (answer.ok) {
    void refresh("/market/watchlist");
    return true;
  }
  show(!watched);
  toastRefusal(answer.refusal);
  return false;
}
