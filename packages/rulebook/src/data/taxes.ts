import { cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/**
 * What of a gain on listed shares a resident of Japan pays, in thousandths of a per cent of the gain; both surtaxes are
 * parts of the income tax. This app withholds none of it: it is shown on the page of rules alone.
 */
export type GainsTax = {
  readonly reference: RuleReference;
  readonly total: number;
  readonly income: number;
  readonly local: number;
  readonly reconstruction: number;
  readonly defence: number;
};

const outline = "the tax outline of 2025-12-26 was read in the media alone";
const [income, local] = [15_000, 5_000];

export const japaneseGainsTaxes: readonly GainsTax[] = [
  {
    reference: cited("jp_gains_tax", "2014-01-01", sources.generalKnowledge, {
      firstDay: "unconfirmed",
    }),
    // 2.1 % of the income tax.
    ...{ income, local, reconstruction: 315, defence: 0, total: 20_315 },
  },
  {
    reference: cited("jp_gains_tax", "2027-01-01", sources.generalKnowledge, {
      unconfirmed: outline,
    }),
    // 1.1 % and 1 % of it: the total stays.
    ...{ income, local, reconstruction: 165, defence: 150, total: 20_315 },
  },
];

/** Whole yen, by what was paid. This app offers no such account. */
export type NisaLimits = {
  readonly reference: RuleReference;
  readonly yearly: bigint;
  readonly lifetime: bigint;
  /** Of those under 18; null before there was such an account. */
  readonly children: { readonly yearly: bigint; readonly lifetime: bigint } | null;
};

const adults = { yearly: 3_600_000n, lifetime: 18_000_000n };

export const nisaLimits: readonly NisaLimits[] = [
  {
    reference: cited("jp_nisa", "2024-01-01", sources.generalKnowledge, {
      firstDay: "unconfirmed",
    }),
    ...adults,
    children: null,
  },
  {
    reference: cited("jp_nisa", "2027-01-01", sources.generalKnowledge, { unconfirmed: outline }),
    ...adults,
    children: { yearly: 600_000n, lifetime: 6_000_000n },
  },
];
