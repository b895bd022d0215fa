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
        source: `applications of a book-building can be withdrawn until it ends; ${generalKnowledge}`,
        confirmed: false,
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
        source: `conditional offers can be cancelled until they are accepted; ${generalKnowledge}`,
        confirmed: false,
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
        source: `payment after the draw; three allotments not paid in full within twelve months bar for 180 days: SSE and SZSE detailed rules of online issuing; ${generalKnowledge}`,
        confirmed: false,
      },
      isCancellable: false,
      missedPayments: { most: 3, months: 12, days: 180 },
    },
  ],
};
