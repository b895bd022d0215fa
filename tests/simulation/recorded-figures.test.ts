import { describe, expect, it } from "vitest";
import {
  daysAsTraded,
  eventsAsTraded,
  shinEtsu,
  shinEtsuSplit,
  stories,
  type Story,
} from "./real-stories.ts";
import { factorsOf, hasMarketData, marketDataFolder, readLines } from "./recorded-figures.ts";

if (!hasMarketData) {
  console.warn(`Skipped: no recorded market data in ${marketDataFolder} (MARKET_DATA_DIR)`);
}

/** Vendors' own adjustments, which end at another day: the quotient of two days is what compares. */
describe.skipIf(!hasMarketData)("the factors that the candles were held against", () => {
  it.each(["2014-05-05", "2014-05-08", "2014-06-06", "2014-06-09"])(
    "are those of Apple's own table on %s",
    (date) => {
      const [apple] = stories as readonly [Story];
      const table = readLines("corpactions/us_lean_factors.csv", "AAPL");
      const told = (day: string) => {
        const line = table.find((one) => one["date"]! >= day)!;
        return Number(line["price_factor"]) * Number(line["split_factor"]);
      };
      const own = factorsOf(apple.days(), apple.events(), date, apple.until).price;
      expect(Number(own[0]) / Number(own[1])).toBeCloseTo(told(date) / told(apple.until), 6);
    },
  );

  it.each(["2023-03-20", "2023-03-29", "2023-03-30"])(
    "are those of Shin-Etsu's adjusted closes on %s",
    (date) => {
      const lines = readLines("daily/jp_4063.csv.gz", "4063");
      const told = (day: string) => {
        const line = lines.find((one) => one["date"] === day)!;
        return Number(line["adj_close"]) / Number(line["close"]);
      };
      const own = factorsOf(daysAsTraded(), eventsAsTraded(), date, shinEtsu.until).price;
      const split = date < shinEtsuSplit ? 5 : 1;
      expect((Number(own[0]) / Number(own[1])) * split).toBeCloseTo(
        told(date) / told(shinEtsu.until),
        6,
      );
    },
  );
});
