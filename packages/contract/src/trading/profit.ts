import { defineCall } from "../call.ts";
import { decimal, marketKey, currency, displayCurrency, time } from "../wire.ts";
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
};
