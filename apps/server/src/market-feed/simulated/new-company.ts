import { limitClassOfCode, localDate } from "@sanshi/rulebook";
import { sectorKeys, type Company, type SectorKey } from "../companies/company.ts";
import { boardLots, orderLot } from "../companies/lots.ts";
import type { Listing } from "../market-feed.ts";
import type { Chance } from "./chance.ts";
import { hashText, KeyedRandom, seedFor, streams } from "./random.ts";
import { dayNumber } from "./trading-calendar.ts";

/** Where a company's price may start, in whole currency; most of them start low. */
const priceRange = { jpy: [600, 9_000], usd: [15, 320], cny: [6, 120] } as const;
/** Yen come whole, dollars and yuan in tenths. */
const stepsPerUnit = { jpy: 1, usd: 10, cny: 10 } as const;

/**
 * A company that the house adds to the simulated market. Nobody chooses its price: where it starts, how
 * large it is, what it pays and how it behaves are drawn from the secret of the day on which it was added.
 * Nobody who chose its code could know that secret, and so try codes until one of them would rise.
 */
export function newCompany(listing: Listing, chance: Chance): Company {
  const { addedAt, offerPrice, ...told } = listing;
  const offer = offerPrice === undefined ? null : Number(offerPrice);
  const { market, code, sector } = told;
  const addedOn = localDate(market, addedAt);
  const words = chance.birth(addedAt, dayNumber(addedOn));
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
    addedOn,
    sector: isSectorKey(sector) ? sector : "industrials",
    tickClass: "standard",
    limitClass: limitClassOfCode(market, code),
    lotSize: orderLot,
    boardLot: boardLots[market],
    // What two operators offered it at, or the market itself: its first price is drawn around that.
    anchorPrice: offer ?? steps * (10_000 / stepsPerUnit[market]),
    ...(offer !== null && { offer }),
    sharesMillions,
    dividendPercent,
    splits: [],
    ...(words.key !== null && { drawn: drawnFrom(random) }),
  };
}

/** Its own name in every later draw, and what its character is drawn from. */
function drawnFrom(random: KeyedRandom): NonNullable<Company["drawn"]> {
  const entity = random.next();
  return { entity, words: { first: random.next(), second: random.next(), key: null } };
}

function isSectorKey(text: string): text is SectorKey {
  return (sectorKeys as readonly string[]).includes(text);
}
