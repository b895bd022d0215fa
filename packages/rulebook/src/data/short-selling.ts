import type { MarketKey } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/** Which stocks may be sold short: all, those that the exchange's lenders lend out, or none. */
export type ShortSellingRule = {
  readonly reference: RuleReference;
  readonly stocks: "all" | "loanable" | "none";
};

export const shortSellingRules: Readonly<Record<MarketKey, readonly ShortSellingRule[]>> = {
  jpy: [
    {
      reference: {
        rule: "jp_short_selling",
        validFrom: "1998-12-01",
        source: `stocks that can be borrowed for standardised margin trading; that the TOPIX 500 stands for them, and start date: ${generalKnowledge}`,
        confirmed: false,
      },
      stocks: "loanable",
    },
  ],
  usd: [
    {
      reference: {
        rule: "us_short_selling",
        validFrom: "2005-01-03",
        source: `Regulation SHO: whatever can be located; ${generalKnowledge}`,
        confirmed: false,
      },
      stocks: "all",
    },
  ],
  cny: [
    {
      reference: {
        rule: "cn_short_selling",
        validFrom: beforeRecords,
        source: generalKnowledge,
        confirmed: false,
      },
      stocks: "none",
    },
    {
      reference: {
        rule: "cn_short_selling",
        validFrom: "2010-03-31",
        source: `securities lending by brokers, stocks on the exchanges' lists; ${generalKnowledge}`,
        confirmed: false,
      },
      stocks: "loanable",
    },
    {
      reference: {
        rule: "cn_short_selling",
        validFrom: "2024-07-11",
        source: `refinancing of securities lending suspended; a broker may lend shares of its own: ${sources.securitiesLending2024}`,
        confirmed: true,
      },
      stocks: "none",
    },
  ],
};
