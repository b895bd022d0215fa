import type { MarketKey } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";

export type MarginTerms = {
  readonly reference: RuleReference;
  /** The customer's own money at the start, in percent of the position's value. */
  readonly initialPercent: number;
  /** Below this ratio the customer must add money; what is divided by what is in `maintenanceRatio`. */
  readonly maintenancePercent: number;
  /** `equity_to_position`: own money ÷ value. `assets_to_debt`: all assets ÷ what is owed. */
  readonly maintenanceRatio: "equity_to_position" | "assets_to_debt";
  /** What a margin call must bring the ratio back to. */
  readonly restorePercent: number;
  /** Forced closing at this local time, so many trading days after the call. */
  readonly callDueTradingDays: number;
  readonly callDueTime: string;
  /** Days of the interest year. */
  readonly dayCount: 360 | 365;
  /** True: the first and the last day both bear interest, the same day one day's. */
  readonly bothEndsBearInterest: boolean;
};

const callDue = { callDueTradingDays: 2, callDueTime: "12:00" };

const chinaTerms = {
  maintenancePercent: 130,
  maintenanceRatio: "assets_to_debt",
  restorePercent: 150,
  ...callDue,
  dayCount: 360,
  bothEndsBearInterest: false,
} as const;

export const marginTerms: Readonly<Record<MarketKey, readonly MarginTerms[]>> = {
  jpy: [
    {
      reference: {
        rule: "jp_margin",
        validFrom: beforeRecords,
        source: `brokers' terms read in November 2026; time of the margin call: ${generalKnowledge}`,
        confirmed: true,
      },
      initialPercent: 30,
      maintenancePercent: 20,
      maintenanceRatio: "equity_to_position",
      restorePercent: 20,
      ...callDue,
      dayCount: 365,
      bothEndsBearInterest: true,
    },
  ],
  usd: [
    {
      reference: {
        rule: "us_margin",
        validFrom: beforeRecords,
        source: `FINRA rule 4210; initial margin and time of the margin call: ${generalKnowledge}`,
        confirmed: false,
      },
      initialPercent: 50,
      maintenancePercent: 25,
      maintenanceRatio: "equity_to_position",
      restorePercent: 25,
      ...callDue,
      dayCount: 360,
      bothEndsBearInterest: false,
    },
  ],
  cny: [
    {
      reference: {
        rule: "cn_margin",
        validFrom: "2023-09-08",
        source: `initial margin of 80 % until 2026; start date and the rest: ${generalKnowledge}`,
        confirmed: false,
      },
      initialPercent: 80,
      ...chinaTerms,
    },
    {
      reference: {
        rule: "cn_margin",
        validFrom: "2026-01-01",
        source:
          "initial margin of 100 % for new contracts since January 2026; the rest: weak source",
        confirmed: false,
      },
      initialPercent: 100,
      ...chinaTerms,
    },
  ],
};
