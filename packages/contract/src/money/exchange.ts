import { defineCall } from "../call.ts";
import { currency, decimal, time, recordId, requestId, cursor, listLimit, page } from "../wire.ts";
import { z } from "zod";

/**
 * A rate is how many units of `to` are given for `per` units of `from`: 100 where a currency is
 * quoted by the hundred. `mid` is the reference rate that everybody sees, `rate` what is paid, and
 * `spread` the difference, which is all that an exchange costs.
 */
const rate = {
  from: currency,
  to: currency,
  per: z.enum(["1", "100"]),
  mid: decimal,
  rate: decimal,
  spread: decimal,
  spread_percent: decimal,
};

const source = { feed: z.string(), sequence: z.string(), at: time };

const exchanged = z.object({
  id: recordId,
  order_number: z.string(),
  ...rate,
  amount: decimal,
  receive: decimal,
  at: time,
  /** The reference rate that it was made at. */
  quoted: z.object(source),
});

export type Exchanged = z.output<typeof exchanged>;

export const exchangeCalls = {
  "/user/exchange-rates": defineCall({
    summary: "What one currency is worth in each of the others, the same for everybody",
    access: "customer",
    input: z.strictObject({ from: currency.default("JPY") }),
    output: z.object({
      ...source,
      items: z.array(
        z.object({
          ...rate,
          /** Of the mid rate, against the day before. */ change_percent: decimal.nullable(),
        }),
      ),
    }),
    refusals: ["exchange_rate_unavailable"],
  }),
  "/user/exchange-history": defineCall({
    summary: "A pair's mid rate at the end of each day, oldest first, and now",
    access: "customer",
    input: z.strictObject({
      from: currency,
      to: currency,
      range: z.enum(["1w", "1m", "3m", "6m", "1y"]).default("3m"),
    }),
    output: z.object({
      per: z.enum(["1", "100"]),
      points: z.array(z.object({ date: z.iso.date(), mid: decimal })),
    }),
    refusals: ["same_currency", "exchange_rate_unavailable"],
  }),
  "/user/exchange-quote": defineCall({
    summary: "A rate that is held for some seconds, and what it gives for an amount",
    access: "customer",
    input: z.strictObject({ from: currency, to: currency, amount: decimal }),
    output: z.object({
      quote_id: recordId,
      ...rate,
      amount: decimal,
      receive: decimal,
      available: decimal,
      quoted_at: time,
      expires_at: time,
    }),
    refusals: [
      "account_frozen",
      "same_currency",
      "amount_not_positive",
      "amount_too_precise",
      "exchange_rate_unavailable",
      "exchange_amount_too_small",
      "margin_call_open",
      "insufficient_balance",
      "insufficient_own_money",
      "cash_not_settled",
      "margin_needed",
    ],
  }),
  "/user/exchange": defineCall({
    summary: "Exchanges at a quoted rate, once",
    access: "customer",
    input: z.strictObject({ quote_id: recordId, request_id: requestId }),
    output: exchanged,
    refusals: [
      "request_id_reused",
      "account_frozen",
      "exchange_quote_not_found",
      "exchange_quote_used",
      "exchange_quote_expired",
      "margin_call_open",
      "insufficient_balance",
      "insufficient_own_money",
      "cash_not_settled",
      "margin_needed",
    ],
  }),
  "/user/exchangelist": defineCall({
    summary: "The customer's exchanges, newest first",
    access: "customer",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(exchanged),
    refusals: [],
  }),
};
