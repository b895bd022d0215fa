import { price, type MarketKey, type Price } from "@sanshi/money";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";
import { typedBands } from "./typed-prices.ts";

/** A tick holds for prices up to and including `upTo`; null is the last band. */
export type TickBand = { readonly upTo: Price | null; readonly tick: Price };
export type TickTable = {
  readonly reference: RuleReference;
  readonly bands: readonly TickBand[];
  /** True where the exchange has announced another table and not said which. */
  readonly isUnpublished?: true;
  /** The finer tick of stocks whose average quoted spread is so narrow; no text says yet which they are. */
  readonly narrow?: { readonly spreadUpTo: Price; readonly tick: Price };
};

/**
 * `topix500` is the finer Japanese grid, `topix100` that of the largest, which had it since 2014; every other stock
 * is `standard`.
 */
export type TickClass = "topix100" | "topix500" | "standard";

/** Upper bounds of the TSE's bands in yen; the last band has none. */
const tseUpTo =
  "1000 3000 5000 10000 30000 50000 100000 300000 500000 1000000 3000000 5000000 10000000 30000000 50000000 -";
const tseStandard = bands(
  tseUpTo,
  "1 1 5 10 10 50 100 100 500 1000 1000 5000 10000 10000 50000 100000",
);
const tseTopix500 = bands(tseUpTo, "0.1 0.5 1 1 5 10 10 50 100 100 500 1000 1000 5000 10000 10000");

/** The TOPIX 100's between July 2014 and September 2015, then until June 2023. */
const tseTopix100First = bands(
  tseUpTo,
  "0.1 0.5 0.5 1 5 10 10 50 100 100 500 1000 1000 5000 10000 10000",
);

const standardRule = "tse_tick_size";
const topixRule = "tse_tick_size_topix500";

const tseStandardBefore: TickTable = {
  reference: cited(standardRule, "2010-01-04", sources.tseTickRule, {
    unconfirmed: "the amounts before 2023",
    firstDay: "unconfirmed",
  }),
  bands: tseStandard,
};

/**
 * By each stock's ratio of spread to tick from March 2027 on. The lists are not published: until they are entered the
 * table of before stands, and whoever orders by it is told (`isTickPublished`).
 */
function tse2027(rule: string, before: readonly TickBand[]): TickTable {
  return {
    reference: cited(rule, "2027-03-01", sources.tseTicks2027, {
      unconfirmed: "the lists are not published: the tables of before stand in",
    }),
    bands: before,
    isUnpublished: true,
  };
}

function tse2023(rule: string, since2023: readonly TickBand[]): TickTable {
  return {
    reference: cited(rule, "2023-06-05", sources.tseTicks),
    bands: since2023,
  };
}

const chinaTicks: readonly TickTable[] = [
  {
    reference: cited("sse_tick_size", beforeRecords, [
      sources.sse2026,
      sources.szse2026,
      sources.bse2026,
    ]),
    bands: bands("-", "0.01"),
  },
];
const americanBands = bands("0.9999 -", "0.0001 0.01");
const americanTicks: readonly TickTable[] = [
  {
    reference: cited("nms_tick_size", "2006-01-31", [sources.halfCentTick, sources.tickRule]),
    bands: americanBands,
  },
  // A cent lies on the finer grid too: no order is sent that the exchange refuses.
  {
    reference: cited("nms_tick_size", "2027-11-01", [sources.halfCentTick, sources.tickRule], {
      unconfirmed: "which stocks have the half-cent tick: a cent stands in for all",
    }),
    bands: americanBands,
    narrow: { spreadUpTo: price(150n), tick: price(50n) },
  },
];

export const tickTables: Readonly<Record<MarketKey, Record<TickClass, readonly TickTable[]>>> = {
  jpy: {
    standard: [
      tseStandardBefore,
      tse2023(standardRule, tseStandard),
      tse2027(standardRule, tseStandard),
    ],
    topix500: [tseStandardBefore, tse2023(topixRule, tseTopix500), tse2027(topixRule, tseTopix500)],
    topix100: [
      tseStandardBefore,
      // Whose members of a day no text at hand tells: a share is among them as far as its own prices prove it.
      // From 2014-01-14 on, at first for prices above 3,000 yen alone: those steps are not kept apart.
      {
        reference: cited("tse_tick_size_topix100", "2014-07-22", sources.tseTicks2014, {
          unconfirmed: "this phase's table, and which shares belonged to the TOPIX 100 on a day",
          firstDay: "unconfirmed",
        }),
        bands: tseTopix100First,
      },
      {
        reference: cited("tse_tick_size_topix100", "2015-09-24", sources.tseTicks2014, {
          unconfirmed: "which shares belonged to the TOPIX 100 on a day",
          firstDay: "unconfirmed",
        }),
        bands: tseTopix500,
      },
      tse2023(topixRule, tseTopix500),
      tse2027(topixRule, tseTopix500),
    ],
  },
  cny: { standard: chinaTicks, topix500: chinaTicks, topix100: chinaTicks },
  usd: { standard: americanTicks, topix500: americanTicks, topix100: americanTicks },
};

function bands(upTo: string, ticks: string): readonly TickBand[] {
  return typedBands(upTo, ticks).map(([bound, tick]) => ({ upTo: bound, tick }));
}
