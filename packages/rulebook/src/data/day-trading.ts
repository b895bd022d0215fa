import type { MarketKey } from "@sanshi/money";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

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
      reference: cited("jp_day_margin", beforeRecords, sources.generalKnowledge, {
        unconfirmed: "brokers keep the initial margin of 30 % and square off around the close",
      }),
      leverageMax: 3,
      squareOffMinutes: 15,
    },
  ],
  usd: [
    {
      reference: cited("us_day_margin", beforeRecords, sources.regulationT, {
        unconfirmed: "the text (not read); four times of pattern day traders are not offered",
      }),
      leverageMax: 2,
      squareOffMinutes: 15,
    },
  ],
  cny: [
    {
      reference: cited("cn_t_plus_1", beforeRecords, [
        sources.sse2026,
        sources.szse2026,
        sources.bse2026,
      ]),
      leverageMax: 1,
      squareOffMinutes: 15,
    },
  ],
};
