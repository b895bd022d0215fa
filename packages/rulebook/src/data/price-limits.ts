import type { Price } from "@sanshi/money";
import { cited, type LocalDate, type RuleReference } from "../rule-reference.ts";
import { sources, type Source } from "./sources.ts";
import { typedBands } from "./typed-prices.ts";

/** ± `amount` for base prices below `below`; null is the last band. */
export type LimitBand = { readonly below: Price | null; readonly amount: Price };
export type AmountLimits = {
  readonly reference: RuleReference;
  readonly bands: readonly LimitBand[];
  /** A side that stayed locked without volume on so many straight days is widened on the next. */
  readonly widenedAfterDays: number;
  /** What the widening multiplies the side's amount by. */
  readonly widenedBy: bigint;
};

const tseBelow =
  "100 200 500 700 1000 1500 2000 3000 5000 7000 10000 15000 20000 30000 50000 70000 100000 150000 200000 300000 500000 700000 1000000 1500000 2000000 3000000 5000000 7000000 10000000 15000000 20000000 30000000 50000000 -";
const tseAmounts =
  "30 50 80 100 150 300 400 500 700 1000 1500 3000 4000 5000 7000 10000 15000 30000 40000 50000 70000 100000 150000 300000 400000 500000 700000 1000000 1500000 3000000 4000000 5000000 7000000 10000000";

/** The amounts as they are came with the exchange's new system. */
const tseLimitsSince = "2010-01-04";

const tseBands = limitBands(tseBelow, tseAmounts);

export const tseDailyLimits: readonly AmountLimits[] = [
  {
    reference: cited("tse_daily_price_limit", tseLimitsSince, sources.tseLimits, {
      firstDay: "unconfirmed",
    }),
    bands: tseBands,
    widenedAfterDays: 3,
    widenedBy: 2n,
  },
  {
    // The amounts stayed; only the widening changed.
    reference: cited("tse_daily_price_limit", "2020-08-03", [
      sources.tseLimits,
      sources.tseWidening,
      sources.rakutenWidening,
    ]),
    bands: tseBands,
    widenedAfterDays: 2,
    widenedBy: 4n,
  },
];

/** A share listed in these days has a day of listing, or first days, of its own. */
export type FirstDays = {
  readonly listedFrom: LocalDate;
  /** How many trading days, the day of listing first. */
  readonly count: number;
  /** null: no limit on those days. */
  readonly limits: { readonly upPercent: bigint; readonly downPercent: bigint } | null;
  readonly reference: RuleReference;
};

export type PercentLimits = {
  readonly reference: RuleReference;
  readonly percent: bigint;
  /** `half_up`: both sides to the nearest fen. `inwards`: the upper limit cut off, the lower one raised. */
  readonly rounding: "half_up" | "inwards";
  /** By the day of listing, in its order; a share that was listed before all of them has none. */
  readonly firstDays: readonly FirstDays[];
};

/** No limit on a new share's first days. */
function freeDays(
  listedFrom: LocalDate,
  count: number,
  rule: string,
  texts: Source | readonly Source[],
): FirstDays {
  const reference = cited(rule, listedFrom, texts);
  return { listedFrom, count, limits: null, reference };
}

/**
 * Before June 2014 no band was published for a day of listing; from then until the registration system it was one of
 * 44 % up and 36 % down.
 */
function mainBoardFirstDays(rule: string): readonly FirstDays[] {
  return [
    freeDays("1996-12-16", 1, rule, sources.generalKnowledge),
    {
      ...freeDays("2014-06-13", 1, rule, sources.listingDays2014),
      limits: { upPercent: 44n, downPercent: 36n },
    },
  ];
}

const limitRule = "sse_daily_price_limit";
const growthRule = "growth_board_daily_price_limit";

const standardLimits: PercentLimits = {
  reference: cited(limitRule, "1996-12-16", [sources.sse2026, sources.szse2026], {
    firstDay: "unconfirmed",
  }),
  percent: 10n,
  rounding: "half_up",
  firstDays: [
    ...mainBoardFirstDays(limitRule),
    freeDays("2023-04-10", 5, limitRule, [sources.sse2023, sources.szseFirstListings2023]),
  ],
};

/** Each exchange's first share under special treatment marks its day. */
function specialTreatment(
  validFrom: LocalDate,
  texts: Source | readonly Source[],
): readonly PercentLimits[] {
  const rule = "sse_daily_price_limit_special_treatment";
  return [
    {
      reference: cited(rule, validFrom, sources.specialTreatment1998, {
        unconfirmed: "the 5 % (page read for its days alone)",
      }),
      percent: 5n,
      rounding: "half_up",
      firstDays: [],
    },
    {
      reference: cited(rule, "2026-07-06", texts),
      percent: 10n,
      rounding: "half_up",
      firstDays: [],
    },
  ];
}

const starLimits: PercentLimits = {
  reference: cited(growthRule, "2019-07-22", sources.star2019),
  percent: 20n,
  rounding: "half_up",
  firstDays: [freeDays("2019-07-22", 5, growthRule, sources.star2019)],
};

/** Shenzhen's growth board: with STAR's limits since the reform of August 2020, with the main boards' before. */
const chinextLimits: readonly PercentLimits[] = [
  {
    reference: cited(growthRule, "2009-10-30", sources.szse2006, {
      unconfirmed: "that the rules of 2006 held for ChiNext too",
    }),
    percent: 10n,
    rounding: "half_up",
    firstDays: mainBoardFirstDays(growthRule),
  },
  {
    reference: cited(growthRule, "2020-08-24", sources.chinext2020),
    percent: 20n,
    rounding: "half_up",
    firstDays: [
      ...mainBoardFirstDays(growthRule),
      freeDays("2020-08-24", 5, growthRule, sources.chinext2020),
    ],
  },
];

/** Beijing's limits lie inwards of the percentage (北交所 rules 2021: beyond it no price is allowed). */
function beijingLimits(validFrom: LocalDate, text: Source): PercentLimits {
  const rule = "bse_daily_price_limit";
  return {
    reference: cited(rule, validFrom, text, {
      unconfirmed:
        "that a limit is cut off to the fen: three programs and the exchange's limits of 2026-09-24 say so",
    }),
    percent: 30n,
    rounding: "inwards",
    firstDays: [freeDays("2021-11-15", 1, rule, sources.bse2021)],
  };
}

/** A table for each board; special treatment is on Shanghai's or on Shenzhen's main board. */
export const mainlandLimits = {
  main: [standardLimits],
  star: [starLimits],
  chinext: chinextLimits,
  beijing: [
    beijingLimits("2021-11-15", sources.bse2021),
    beijingLimits("2026-07-06", sources.bse2026),
  ],
  specialShanghai: specialTreatment("1998-04-22", [sources.sse2026, sources.sseNote2026]),
  specialShenzhen: specialTreatment("1998-04-28", sources.szse2026),
} as const satisfies Record<string, readonly PercentLimits[]>;

function limitBands(below: string, amounts: string): readonly LimitBand[] {
  return typedBands(below, amounts).map(([bound, amount]) => ({ below: bound, amount }));
}
