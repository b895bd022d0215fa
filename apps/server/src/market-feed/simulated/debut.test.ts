import { price } from "@sanshi/money";
import { expect, it } from "vitest";
import { openChance } from "./chance.ts";
import { createMarketHistory } from "./market-history.ts";
import { newCompany } from "./new-company.ts";
import { createTradingCalendar } from "./trading-calendar.ts";

const offered = 1_500_0000n;

/** First prices of many companies that were offered at one price and listed on different days. */
function firstPrices(seed: string, count: number): number[] {
  const calendar = createTradingCalendar("jpy", "exchange");
  const chance = openChance(seed);
  const first = calendar.indexOfDate("2027-01-04");
  const companies = Array.from({ length: count }, (_, index) =>
    newCompany(
      {
        market: "jpy",
        code: `T${index}`,
        exchange: "TSE",
        names: { jp: "新", cn: "新", us: "New" },
        searchTerms: [],
        sector: "industrials",
        listedOn: calendar.dateAt(first + (index % 200)),
        addedAt: Date.parse("2026-12-01T00:00:00Z"),
        offerPrice: price(offered),
      },
      chance,
    ),
  );
  const history = createMarketHistory(companies, calendar, chance, first);
  history.reach(first + 206);
  return history.tracks.map((track) => history.day(track, track.listedAt)!.open / Number(offered));
}

it("forms first prices around what the shares were offered at, and gives nobody anything", () => {
  const found = ["one", "two", "three"].flatMap((seed) => firstPrices(seed, 800));
  const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
  const variance = found.reduce((sum, one) => sum + (one - mean) ** 2, 0) / found.length;
  // Companies of one day share its market: four deviations of the mean, and a little for that.
  expect(Math.abs(mean - 1)).toBeLessThan(4 * Math.sqrt(variance / found.length) + 0.004);
  const below = found.filter((one) => one < 1).length / found.length;
  expect(below).toBeGreaterThan(0.4);
  expect(below).toBeLessThan(0.65);
  expect(Math.max(...found)).toBeGreaterThan(1.5);
  expect(Math.min(...found)).toBeGreaterThan(0);
});

it("goes on from its first price without being pulled back to what it was offered at", () => {
  const calendar = createTradingCalendar("jpy", "exchange");
  const chance = openChance("one");
  const first = calendar.indexOfDate("2027-01-04");
  const company = (code: string) =>
    newCompany(
      {
        ...{ market: "jpy", code, exchange: "TSE", sector: "industrials", searchTerms: [] },
        names: { jp: "新", cn: "新", us: "New" },
        listedOn: calendar.dateAt(first),
        addedAt: Date.parse("2026-12-01T00:00:00Z"),
        offerPrice: price(offered),
      },
      chance,
    );
  const companies = Array.from({ length: 1_500 }, (_, index) => company(`T${index}`));
  const history = createMarketHistory(companies, calendar, chance, first);
  history.reach(first + 20);
  const moves = history.tracks.map((track) => {
    const open = history.day(track, first)!.open;
    return { isHigh: open > Number(offered), move: history.close(track, first + 20) / open - 1 };
  });
  const meanOf = (isHigh: boolean) => {
    const own = moves.filter((one) => one.isHigh === isHigh);
    return own.reduce((sum, { move }) => sum + move, 0) / own.length;
  };
  // Whoever got in below does no better after it than whoever got in above: the market of those days is one.
  expect(Math.abs(meanOf(true) - meanOf(false))).toBeLessThan(0.03);
});
