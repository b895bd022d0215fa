import type { SectorKey } from "@sanshi/contract";
import type { MarketKey, Shares } from "@sanshi/money";
import type { CorporateAction, Instrument } from "../market-feed.ts";
import { boardLots, orderLot } from "./lots.ts";

export { sectorKeys, type SectorKey } from "@sanshi/contract/sectors";

/** What makes a company differ from the most usual one on its exchange. */
type CompanyTag = "standard_ticks" | "growth_board" | "special_treatment";

/**
 * One company, one line: code, names (jp, cn, us), a reading that a search should find, industry,
 * price around which the simulation starts (whole currency, in today's shares), shares outstanding
 * in millions, yearly dividend in per cent of the price, first day of trading, what is special.
 */
export type CompanyRow = readonly [
  code: string,
  jp: string,
  cn: string,
  us: string,
  reading: string,
  sector: SectorKey,
  price: number,
  sharesMillions: number,
  dividendPercent: number,
  listedOn: string,
  tag?: CompanyTag,
];

/** A company of the demo content: what the app shows, and what the simulation needs to know. */
export type Company = Instrument & {
  sector: SectorKey;
  /** The unit in which the exchange itself trades, and so the simulation; orders go by `lotSize`. */
  boardLot: Shares;
  /** In units of Price (ten-thousandths), in today's shares. */
  anchorPrice: number;
  sharesMillions: number;
  dividendPercent: number;
  /** What its shares were offered at, in units of Price, where its first price is formed around that. */
  offer?: number;
  splits: readonly Extract<CorporateAction, { kind: "split" }>[];
  /** Of a company that the house added: what names it in every draw, instead of the code that was chosen. */
  drawn?: { entity: number; words: { first: number; second: number; key: null } };
};

export type SplitRow = readonly [
  code: string,
  exDate: string,
  newShares: number,
  oldShares: number,
];

export function companyFrom(
  row: CompanyRow,
  market: MarketKey,
  exchange: Instrument["exchange"],
  searchTerms: readonly string[],
  splitRows: readonly SplitRow[],
): Company {
  const [code, jp, cn, us, , sector, price, sharesMillions, dividendPercent, listedOn, tag] = row;
  return {
    market,
    code,
    exchange,
    names: { jp, cn, us },
    searchTerms: [...new Set(searchTerms.filter((term) => term !== ""))],
    tickClass: market === "jpy" && tag !== "standard_ticks" ? "topix500" : "standard",
    limitClass: limitClassOf(market, tag),
    lotSize: orderLot,
    boardLot: boardLots[market],
    sector,
    listedOn,
    anchorPrice: Math.round(price * 10_000),
    sharesMillions,
    dividendPercent,
    splits: splitRows
      .filter(([splitCode]) => splitCode === code)
      .map(([, exDate, newShares, oldShares]) => ({
        kind: "split",
        exDate,
        numerator: BigInt(newShares),
        denominator: BigInt(oldShares),
      })),
  };
}

function limitClassOf(market: MarketKey, tag: CompanyTag | undefined): Instrument["limitClass"] {
  if (market === "usd") return "none";
  return tag === "growth_board" || tag === "special_treatment" ? tag : "standard";
}
