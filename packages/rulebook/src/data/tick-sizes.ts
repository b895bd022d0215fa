import type { MarketKey, Price } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";
import { typedBands } from "./typed-prices.ts";

/** A tick holds for prices up to and including `upTo`; null is the last band. */
export type TickBand = { readonly upTo: Price | null; readonly tick: Price };
export type TickTable = { readonly reference: RuleReference; readonly bands: readonly TickBand[] };

/** `topix500` is the finer Japanese grid; every other stock is `standard`. */
export type TickClass = "topix500" | "standard";

/** Upper bounds of the TSE's bands in yen; the last band has none. */
const tseUpTo =
  "1000 3000 5000 10000 30000 50000 100000 300000 500000 1000000 3000000 5000000 10000000 30000000 50000000 -";
const tseStandard = bands(
  tseUpTo,
  "1 1 5 10 10 50 100 100 500 1000 1000 5000 10000 10000 50000 100000",
);
const tseTopix500 = bands(tseUpTo, "0.1 0.5 1 1 5 10 10 50 100 100 500 1000 1000 5000 10000 10000");

const tseTickPages =
  "https://kabu.com/service/table.asp ; https://naito-sec.co.jp/japan/rule/nehaba_yobine.html";

const tseStandardSince2023: TickTable = {
  reference: {
    rule: "tse_tick_size",
    validFrom: "2023-06-05",
    source: tseTickPages,
    confirmed: true,
  },
  bands: tseStandard,
};
const tseStandardBefore: TickTable = {
  reference: {
    rule: "tse_tick_size",
    validFrom: "2010-01-04",
    source: `${generalKnowledge}; the TOPIX 100 had finer ticks from 2014`,
    confirmed: false,
  },
  bands: tseStandard,
};

const chinaTicks: readonly TickTable[] = [
  {
    reference: {
      rule: "sse_tick_size",
      validFrom: beforeRecords,
      source: "http://english.sse.com.cn/start/trading/mechanism/",
      confirmed: true,
    },
    bands: bands("-", "0.01"),
  },
];
const americanTicks: readonly TickTable[] = [
  {
    reference: {
      rule: "nms_tick_size",
      validFrom: "2006-01-31",
      source:
        "Regulation NMS rule 612; the half-cent tick adopted in 2024 and exempted in 2025 is left out",
      confirmed: false,
    },
    bands: bands("0.9999 -", "0.0001 0.01"),
  },
];

export const tickTables: Readonly<Record<MarketKey, Record<TickClass, readonly TickTable[]>>> = {
  jpy: {
    standard: [tseStandardBefore, tseStandardSince2023],
    topix500: [
      tseStandardBefore,
      {
        reference: {
          rule: "tse_tick_size_topix500",
          validFrom: "2023-06-05",
          source: tseTickPages,
          confirmed: true,
        },
        bands: tseTopix500,
      },
    ],
  },
  cny: { standard: chinaTicks, topix500: chinaTicks },
  usd: { standard: americanTicks, topix500: americanTicks },
};

function bands(upTo: string, ticks: string): readonly TickBand[] {
  return typedBands(upTo, ticks).map(([bound, tick]) => ({ upTo: bound, tick }));
}
