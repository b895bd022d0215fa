import { isGrowthBoardCode, localDate } from "@sanshi/rulebook";
import { sectorKeys, type Company, type SectorKey } from "../companies/company.ts";
import { boardLots, orderLotOf } from "../companies/lots.ts";
import type { Listing } from "../market-feed.ts";
import { hashText, KeyedRandom, seedFor, streams, type SeedWords } from "./random.ts";

/** Where a company's price may start, in whole currency; most of them start low. */
const priceRange = { jpy: [600, 9_000], usd: [15, 320], cny: [6, 120] } as const;
/** Yen come whole, dollars and yuan in tenths. */
const stepsPerUnit = { jpy: 1, usd: 10, cny: 10 } as const;

/**
 * A company that the house adds to the simulated market. Nobody chooses its price: where it starts, how
 * large it is and what it pays follow from the market's seed and its code, as everything after does.
 */
export function newCompany(listing: Listing, words: SeedWords): Company {
  const { addedAt, ...told } = listing;
  const { market, code, sector } = told;
  const random = new KeyedRandom();
  seedFor(random, words, streams.birth, hashText(`${market}:${code}`), 0);
  const [low, high] = priceRange[market];
  const height = random.uniform() * random.uniform();
  const steps = Math.floor((low + (high - low) * height) * stepsPerUnit[market]);
  const size = random.uniform();
  const sharesMillions = 60 + Math.floor(2_400 * size * size);
  const pays = random.below(4) > 0;
  const dividendPercent = pays ? (1 + random.below(40)) / 10 : 0;
  return {
    ...told,
    addedOn: localDate(market, addedAt),
    sector: isSectorKey(sector) ? sector : "industrials",
    tickClass: "standard",
    limitClass:
      market === "usd" ? "none" : isGrowthBoardCode(market, code) ? "growth_board" : "standard",
    lotSize: orderLotOf(market, code),
    boardLot: boardLots[market],
    anchorPrice: steps * (10_000 / stepsPerUnit[market]),
    sharesMillions,
    dividendPercent,
    splits: [],
  };
}

function isSectorKey(text: string): text is SectorKey {
  return (sectorKeys as readonly string[]).includes(text);
}
