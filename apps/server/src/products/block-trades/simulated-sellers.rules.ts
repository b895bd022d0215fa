import { dayMs, hourMs, minuteMs } from "@sanshi/contract";
import {
  divide,
  price,
  priceUnitsPerMinor,
  settlementCurrency,
  type MarketKey,
  type Price,
  type Shares,
} from "@sanshi/money";

/**
 * The institutions of the simulated market, which sell blocks by the app's clock: which stock, how much and how
 * far below the last close follows from the market's seed and the day alone, the same in every process.
 */

const institutions = [
  { jp: "丸の内アセットマネジメント", cn: "丸之内资产管理", us: "Marunouchi Asset Management" },
  { jp: "東西生命保険", cn: "东西人寿保险", us: "Tozai Life Insurance" },
  { jp: "ハドソン年金基金", cn: "哈德逊养老基金", us: "Hudson Pension Fund" },
  { jp: "浦江キャピタル", cn: "浦江资本", us: "Pujiang Capital" },
  { jp: "みなと信託銀行", cn: "港信托银行", us: "Minato Trust Bank" },
] as const;

/** So many offers of each market begin on each day, and stay open for one to three days. */
export const offersADay = 2;
export const windowDaysMax = 3;
const lockUpDays = [1, 3, 5, 10, 30] as const;

/** Every third is drawn, as what is well below the market is. */
const rules = ["first_come", "first_come", "equal"] as const;
/** A draw takes its time after the close. */
const drawMinutes = 10;

export type ChanceOf = (madeAs: string) => Uint8Array;

export type SimulatedBlock = {
  madeAs: string;
  /** Which of the market's stocks, in the order of their codes. */
  stock: number;
  seller: (typeof institutions)[number];
  /** In hundredths of a per cent of the last close. */
  discount: bigint;
  quotaLots: number;
  opensAt: number;
  closesAt: number;
  settlesAt: number;
  lockUpDays: number;
  rule: (typeof rules)[number];
  /** The market's other institutions took all of it, as happens to one in three that are sold as they are bought. */
  isSoldOut: boolean;
};

/**
 * The blocks of a market whose window has not ended at a moment, the day's own and those of the days before.
 *
 * @param chanceOf 32 bytes of each offer, the same for the same name
 */
export function simulatedBlocks(
  chanceOf: ChanceOf,
  market: MarketKey,
  stocks: number,
  now: number,
): SimulatedBlock[] {
  return recentBlocks(chanceOf, market, stocks, now).filter(
    ({ opensAt, closesAt }) => opensAt <= now + announcedHours * hourMs && now < closesAt,
  );
}

/** Those of the same days whose window has ended, with which a new instance begins. */
export function endedBlocks(
  chanceOf: ChanceOf,
  market: MarketKey,
  stocks: number,
  now: number,
): SimulatedBlock[] {
  return recentBlocks(chanceOf, market, stocks, now).filter(({ closesAt }) => closesAt <= now);
}

function recentBlocks(
  chanceOf: ChanceOf,
  market: MarketKey,
  stocks: number,
  now: number,
): SimulatedBlock[] {
  const today = Math.floor(now / dayMs);
  const days = Array.from(
    { length: windowDaysMax + 1 },
    (_, index) => today - windowDaysMax + index,
  );
  return days.flatMap((day) =>
    Array.from({ length: offersADay }, (_, number) => block(chanceOf, market, stocks, day, number)),
  );
}

/** An offer is announced so long before it opens. */
export const announcedHours = 6;
/** One in so many of those that are sold as they are bought is gone at once. */
const soldOutOneIn = 3;

function block(
  chanceOf: ChanceOf,
  market: MarketKey,
  stocks: number,
  day: number,
  number: number,
): SimulatedBlock {
  const madeAs = `${market}:${day}:${number}`;
  const bytes = chanceOf(madeAs);
  const draw = (place: number, below: number) =>
    new DataView(bytes.buffer, bytes.byteOffset).getUint32(place * 4) % below;
  const seller = institutions[draw(1, institutions.length)] ?? institutions[0];
  const opensAt = day * dayMs + draw(4, 18) * hourMs;
  const rule = rules[draw(7, rules.length)] ?? "first_come";
  const closesAt = opensAt + (1 + draw(5, windowDaysMax)) * dayMs - hourMs;
  return {
    madeAs,
    stock: draw(0, stocks),
    seller,
    discount: BigInt(150 + draw(2, 300)),
    quotaLots: 100 * (1 + draw(3, 20)),
    opensAt,
    closesAt,
    settlesAt: rule === "first_come" ? closesAt : closesAt + drawMinutes * minuteMs,
    rule,
    isSoldOut: rule === "first_come" && (chanceOf(`${madeAs}:others`)[0] ?? 0) % soldOutOneIn === 0,
    lockUpDays: lockUpDays[draw(6, lockUpDays.length)] ?? 1,
  };
}

/** Rounded up to the currency's own decimals: nobody offers at fractions of a yen. */
export function discounted(last: Price, discount: bigint, market: MarketKey): Price {
  const unit = priceUnitsPerMinor(settlementCurrency(market));
  return price(divide(last * (10_000n - discount), 10_000n * unit, "ceiling") * unit);
}

/** As many lots as the market's smallest block has, where that is more than the institution thought of. */
export function lotsOf(quotaLots: number, lot: Shares, smallest: Shares | null): number {
  if (smallest === null) return quotaLots;
  return Math.max(quotaLots, Number(divide(smallest, lot, "ceiling")));
}
