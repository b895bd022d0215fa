import { price, type MarketKey, type Price } from "@sanshi/money";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/** From a price on a short keeps so much of its value or so much a share, whichever is more. */
export type ShortLeast = {
  readonly from: Price;
  readonly percent: number;
  readonly perShare: Price;
};

export type MarginTerms = {
  readonly reference: RuleReference;
  /** The customer's own money at the start, in percent of the position's value. */
  readonly initialPercent: number;
  /** Below this ratio the customer must add money; what is divided by what is in `maintenanceRatio`. */
  readonly maintenancePercent: number;
  /** The same for what is sold short. */
  readonly shortMaintenancePercent: number;
  /** What a short keeps at least, by its price, lowest first; empty where the percentage says it all. */
  readonly shortLeast: readonly ShortLeast[];
  /** `equity_to_position`: own money ÷ value. `assets_to_debt`: all assets ÷ what is owed. */
  readonly maintenanceRatio: "equity_to_position" | "assets_to_debt";
  /** What a margin call must bring the ratio back to. */
  readonly restorePercent: number;
  readonly shortRestorePercent: number;
  /** Below this ratio positions are closed at once, without a deadline. */
  readonly forcedSalePercent: number;
  /** Forced closing at this local time, so many trading days after the call. */
  readonly callDueTradingDays: number;
  readonly callDueTime: string;
  /** Days of the interest year. */
  readonly dayCount: 360 | 365;
  /** True: the first and the last day both bear interest, the same day one day's. */
  readonly bothEndsBearInterest: boolean;
  /** Whether those ends are the days on which the trades settle, or those of the trades. */
  readonly interestDays: "settlement" | "trade";
};

/** A year's interest in basis points: on what a long borrowed, and on the value that a short sold for. */
export type InterestTerms = {
  readonly reference: RuleReference;
  readonly longBasisPoints: number;
  readonly shortBasisPoints: number;
};

/** Typical prices of brokers, for the operator to replace. */
export const interestTerms: Readonly<Record<MarketKey, readonly InterestTerms[]>> = {
  jpy: [interest("jp_margin_interest", 280, 110)],
  usd: [interest("us_margin_interest", 800, 100)],
  cny: [interest("cn_margin_interest", 600, 800)],
};

function interest(rule: string, longBasisPoints: number, shortBasisPoints: number): InterestTerms {
  const unconfirmed =
    "brokers' usual rates, read in November 2026 while Japan's were rising (e-shiten: longs 2.94 % for trades from 2026-10-19)";
  return {
    reference: cited(rule, beforeRecords, sources.generalKnowledge, { unconfirmed }),
    longBasisPoints,
    shortBasisPoints,
  };
}

/** The exchanges dropped their line of 130 % in August 2019. */
const chinaBrokers =
  "130 %, 150 % and 110 % of assets to debt are brokers' terms, as their contracts have them";

const callDue = { callDueTradingDays: 2, callDueTime: "12:00" };

const chinaTerms = {
  maintenancePercent: 130,
  shortMaintenancePercent: 130,
  shortLeast: [],
  maintenanceRatio: "assets_to_debt",
  restorePercent: 150,
  shortRestorePercent: 150,
  forcedSalePercent: 110,
  ...callDue,
  dayCount: 360,
  bothEndsBearInterest: false,
  interestDays: "trade",
} as const;

const japaneseBrokers =
  "brokers' maintenance of 20 %; time of the margin call, ratio of the forced sale";

const japaneseTerms = {
  initialPercent: 30,
  maintenancePercent: 20,
  shortMaintenancePercent: 20,
  shortLeast: [],
  maintenanceRatio: "equity_to_position",
  restorePercent: 20,
  shortRestorePercent: 20,
  forcedSalePercent: 10,
  ...callDue,
  dayCount: 365,
  bothEndsBearInterest: true,
} as const;

export const marginTerms: Readonly<Record<MarketKey, readonly MarginTerms[]>> = {
  jpy: [
    {
      reference: cited(
        "jp_margin",
        beforeRecords,
        [sources.jpxMarginGlossary, sources.taisyakuGlossary],
        {
          unconfirmed: japaneseBrokers,
          inForceBefore: "2026-12-07",
        },
      ),
      ...japaneseTerms,
      interestDays: "trade",
    },
    {
      // What is opened from here on counts as brokers count; what was opened before ends as it began (decision 0129).
      reference: cited(
        "jp_margin",
        "2026-12-07",
        [
          sources.jpxMarginGlossary,
          sources.taisyakuGlossary,
          sources.nikkoInterest,
          sources.matsuiInterest,
        ],
        {
          unconfirmed: `interest from the settlement of the opening to that of the closing, both counted, as brokers say; ${japaneseBrokers}`,
        },
      ),
      ...japaneseTerms,
      interestDays: "settlement",
    },
  ],
  usd: [
    {
      reference: cited("us_margin", "1974-01-03", [sources.finraMargin, sources.regulationT], {
        unconfirmed: "both texts (not read); time of the margin call, ratio of the forced sale",
        firstDay: "unconfirmed",
      }),
      initialPercent: 50,
      maintenancePercent: 25,
      shortMaintenancePercent: 30,
      shortLeast: [
        { from: price(0n), percent: 100, perShare: price(25_000n) },
        { from: price(50_000n), percent: 30, perShare: price(50_000n) },
      ],
      maintenanceRatio: "equity_to_position",
      restorePercent: 25,
      shortRestorePercent: 30,
      forcedSalePercent: 15,
      ...callDue,
      dayCount: 360,
      bothEndsBearInterest: false,
      interestDays: "trade",
    },
  ],
  cny: [
    {
      reference: cited("cn_margin", "2015-11-23", sources.mainlandMargin2026, {
        unconfirmed: chinaBrokers,
        firstDay: "unconfirmed",
      }),
      initialPercent: 100,
      ...chinaTerms,
    },
    {
      reference: cited("cn_margin", "2023-09-11", sources.mainlandMargin2023, {
        unconfirmed: chinaBrokers,
      }),
      initialPercent: 80,
      ...chinaTerms,
    },
    {
      reference: cited("cn_margin", "2026-01-19", sources.mainlandMargin2026, {
        unconfirmed: chinaBrokers,
      }),
      initialPercent: 100,
      ...chinaTerms,
    },
  ],
};
