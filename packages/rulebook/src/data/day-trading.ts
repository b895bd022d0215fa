import type { MarketKey } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";

/** How a market's positions of one day are traded on margin; `leverageMax` 1 means that they are not. */
export type DayTradingTerms = {
  readonly reference: RuleReference;
  readonly leverageMax: number;
  /** Squared off from so long before the session's end; nothing is taken from twice as long before. */
  readonly squareOffMinutes: number;
};

export const dayTradingTerms: Readonly<Record<MarketKey, readonly DayTradingTerms[]>> = {
  jpy: [
    {
      reference: {
        rule: "jp_day_margin",
        validFrom: beforeRecords,
        source: `one-day margin trades of Japanese brokers keep the initial margin of 30 % and are squared off around the close; ${generalKnowledge}`,
        confirmed: false,
      },
      leverageMax: 3,
      squareOffMinutes: 15,
    },
  ],
  usd: [
    {
      reference: {
        rule: "us_day_margin",
        validFrom: beforeRecords,
        source: `Regulation T's initial margin of 50 %; the four times of pattern day traders (FINRA 4210) are not offered; ${generalKnowledge}`,
        confirmed: false,
      },
      leverageMax: 2,
      squareOffMinutes: 15,
    },
  ],
  cny: [
    {
      reference: {
        rule: "cn_t_plus_1",
        validFrom: beforeRecords,
        source: `what is bought is sold on the next trading day at the earliest, so that nothing is squared off on the same one; ${generalKnowledge}`,
        confirmed: true,
      },
      leverageMax: 1,
      squareOffMinutes: 15,
    },
  ],
};
