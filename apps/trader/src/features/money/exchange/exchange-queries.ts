import type { CallOutput, Calls, ExchangeRange } from "@sanshi/contract";
import type { Currency } from "@sanshi/money";
import { ask, type Asked } from "../../../shared/api.ts";
import { askOnce, unansweredForm, type AskedOnce } from "../../../shared/ask-once.ts";
import { refresh, useCall } from "../../../shared/queries.ts";

export type RateTable = CallOutput<Calls["/user/exchange-rates"]>;
export type RateRow = RateTable["items"][number];
export type Quote = CallOutput<Calls["/user/exchange-quote"]>;
export type Exchanged = CallOutput<Calls["/user/exchange"]>;

/** The server's rates hold about ten seconds. */
const ratesEveryMs = 10_000;

export function useRates(from: Currency) {
  return useCall(
    "/user/exchange-rates",
    { from },
    { quiet: true, keep: true, refetchInterval: ratesEveryMs, staleTime: ratesEveryMs / 2 },
  );
}

export function useRateHistory(from: Currency, to: Currency, range: ExchangeRange) {
  return useCall(
    "/user/exchange-history",
    { from, to, range },
    { quiet: true, keep: true, staleTime: 60_000 },
  );
}

export function useWallets() {
  return useCall("/user/assets", {}, { quiet: true });
}

export function useExchanges() {
  return useCall("/user/exchangelist", { limit: "5" }, { quiet: true });
}

export function askQuote(from: Currency, to: Currency, amount: string): Promise<Asked<Quote>> {
  return ask("/user/exchange-quote", { from, to, amount });
}

/** The same quote whose answer got lost is asked for under the same id: it is exchanged once. */
export async function exchangeAtQuote(quoteId: string): Promise<AskedOnce<"/user/exchange">> {
  const asked = await askOnce("/user/exchange", { quote_id: quoteId }, { keepsForm: true });
  if (asked.ok)
    void refresh(
      "/user/assets",
      "/user/getUserinfo",
      "/user/exchangelist",
      "/user/fund-records",
      "/trade/margin",
    );
  return asked;
}

/** The quote of an exchange of which nobody knows yet what became: also after the page was loaded anew. */
export function unansweredQuote(): string | null {
  return unansweredForm("/user/exchange")?.["quote_id"] ?? null;
}
