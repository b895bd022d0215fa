import { minor, type MarketKey, type Minor, type Rounding } from "@sanshi/money";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources, type Source } from "./sources.ts";

const beijingRule = "bse_handling_fee";

export type FeeName =
  | "broker_commission"
  | "stamp_duty"
  | "handling_fee"
  | "management_fee"
  | "transfer_fee"
  | "sec_fee"
  | "trading_activity_fee";

/**
 * One fee: `numerator ÷ denominator` of the trade's value in minor units, or that many minor units
 * a share, rounded as named, then held between the minimum and the maximum.
 */
export type FeeLine = {
  readonly name: FeeName;
  readonly sides: "buy" | "sell" | "both";
  readonly basis: "notional" | "quantity";
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly rounding: Rounding;
  readonly minimumMinor: Minor;
  /** Null: no upper bound. */
  readonly maximumMinor: Minor | null;
  readonly reference: RuleReference;
};

/** The fees of a market on one day. */
export type FeeSchedule = readonly FeeLine[];

const noMinimum = { minimumMinor: minor(0n), maximumMinor: null };

/** What a commission's rate counts: 1 is a millionth of the trade's value, 0.0001 %. */
export const commissionRateUnits = 1_000_000n;

/** The most that an operator can ask: a typing error or a grab at customers' money ends here. */
export type CommissionCeiling = {
  /** Millionths of the trade's value. */
  readonly rate: bigint;
  /** Of the least that a trade costs. */
  readonly minimumMinor: Minor;
  readonly reference: RuleReference;
};

export const commissionCeilings: Readonly<Record<MarketKey, CommissionCeiling>> = {
  jpy: {
    rate: 30_000n,
    minimumMinor: minor(3_000n),
    reference: cited("jp_commission_ceiling", beforeRecords, sources.housePrices),
  },
  usd: {
    rate: 30_000n,
    minimumMinor: minor(3_000n),
    reference: cited("us_commission_ceiling", beforeRecords, sources.housePrices),
  },
  // The law caps the rate, and a trade that comes to less may be charged five yuan.
  cny: {
    rate: 3_000n,
    minimumMinor: minor(500n),
    reference: cited("sse_commission_ceiling", "2002-05-01", sources.floatingCommissions2002, {
      unconfirmed: "the text (not read)",
      firstDay: "unconfirmed",
    }),
  },
};

/** The operator's own price; zero until an operator replaces the line. */
function commission(rule: string): FeeLine {
  return {
    name: "broker_commission",
    sides: "both",
    basis: "notional",
    numerator: 0n,
    denominator: commissionRateUnits,
    rounding: "half_up",
    ...noMinimum,
    reference: cited(rule, beforeRecords, sources.housePrices),
  };
}

type ChineseFeeName = "stamp_duty" | "handling_fee" | "management_fee" | "transfer_fee";

/** Ten-millionths of the value: 0.00341 % is 341. */
function chineseFee(
  name: ChineseFeeName,
  sides: "sell" | "both",
  tenMillionths: bigint,
  validFrom: string,
  texts: Source | readonly Source[],
  rule = `sse_${name}`,
): FeeLine {
  return {
    name,
    sides,
    basis: "notional",
    numerator: tenMillionths,
    denominator: 10_000_000n,
    rounding: "half_up",
    ...noMinimum,
    reference: cited(rule, validFrom, texts),
  };
}

/** Dollars per million of the value of a sale, in cents: 20.60 is 2,060. Rounded up to the cent. */
function secFee(centsPerMillionDollars: bigint, validFrom: string): FeeLine {
  return {
    name: "sec_fee",
    sides: "sell",
    basis: "notional",
    numerator: centsPerMillionDollars,
    denominator: 100_000_000n,
    rounding: "ceiling",
    ...noMinimum,
    reference: cited("sec_section_31_fee", validFrom, sources.section31),
  };
}

/** Millionths of a dollar per share sold, at most `maximumCents` a trade. Rounded up to the cent. */
function tradingActivityFee(
  millionthsPerShare: bigint,
  maximumCents: bigint,
  validFrom: string,
  text: Source,
): FeeLine {
  return {
    name: "trading_activity_fee",
    sides: "sell",
    basis: "quantity",
    numerator: millionthsPerShare,
    denominator: 10_000n,
    rounding: "ceiling",
    minimumMinor: minor(0n),
    maximumMinor: minor(maximumCents),
    reference: cited("finra_trading_activity_fee", validFrom, text),
  };
}

/** Beijing takes its own for its shares, whatever else of the mainland's fees is the same. */
export const handlingFees: Readonly<Record<"shanghaiAndShenzhen" | "beijing", readonly FeeLine[]>> =
  {
    shanghaiAndShenzhen: [
      chineseFee("handling_fee", "both", 487n, "2015-08-01", sources.generalKnowledge),
      chineseFee("handling_fee", "both", 341n, "2023-08-28", [
        sources.shanghaiFees2023,
        sources.shenzhenFees2023,
      ]),
    ],
    beijing: [
      chineseFee(
        "handling_fee",
        "both",
        5_000n,
        "2021-11-15",
        sources.generalKnowledge,
        beijingRule,
      ),
      chineseFee(
        "handling_fee",
        "both",
        2_500n,
        "2022-12-01",
        sources.generalKnowledge,
        beijingRule,
      ),
      chineseFee(
        "handling_fee",
        "both",
        1_250n,
        "2023-08-28",
        [sources.beijingFee2023, sources.chinaClear],
        beijingRule,
      ),
    ],
  };

/** Every fee of a market with its history, in the order in which a confirmation lists them. */
export const feeLines: Readonly<Record<MarketKey, readonly (readonly FeeLine[])[]>> = {
  jpy: [[commission("jp_broker_commission")]],
  cny: [
    [commission("sse_broker_commission")],
    [
      chineseFee("stamp_duty", "sell", 10_000n, "2008-09-19", sources.stampDuty2008),
      chineseFee("stamp_duty", "sell", 5_000n, "2023-08-28", sources.stampDuty2023),
    ],
    handlingFees.shanghaiAndShenzhen,
    [chineseFee("management_fee", "both", 200n, beforeRecords, sources.chinaClear)],
    [
      chineseFee("transfer_fee", "both", 200n, "2015-08-01", sources.generalKnowledge),
      chineseFee("transfer_fee", "both", 100n, "2022-04-29", sources.chinaClear),
    ],
  ],
  usd: [
    [commission("us_broker_commission")],
    [secFee(2_780n, "2024-05-22"), secFee(0n, "2025-05-14"), secFee(2_060n, "2026-04-04")],
    [
      tradingActivityFee(166n, 830n, "2024-01-01", sources.tradingActivityFee2024),
      tradingActivityFee(195n, 979n, "2026-01-01", sources.tradingActivityFee2024),
      // A holiday of three months; the step to 0.000232 after it was put off, to the end of 2028 at least.
      tradingActivityFee(0n, 0n, "2026-10-01", sources.tradingActivityFeeHoliday),
      tradingActivityFee(195n, 979n, "2027-01-01", sources.tradingActivityFeeHoliday),
    ],
  ],
};
