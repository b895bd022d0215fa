import type { MarketKey } from "@sanshi/money";
import { useCallback, useSyncExternalStore } from "react";
import { stream } from "./stream.ts";
import type { LiveQuote, StreamState } from "./stream-client.ts";

export type { LiveQuote, StreamState } from "./stream-client.ts";

/** The newest price of a stock, or null until one came. One tick rerenders this component only. */
export function useQuote(market: MarketKey, code: string): LiveQuote | null {
  return useSymbol(`${market}:${code}`);
}

/** The same for an index. */
export function useIndexQuote(market: MarketKey, code: string): LiveQuote | null {
  return useSymbol(`${market}:@${code}`);
}

/** Many at once, for a sum over rows; prefer one `useQuote` per row. Keys are `jpy:7203`. */
export function useQuotes(symbols: readonly string[]): (symbol: string) => LiveQuote | null {
  const key = symbols.join();
  const subscribe = useCallback(
    (wake: () => void) => {
      const leave = key.split(",").map((symbol) => stream.subscribe(symbol, wake));
      return () => leave.forEach((one) => one());
    },
    [key],
  );
  const newest = () => symbols.map((symbol) => stream.quote(symbol)?.at ?? 0).join();
  useSyncExternalStore(subscribe, newest);
  return stream.quote;
}

export function useStreamState(): StreamState {
  return useSyncExternalStore(stream.subscribeState, stream.state);
}

function useSymbol(symbol: string): LiveQuote | null {
  const subscribe = useCallback((wake: () => void) => stream.subscribe(symbol, wake), [symbol]);
  return useSyncExternalStore(subscribe, () => stream.quote(symbol));
}
