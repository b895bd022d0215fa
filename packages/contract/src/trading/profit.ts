import { defineCall } from "../call.ts";
import { decimal, marketKey, currency, displayCurrency, recordId, time } from "../wire.ts";
import { z } from "zod";

/**
 * What trading has brought, and out of what. `profit` is everything since the account was opened:
 * `realised` of what was closed, `held_profit` of what is still held, dividends, less the interest that
 * has accrued and is not yet paid. Fees are in it: those of closed shares in `realised`, those of held
 * ones in `held_profit`; `floating` is the held ones' without them. `day_profit` is what the market did
 * today, fees apart.
 */
const figures = {
  market_value: decimal,
  cost: decimal,
  floating: decimal,
  held_profit: decimal,
  realised: decimal,
  realised_today: decimal,
  /** Paid on longs, charged to shorts. */
  dividends: decimal,
  /** Accrued and not yet paid. */
  interest: decimal,
  profit: decimal,
  day_profit: decimal,
  /** Contained in the figures above. */
  fees: decimal,
  stamp_duty: decimal,
  interest_paid: decimal,
};

const marketProfit = z.object({
  type: marketKey,
  currency,
  ...figures,
  /** Floating over cost, and the day's over what was held when the day began. */
  floating_percent: decimal,
  day_percent: decimal,
  positions: z.int().min(0),
});

/**
 * The same profit by what has made it: each part is what it added, so that interest and fees are negative, and
 * the parts sum to `profit` exactly. `price` is what was sold, with what is held at its price, less what was
 * paid; `interest` is what was paid and what has accrued, of shorts the borrowing fee; `fees` are with stamp duty.
 */
const parts = {
  price: decimal,
  dividends: decimal,
  interest: decimal,
  fees: decimal,
  profit: decimal,
};

/**
 * In another currency at the mid rates of `rates_at`, and what the rates have done: own money that went into trading,
 * and came back, counts at the mid rate of its day (UTC), as `/user/exchange-history` has it, and what is held at
 * the rate of now. Where a currency is no other, `exchange` is zero. Null where a rate that is needed is missing.
 */
const converted = z
  .object({
    currency: displayCurrency,
    ...parts,
    exchange: decimal,
    rates_from: z.string(),
    rates_at: time,
  })
  .nullable();

export const profitCalls = {
  "/user/profit": defineCall({
    summary: "Profit and its parts per market, and together in one currency at the mid rates",
    access: "customer",
    input: z.strictObject({ currency: displayCurrency.default("JPY") }),
    output: z.object({
      markets: z.array(marketProfit),
      /** At the mid rates of `rates_at`; null where one of them is missing. */
      total: z
        .object({ currency: displayCurrency, ...figures, rates_from: z.string(), rates_at: time })
        .nullable(),
      at: time,
    }),
    refusals: [],
  }),
  "/user/profit-parts": defineCall({
    summary:
      "Profit per market by what has made it: price, dividends, interest and fees, and the exchange rates where it is converted",
    access: "customer",
    input: z.strictObject({ currency: displayCurrency.default("JPY") }),
    output: z.object({
      markets: z.array(z.object({ type: marketKey, currency, ...parts, converted })),
      total: converted,
      at: time,
    }),
    refusals: [],
  }),
  "/trade/position-profit": defineCall({
    summary: "The same of one position",
    access: "customer",
    input: z.strictObject({ id: recordId, currency: displayCurrency.default("JPY") }),
    output: z.object({ currency, ...parts, converted, at: time }),
    refusals: ["position_not_found"],
  }),
};
