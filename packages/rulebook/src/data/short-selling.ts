import type { MarketKey } from "@sanshi/money";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/** Which stocks may be sold short: all, those that the exchange's lenders lend out, or none. */
export type ShortSellingRule = {
  readonly reference: RuleReference;
  readonly stocks: "all" | "loanable" | "none";
};

export const shortSellingRules: Readonly<Record<MarketKey, readonly ShortSellingRule[]>> = {
  jpy: [
    {
      reference: cited("jp_short_selling", "1998-12-01", sources.generalKnowledge, {
        unconfirmed:
          "that the TOPIX 500 stands for the stocks that can be borrowed for standardised margin trading",
        firstDay: "unconfirmed",
      }),
      stocks: "loanable",
    },
  ],
  usd: [
    {
      reference: cited("us_short_selling", "2005-01-03", sources.regulationSho, {
        unconfirmed: "whatever can be located (text not read)",
        firstDay: "unconfirmed",
      }),
      stocks: "all",
    },
  ],
  cny: [
    {
      reference: cited("cn_short_selling", beforeRecords, sources.generalKnowledge, {
        inForceBefore: "2010-03-31",
      }),
      stocks: "none",
    },
    {
      reference: cited("cn_short_selling", "2010-03-31", sources.generalKnowledge, {
        unconfirmed: "securities lending by brokers, stocks on the exchanges' lists",
        firstDay: "unconfirmed",
      }),
      stocks: "loanable",
    },
    {
      reference: cited("cn_short_selling", "2024-07-11", sources.securitiesLending2024),
      stocks: "none",
    },
  ],
};

/** What a short on the mainland puts up at the start, in per cent of its value, beside the margin of purchases. */
export const mainlandShortMargin: readonly {
  readonly reference: RuleReference;
  readonly percent: number;
  /** Of private funds. */
  readonly fundsPercent: number;
}[] = [
  {
    reference: cited("cn_short_margin", "2024-07-22", sources.shortMargin2024),
    percent: 100,
    fundsPercent: 120,
  },
];
