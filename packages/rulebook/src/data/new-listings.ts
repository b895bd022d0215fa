import type { MarketKey } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";

/** How a market's new shares are subscribed to and paid for. */
export type NewShareRule = {
  readonly reference: RuleReference;
  /** Whether a subscription can be cancelled before the close. */
  readonly isCancellable: boolean;
  /** Whoever leaves so many allotments unpaid within so many months is barred for so many days. */
  readonly missedPayments: {
    readonly most: number;
    readonly months: number;
    readonly days: number;
  } | null;
};

export const newShareRules: Readonly<Record<MarketKey, readonly NewShareRule[]>> = {
  jpy: [
    {
      reference: {
        rule: "jp_new_shares",
        validFrom: beforeRecords,
        source: `https://kabu.com/sp/item/ipo_po/buying.html (book-building, draw, a window to buy in), https://search.sbisec.co.jp/v2/popwin/help/st_04_01.html (who is drawn, who waits as 補欠, buying power looked at); that applications can be withdrawn until the book-building ends: ${generalKnowledge}`,
        confirmed: true,
      },
      isCancellable: true,
      missedPayments: null,
    },
  ],
  usd: [
    {
      reference: {
        rule: "us_new_shares",
        validFrom: beforeRecords,
        source:
          "https://robinhood.com/us/en/support/articles/how-to-request-ipo-shares and https://help.public.com/en/articles/12117832-what-is-a-conditional-offer-to-buy : a conditional offer to buy, cancelled until a window after the pricing ends; this site's ends with the subscription",
        confirmed: true,
      },
      isCancellable: true,
      missedPayments: null,
    },
  ],
  cny: [
    {
      reference: {
        rule: "cn_new_shares",
        validFrom: beforeRecords,
        source: `an online application cannot be withdrawn; ${generalKnowledge}`,
        confirmed: false,
      },
      isCancellable: false,
      missedPayments: null,
    },
    {
      reference: {
        rule: "cn_new_shares",
        validFrom: "2016-01-01",
        source: `payment after the draw; three allotments not paid in full within twelve months bar for six months: https://m.gzjll.com/3/4785841.html ; that these are 180 days, and the day it began (SSE and SZSE detailed rules of online issuing): ${generalKnowledge}`,
        confirmed: false,
      },
      isCancellable: false,
      missedPayments: { most: 3, months: 12, days: 180 },
    },
  ],
};
