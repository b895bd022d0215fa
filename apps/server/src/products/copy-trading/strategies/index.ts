import type { CopyStrategy } from "@sanshi/contract";
import { dividend } from "./dividend.ts";
import { equalWeight } from "./equal-weight.ts";
import { indexLeveraged } from "./index-leveraged.ts";
import { lowVolatility } from "./low-volatility.ts";
import { meanReversion } from "./mean-reversion.ts";
import { mirror } from "./mirror.ts";
import { momentum } from "./momentum.ts";
import { pairs } from "./pairs.ts";
import type { Strategy } from "./strategy.ts";
import { yesterdaysWinners } from "./yesterdays-winners.ts";

/** Every strategy that a product can follow: one file each, and its line here. */
export const strategies: Readonly<Record<CopyStrategy, Strategy>> = {
  momentum,
  mean_reversion: meanReversion,
  low_volatility: lowVolatility,
  dividend,
  pairs,
  index_leveraged: indexLeveraged,
  equal_weight: equalWeight,
  yesterdays_winners: yesterdaysWinners,
  mirror,
};

export { wholePool } from "./strategy.ts";
export type { Mirrored, PastDay, PastMarket, PastStock, Strategy, Target } from "./strategy.ts";
