import type { CallOutput, Calls, ExchangeRange } from "@sanshi/contract";
import type { Currency } from "@sanshi/money";
import { ask, newRequestId, type Asked } from "../../../shared/api.ts";
import { afterAnswer, nextAttempt, type Attempt } from "../../../shared/attempt.ts";
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

let attempt: Attempt | null = null;

/** The same quote whose answer got lost is asked for under the same id: it is exchanged once. */
export async function exchangeAtQuote(quoteId: string): Promise<Asked<Exchanged>> {
  attempt = nextAttempt(attempt, quoteId, newRequestId);
  const asked = await ask("/user/exchange", {
    quote_id: quoteId,
    request_id: attempt.requestId,
  });
  attempt = afterAnswer(attempt, asked);
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
