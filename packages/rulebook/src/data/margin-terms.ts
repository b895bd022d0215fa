import type { MarketKey } from "@sanshi/money";
import { beforeRecords, type RuleReference } from "../rule-reference.ts";

/** A margin position ends so many months after the day of its trade. */
export type MarginTermRule = { readonly reference: RuleReference; readonly months: number };

const sbi = "http://search.sbisec.co.jp/v2/popwin/help/trade_stock_11_07.html";
const dmm = "https://kabu.dmm.com/support/faq/article/00285/";

/** Standardised margin trading (制度信用) in Tokyo; elsewhere positions have no end. */
export const marginTermRules: Readonly<Record<MarketKey, readonly MarginTermRule[]>> = {
  jpy: [
    {
      reference: {
        rule: "jp_margin_term",
        validFrom: beforeRecords,
        source: `six months to the day, the month's last day where it has no such day, on a holiday the trading day before; to be closed by the day before that: ${dmm} ; ${sbi} ; start date unknown`,
        confirmed: true,
      },
      months: 6,
    },
  ],
  usd: [],
  cny: [],
};
