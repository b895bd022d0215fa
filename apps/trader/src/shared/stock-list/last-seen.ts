import { defaultMarketKey, isMarketKey, type MarketKey } from "@sanshi/money";
import { create } from "zustand";
import { keepHomeChoice } from "../home-choice.ts";
import { readStoredJson, writeStored } from "../stored.ts";

/**
 * The specification's key `stock`: the stock seen last, and the market that the lists show. Another
 * screen may write only `type` and `code`; the market is then the stock's.
 */
type LastSeen = { type?: string; code?: string; market?: string };

function isLastSeen(value: unknown): value is LastSeen {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readLastSeen(): LastSeen {
  return readStoredJson("stock", isLastSeen, {});
}

/** The market that was chosen last; Japan for a newcomer. Exported for its test. */
export function marketOf(seen: LastSeen): MarketKey {
  for (const key of [seen.market, seen.type]) {
    if (typeof key === "string" && isMarketKey(key)) return key;
  }
  return defaultMarketKey;
}

const useMarket = create<{ market: MarketKey }>(() => ({ market: marketOf(readLastSeen()) }));

/** The market of home, market and positions: chosen on any of them. */
export function useChosenMarket(): MarketKey {
  return useMarket((state) => state.market);
}

export function chosenMarket(): MarketKey {
  return useMarket.getState().market;
}

export function chooseMarket(market: MarketKey): void {
  if (market === chosenMarket()) return;
  keepMarket(market);
  keepHomeChoice();
}

/** On this device: the account has it. */
export function keepMarket(market: MarketKey): void {
  useMarket.setState({ market });
  writeStored("stock", JSON.stringify({ ...readLastSeen(), market }));
}

/** The stock whose screen was opened last on this device. */
export function stockSeenLast(): { type: MarketKey; code: string } | null {
  const { type, code } = readLastSeen();
  if (typeof type !== "string" || !isMarketKey(type) || typeof code !== "string") return null;
  return { type, code };
}

export function rememberStock(stock: { type: MarketKey; code: string }): void {
  const { type, code } = stock;
  const market = useMarket.getState().market;
  // Beside it stands what the chart remembers.
  writeStored("stock", JSON.stringify({ ...readLastSeen(), type, code, market }));
}
