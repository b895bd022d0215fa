import type { MarketKey } from "@sanshi/money";

/** Shares in one unit of a file's volume, and units of the currency in one of its money. */
export type Units = { lot: 1 | 100; money: number };

export type SampleRow = {
  market: MarketKey | null;
  low: number;
  high: number;
  volume: number;
  money: number;
};

/** What money over volume is of the price, as a power of ten, where both are in these units. */
const unitsByPower: Readonly<Record<string, Units>> = {
  "0": { lot: 1, money: 1 },
  "2": { lot: 100, money: 1 },
  "-1": { lot: 100, money: 1_000 },
  "-2": { lot: 100, money: 10_000 },
  "-3": { lot: 1, money: 1_000 },
  "-4": { lot: 1, money: 10_000 },
  "-6": { lot: 1, money: 1_000_000 },
  "-8": { lot: 1, money: 100_000_000 },
};
const powers = Object.keys(unitsByPower).map(Number);
/** Vendors round money and volume. */
const tolerance = 0.03;

/**
 * Proves the units of each market's rows: money over volume is the mean price of a day, which lies between its low and its
 * high. A contradiction is another kind of price: adjusted ones do not fit the money that was really paid.
 */
export function provenUnits(
  rows: readonly SampleRow[],
): Partial<Record<MarketKey, Units>> | "contradiction" {
  const proven: Partial<Record<MarketKey, Units>> = {};
  for (const [market, all] of Map.groupBy(rows, (row) => row.market)) {
    const traded = all.filter(
      ({ money, volume, low, high }) => money > 0 && volume > 0 && low > 0 && high >= low,
    );
    if (market === null || traded.length === 0) continue;
    // A file from its beginning and its end: adjusted prices differ in the older part alone.
    const half = Math.ceil(traded.length / 2);
    const parts = [traded.slice(0, half), traded.slice(half)].filter((part) => part.length > 0);
    const found = new Set(parts.map(powerOf));
    const [power] = found;
    if (found.size !== 1 || power === undefined || power === null) return "contradiction";
    proven[market] = unitsByPower[String(power)]!;
  }
  return proven;
}

/** The power that fits most of the rows; null where none does. */
function powerOf(rows: readonly SampleRow[]): number | null {
  const fitting = powers.map((power) => ({
    power,
    count: rows.filter(({ money, volume, low, high }) => {
      const mean = money / volume / 10 ** power;
      return mean >= low * (1 - tolerance) && mean <= high * (1 + tolerance);
    }).length,
  }));
  const best = fitting.toSorted((one, other) => other.count - one.count)[0]!;
  return best.count * 2 > rows.length || (rows.length === 2 && best.count === 1)
    ? best.power
    : null;
}
