import type { HeldStock } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { refresh, useCall } from "../../../shared/queries.ts";
import { useQuote, useQuotes, useStreamState } from "../../../shared/quotes.ts";
import { ordersAndMoney } from "../../../shared/touched-calls.ts";
import { closedPositions, heldPositions, type HeldPositions } from "./position-list.ts";
import { isHeld } from "./position-status.ts";
import { liveTotals, type Totals } from "./valuation.ts";

/** Without the stream the lists are asked for instead. */
const askAgainMs = 5_000;
/** The ratio moves with every price; a look now and then is enough to see it fall. */
const marginMs = 15_000;

/** Positions held and orders waiting in a market. */
export function useHeldPositions(type: MarketKey) {
  const live = useStreamState() === "live";
  return useCall(
    "/trade/userstocklist",
    { type },
    { quiet: true, select: heldPositions, ...(!live && { refetchInterval: askAgainMs }) },
  );
}

/** What is held, one entry a stock. */
export function useHoldings(type: MarketKey, enabled: boolean) {
  const live = useStreamState() === "live";
  return useCall(
    "/trade/holdings",
    { type },
    { quiet: true, enabled, ...(!live && { refetchInterval: askAgainMs }) },
  );
}

export function useClosedPositions(type: MarketKey, enabled: boolean) {
  return useCall(
    "/trade/userstocklists",
    { type },
    { quiet: true, select: closedPositions, enabled },
  );
}

/** Profit with its parts, in each market's currency and together in this one's. */
export function useProfit(type: MarketKey) {
  const currency = ({ jpy: "JPY", usd: "USD", cny: "CNY" } as const)[type];
  return useCall("/user/profit", { currency }, { quiet: true });
}

/** What it is made of, in each market's currency and in the reader's. */
export function useProfitParts(currency: "JPY" | "CNY" | "USD") {
  return useCall("/user/profit-parts", { currency }, { quiet: true, refetchInterval: marginMs });
}

export function usePositionProfit(id: string, currency: "JPY" | "CNY" | "USD") {
  return useCall(
    "/trade/position-profit",
    { id, currency },
    { quiet: true, refetchInterval: marginMs },
  );
}

/** A market's margin ratio and limits; with the stream's own events it is read anew. */
export function useMargin(type: MarketKey) {
  return useCall("/trade/margin", { type }, { quiet: true, refetchInterval: marginMs });
}

export function usePosition(id: string) {
  const live = useStreamState() === "live";
  return useCall(
    "/trade/position",
    { id },
    { quiet: true, enabled: id !== "", ...(!live && { refetchInterval: askAgainMs }) },
  );
}

/** After an order was placed, closed or cancelled. */
export function refreshPositions(): Promise<void> {
  return refresh(...ordersAndMoney);
}

/** The newest price there is: the stream's while it lives, else the one that came with the list. */
export function useNowPrice({
  type,
  code,
  nowprice,
}: Pick<HeldStock, "type" | "code" | "nowprice">): string {
  const quote = useQuote(type, code);
  const live = useStreamState() === "live";
  return live && quote !== null ? quote.price : nowprice;
}

/** `ccsz` and `fdyk` of a market, worked out again with every tick. */
export function useLiveTotals(type: MarketKey, held: HeldPositions): Totals {
  const positions = held.holding.filter((one) => isHeld(one.status));
  const quoteOf = useQuotes(positions.map((one) => `${one.type}:${one.code}`));
  const live = useStreamState() === "live";
  const now = (one: HeldStock) =>
    (live ? quoteOf(`${one.type}:${one.code}`)?.price : undefined) ?? one.nowprice;
  return liveTotals(
    type,
    { marketValue: held.marketValue, profit: held.floatingProfit },
    positions.map((position) => ({ position, now: now(position) })),
  );
}
