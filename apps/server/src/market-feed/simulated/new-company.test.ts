import { dayMs } from "@sanshi/contract";
import { marketKeys } from "@sanshi/money";
import { isOnTick } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import { sectorKeys } from "../companies/company.ts";
import type { Bar, Listing } from "../market-feed.ts";
import { openChance } from "./chance.ts";
import { newCompany } from "./new-company.ts";
import { createSimulatedFeed, type SimulatedFeed } from "./simulated-feed.ts";

const afternoon = Date.parse("2026-11-20T05:15:00Z");
const few = demoCompanies().filter(({ code }) =>
  ["7203", "9166", "AAPL", "F", "600519", "688795"].includes(code),
);

function feedAt(moment: number, seed = "sanshi", hours: "always" | "exchange" = "always") {
  const clock = { moment, now: () => clock.moment };
  return { clock, feed: createSimulatedFeed({ seed, hours, clock, companies: few }) };
}

const codeOf = {
  jpy: fc.integer({ min: 1000, max: 9999 }).map(String),
  usd: fc.string({ unit: fc.constantFrom(..."BCDEGHQXZ"), minLength: 2, maxLength: 4 }),
  cny: fc
    .integer({ min: 0, max: 999 })
    .chain((low) =>
      fc
        .constantFrom("600", "688", "002", "300")
        .map((head) => head + String(low).padStart(3, "0")),
    ),
};
const listings: fc.Arbitrary<Listing> = fc
  .record({
    market: fc.constantFrom(...marketKeys),
    sector: fc.constantFrom(...sectorKeys),
    listedOn: fc
      .date({ min: new Date("2015-01-01"), max: new Date("2026-11-18"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  })
  .chain(({ market, sector, listedOn }) =>
    codeOf[market]
      .filter((code) => !few.some((one) => one.code === code))
      .map((code) => ({
        market,
        code,
        sector,
        listedOn,
        exchange: "TSE" as const,
        searchTerms: [],
        addedAt: afternoon,
        names: { jp: "新", cn: "新", us: "New" },
      })),
  );

/** Everything that the feed says of its companies and indices, but for one of them. */
function picture(feed: SimulatedFeed, now: number, without?: string): unknown {
  const quotes = feed.snapshot().filter(({ code }) => code !== without);
  const bars = few.flatMap(({ market, code }) =>
    (["1d", "1m"] as const).map((period) =>
      feed.bars({ market, code, period, before: now + 1, limit: 40 }),
    ),
  );
  const actions = few.map(({ market, code }) => feed.corporateActions(market, code));
  const indexes = feed.indexes().map((index) => ({ ...index, names: null }));
  return { quotes, bars, actions, indexes };
}

const barsOf = (feed: SimulatedFeed, { market, code }: Listing, now: number) =>
  (["1d", "1m"] as const).map(
    (period) => feed.bars({ market, code, period, before: now + 1, limit: 60 }) as readonly Bar[],
  );
const quoteOf = (feed: SimulatedFeed, { market, code }: Listing) =>
  feed.snapshot().find((quote) => quote.market === market && quote.code === code);

describe("a company that is added to the simulated market", () => {
  it("changes no price, bar, action or index of the others, then or later", () => {
    fc.assert(
      fc.property(listings, fc.integer({ min: 0, max: 5 * dayMs }), (listing, later) => {
        const untouched = feedAt(afternoon);
        const { clock, feed } = feedAt(afternoon);
        feed.snapshot();
        feed.additions!.carry(listing);
        expect(picture(feed, afternoon, listing.code)).toEqual(picture(untouched.feed, afternoon));
        for (const one of [clock, untouched.clock]) one.moment += later;
        expect(picture(feed, clock.moment, listing.code)).toEqual(
          picture(untouched.feed, clock.moment),
        );
      }),
      { numRuns: 12 },
    );
  });

  it("is the same whenever it was added, in every process and after a restart", () => {
    fc.assert(
      fc.property(listings, fc.integer({ min: 1, max: 9 * dayMs }), (listing, later) => {
        const now = afternoon + later;
        const early = feedAt(afternoon);
        early.feed.additions!.carry(listing);
        early.feed.snapshot();
        early.clock.moment = now;
        const restarted = feedAt(now);
        restarted.feed.additions!.carry(listing);
        const late = feedAt(now);
        late.feed.snapshot();
        late.feed.additions!.carry(listing);
        const expected = barsOf(early.feed, listing, now);
        expect(expected[0]!.length).toBeGreaterThan(0);
        for (const { feed } of [restarted, late]) {
          expect(quoteOf(feed, listing)).toEqual(quoteOf(early.feed, listing));
          expect(barsOf(feed, listing, now)).toEqual(expected);
        }
      }),
      { numRuns: 10 },
    );
  });

  it("starts at a price that follows from seed and code alone, and lies on its tick grid", () => {
    fc.assert(
      fc.property(listings, fc.string(), (listing, seed) => {
        const chance = openChance(seed);
        const company = newCompany(listing, chance);
        const other = { ...listing, listedOn: "2001-02-03", names: { jp: "", cn: "", us: "" } };
        expect(newCompany(other, chance).anchorPrice).toBe(company.anchorPrice);
        expect(Number.isSafeInteger(company.anchorPrice) && company.anchorPrice > 0).toBe(true);
        expect(company.sharesMillions).toBeGreaterThan(0);
      }),
    );
    const { feed } = feedAt(afternoon);
    const listing: Listing = {
      market: "jpy",
      code: "6752",
      exchange: "TSE",
      sector: "technology",
      names: { jp: "新", cn: "新", us: "New" },
      searchTerms: [],
      listedOn: "1971-12-01",
      addedAt: afternoon,
    };
    feed.additions!.carry(listing);
    const { last, tradingDate: date } = quoteOf(feed, listing)!;
    expect(isOnTick(last, { market: "jpy", tickClass: "standard", date })).toBe(true);
  });

  it("has no quote before its first day, and follows its listing like any other", () => {
    const { clock, feed } = feedAt(afternoon, "sanshi", "exchange");
    const listing: Listing = {
      market: "cny",
      code: "301999",
      exchange: "SZSE",
      sector: "technology",
      names: { jp: "新", cn: "新", us: "New" },
      searchTerms: [],
      listedOn: "2026-11-24",
      addedAt: afternoon,
    };
    feed.additions!.carry(listing);
    expect(feed.additions!.objection("cny", "301999")).toBe("carried");
    expect(quoteOf(feed, listing)).toBeUndefined();
    clock.moment = Date.parse("2026-11-24T03:00:00Z");
    expect(quoteOf(feed, listing)?.tradingDate).toBe("2026-11-24");
    expect(feed.instruments().at(-1)).toMatchObject({
      code: "301999",
      limitClass: "growth_board",
      addedOn: "2026-11-20",
    });
    const [days] = barsOf(feed, listing, clock.moment);
    expect(days!.map(({ tradingDate }) => tradingDate)).toEqual(["2026-11-24"]);
  });

  it("is carried once, however often that is told", () => {
    const { feed } = feedAt(afternoon);
    const before = feed.instruments().length;
    const [known] = few;
    const listing = { ...known!, addedAt: afternoon };
    feed.additions!.carry(listing);
    feed.additions!.carry({ ...listing, code: "1234", listedOn: "2020-01-06" });
    feed.additions!.carry({ ...listing, code: "1234", listedOn: "2024-01-05" });
    expect(feed.instruments()).toHaveLength(before + 1);
    expect(feed.additions!.objection("usd", "1234")).toBeNull();
  });
});
