import type { CallOutput, Calls, HeldStock, PublicHalt } from "@sanshi/contract";
import { displayDecimal, parsePrice, parseShares } from "@sanshi/money";
import { useCall } from "../../../shared/queries.ts";
import { useQuote, useStreamState } from "../../../shared/quotes.ts";
import type { Translate } from "../../../shared/text.ts";
import type { CloseTerms } from "./close-order.ts";

/** What the exchange and the stream say about the stock that is about to be sold. */
export type CloseMarket = {
  /** Our own halt, where it keeps this from being closed. */
  halt: PublicHalt | null;
  price: string;
  /** The best price on the other side: what a market order meets now. */
  otherSide: string;
  terms: CloseTerms | null;
  /** By kind of order what the market has of it. */
  forms: Readonly<Record<string, readonly string[]>>;
  /** The day of the next session; empty until it is known. */
  tradingDate: string;
  /** Its extended hours, where orders are taken for them. */
  extended: CallOutput<Calls["/market/stock"]>["extended"];
  tick: string | null;
  limitUp: string | null;
  limitDown: string | null;
};

type Sold = Pick<HeldStock, "type" | "code" | "side" | "nowprice">;

export function useCloseMarket({ type, code, side, nowprice }: Sold): CloseMarket {
  const stock = useCall("/market/stock", { code, type }, { quiet: true }).data;
  const quote = useQuote(type, code);
  const live = useStreamState() === "live" ? quote : null;
  const price = live?.price ?? stock?.price ?? nowprice;
  // A long position is sold to the best bid, a short one bought back from the best ask.
  const best = side === "long" ? "bid" : "ask";
  const lot = parseShares(stock?.lot ?? "");
  const tick = parsePrice(stock?.tick ?? "");
  const known = stock !== undefined && lot !== null && tick !== null;
  return {
    halt: stock?.halt?.closing_allowed === false ? stock.halt : null,
    price,
    otherSide: live?.[best] || stock?.[best] || price,
    terms: known
      ? {
          lot,
          tick,
          limitUp: parsePrice(stock.limit_up ?? ""),
          limitDown: parsePrice(stock.limit_down ?? ""),
        }
      : null,
    forms: stock?.order_forms ?? {},
    tradingDate: stock?.market.trading_date ?? "",
    extended: stock?.extended,
    tick: stock?.tick ?? null,
    limitUp: stock?.limit_up ?? null,
    limitDown: stock?.limit_down ?? null,
  };
}

/** The day's limits and the tick, as far as they are known. */
export function limitsHint(market: CloseMarket, t: Translate<"positions">): string {
  const show = (text: string) => displayDecimal(text, 0, 4);
  if (market.tick === null) return "";
  const tick = show(market.tick);
  if (market.limitUp === null || market.limitDown === null) return t("tick_hint", { tick });
  return t("limits_hint", { low: show(market.limitDown), high: show(market.limitUp), tick });
}
