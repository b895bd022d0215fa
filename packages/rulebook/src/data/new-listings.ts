import type { MarketKey } from "@sanshi/money";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

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
      reference: cited(
        "jp_new_shares",
        beforeRecords,
        [sources.kabucomNewShares, sources.sbiNewShares],
        {
          unconfirmed:
            "book-building, draw, a window to buy in, as two brokers say; that applications can be withdrawn until the book-building ends",
        },
      ),
      isCancellable: true,
      missedPayments: null,
    },
  ],
  usd: [
    {
      reference: cited("us_new_shares", beforeRecords, sources.robinhoodNewShares, {
        unconfirmed:
          "a conditional offer to buy, cancelled until a window after the pricing ends, as a broker says; this site's ends with the subscription",
      }),
      isCancellable: true,
      missedPayments: null,
    },
  ],
  cny: [
    {
      reference: cited("cn_new_shares", beforeRecords, sources.generalKnowledge, {
        unconfirmed: "an online application cannot be withdrawn",
        inForceBefore: "2016-01-01",
      }),
      isCancellable: false,
      missedPayments: null,
    },
    {
      reference: cited("cn_new_shares", "2016-01-01", sources.generalKnowledge, {
        unconfirmed:
          "payment after the draw; three allotments not paid in full within twelve months bar for 180 days",
        firstDay: "unconfirmed",
      }),
      isCancellable: false,
      missedPayments: { most: 3, months: 12, days: 180 },
    },
  ],
};
