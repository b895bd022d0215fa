import { verifyBundle } from "@sanshi/draw";
import { drawBundlePath } from "@sanshi/contract";
import { marketKeys, price, type MarketKey } from "@sanshi/money";
import { isOnTick, offerPriceRange } from "@sanshi/rulebook";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplicationOn,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import type { Application } from "../../application.ts";
import { demoCompanies } from "../../market-feed/companies/companies.ts";
import { newcomerNames } from "../../market-feed/companies/newcomer-names.ts";
import { sectorKeys } from "../../market-feed/companies/company.ts";
import { openChance } from "../../market-feed/simulated/chance.ts";
import { simulatedNewcomers } from "../../market-feed/simulated/newcomers.ts";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";
import type { Clock } from "../../platform/clock.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { faultOfForm } from "./new-shares.rules.ts";
import {
  announcementOf,
  finalPriceOf,
  newcomerForm,
  newcomersAtFirst,
  newestNewcomer,
  putsListingOff,
  timetableOf,
} from "./newcomers.rules.ts";
import { comeToMarket, endBookBuildings } from "./newcomers.ts";

const newcomers = simulatedNewcomers(openChance("sanshi"));

describe("a company that comes to the simulated market by itself", () => {
  it("has an offering as two operators could have written it, in every mode and on every day", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...marketKeys),
        fc.integer({ min: 3_380, max: 4_600 }),
        fc.constantFrom("always" as const, "exchange" as const),
        fc.constantFrom("practice" as const, "exchange" as const),
        (market, number, hours, rules) => {
          const at = announcementOf(market, number);
          expect(newestNewcomer(market, at)).toBe(number);
          expect(newestNewcomer(market, at - 1)).toBe(number - 1);
          const newcomer = newcomers.of(market, number, at);
          expect(simulatedNewcomers(openChance("sanshi")).of(market, number, at)).toEqual(newcomer);
          const form = newcomerForm(market, newcomer, timetableOf(market, at, hours), rules);
          expect(faultOfForm(form, at, hours)).toBeNull();
        },
      ),
      { numRuns: 400 },
    );
  });

  it("has a code and a name of its own", () => {
    const known = new Set(
      demoCompanies().flatMap(({ market, code, names }) => [
        `${market} ${code}`,
        ...Object.values(names),
      ]),
    );
    for (const market of marketKeys) {
      const codes = new Set<string>();
      for (let number = 3_400; number < 3_990; number += 1) {
        const { code, names } = newcomers.of(market, number, announcementOf(market, number));
        expect(codes.has(code)).toBe(false);
        codes.add(code);
        expect(known.has(`${market} ${code}`)).toBe(false);
        for (const name of Object.values(names)) expect(known.has(name)).toBe(false);
      }
      const stems = Array.from({ length: 90 }, (_, number) =>
        newcomerNames(market, number, sectorKeys[0]),
      );
      expect(new Set(stems.map(({ us }) => us)).size).toBe(90);
    }
  });

  it("gets a final price within its market's rule, whatever was asked for", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...marketKeys),
        fc.integer({ min: 3_400, max: 4_000 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (market: MarketKey, number, demand) => {
          const { priceLow: low, priceHigh: high } = newcomers.of(
            market,
            number,
            announcementOf(market, number),
          );
          const date = "2026-12-01";
          const final = finalPriceOf(market, { low, high }, demand, date);
          const range = offerPriceRange(market, { low, high }, date);
          expect(final >= range.low && final <= range.high).toBe(true);
          expect(isOnTick(final, { market, tickClass: "standard", date })).toBe(true);
          expect(final).toBeGreaterThan(price(0n));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("an instance of the simulated market", () => {
  const few = demoCompanies().filter(({ code }) => ["7203"].includes(code));
  const createFeed = (clock: Clock) =>
    createSimulatedFeed({
      seed: "sanshi",
      hours: "always",
      clock,
      companies: few,
      newcomers: true,
    });
  let app: TestApplication;
  let other: Application;
  let customer: SignedIn;
  beforeAll(async () => {
    app = (await startTestApplicationOn(createFeed, {
      DRAW_DELAY: "256",
    })) as unknown as TestApplication;
    other = await app.startAnother(createFeed);
    customer = await app.newCustomer();
  });
  afterAll(async () => {
    await app.stop();
  });

  const all = async () =>
    (
      await Promise.all(
        marketKeys.map((type) => app.accepted("/trade/newstocklist", { type }, customer)),
      )
    ).flat();
  /** By state, how many more offerings there are than the timetables say of all that have come since the oldest. */
  async function besidesTimetables(): Promise<number[]> {
    const found = (await all()).filter(({ withdrawn }) => !withdrawn);
    const states = found.map(({ status }) => status);
    const expected: number[] = [];
    const now = app.context.clock.now();
    for (const market of marketKeys) {
      for (let number = oldest[market]; number <= newestNewcomer(market, now); number += 1) {
        const at = announcementOf(market, number);
        const times = timetableOf(market, at, "always");
        const isOver = (end: string) => Date.parse(end) <= now;
        const { priceLow, priceHigh } = newcomers.of(market, number, at);
        const isPutOff = putsListingOff(number) && priceLow !== priceHigh;
        if (isPutOff && isOver(times.priced_at)) continue;
        const ends = [times.opens_at, times.closes_at, times.draws_at, times.lists_at];
        expected.push(ends.filter(isOver).length);
      }
    }
    const countIn = (all: readonly number[], state: number) =>
      all.filter((one) => one === state).length;
    return [0, 1, 2, 3, 4].map((state) => countIn(states, state) - countIn(expected, state));
  }
  const none = [0, 0, 0, 0, 0];
  let oldest: Record<MarketKey, number>;

  it("begins with offerings in the states of their timetables, and nobody published them twice", async () => {
    await Promise.all([app, other, app, other].map(({ context }) => comeToMarket(context)));
    const now = app.context.clock.now();
    const oldestOf = (market: MarketKey) => newestNewcomer(market, now) - newcomersAtFirst + 1;
    oldest = { jpy: oldestOf("jpy"), usd: oldestOf("usd"), cny: oldestOf("cny") };
    await expect.poll(besidesTimetables).toEqual(none);
    const listed = (await all()).filter(({ status }) => status === 4);
    const stored = await rows(
      app.context.database.reader,
      sql`SELECT market, newcomer FROM offering WHERE newcomer IS NOT NULL`,
    );
    expect(stored).toHaveLength(3 * newcomersAtFirst);
    const earliest = listed.toSorted((one, two) => (one.lists_at < two.lists_at ? -1 : 1))[0];
    const quoted = async () =>
      (await app.accepted("/trade/newstock", { id: earliest?.id ?? "" }, customer)).market_price;
    await expect.poll(quoted).not.toBeNull();
    const url = drawBundlePath(earliest?.id ?? "");
    const bundle = await app.context.http.fastify.inject({ method: "GET", url });
    expect((await verifyBundle(bundle.json())).outcome).toBe("proven");
  });

  it("brings a new one every few days, and all of them where the clock leaps", async () => {
    const before = (await all()).length;
    await app.advance(40 * 86_400);
    const stored = async () =>
      (
        await rows(
          app.context.database.reader,
          sql`SELECT FROM offering WHERE newcomer IS NOT NULL`,
        )
      ).length;
    await expect.poll(stored).toBeGreaterThanOrEqual(before + 18);
    await endBookBuildings(app.context);
    await expect.poll(besidesTimetables).toEqual(none);
    // The same in another process: prices of the companies that came meanwhile too.
    const listed = (await all()).filter(({ status }) => status === 4);
    const first = listed[0];
    const key = { market: first?.type ?? "jpy", code: first?.code ?? "" };
    const quote = (of: Application) => of.context.quotes.get(key.market, key.code)?.previousClose;
    await expect.poll(() => quote(app)).toBeDefined();
    await expect.poll(() => quote(other)).toBe(quote(app));
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("takes no offering without two operators where the market is live", async () => {
    const { reader } = app.owner;
    await sql`UPDATE instance SET market_kind = 'live', venue_kind = 'live', rates_kind = 'live'`.execute(
      reader,
    );
    try {
      await expect(
        sql`INSERT INTO offering SELECT (jsonb_populate_record(o, jsonb_build_object('id', 999_999,
            'newcomer', 1, 'seed_commitment', 'x'))).* FROM offering o LIMIT 1`.execute(reader),
      ).rejects.toThrow("two operators");
    } finally {
      await sql`UPDATE instance SET market_kind = 'simulated', venue_kind = 'simulated', rates_kind = 'simulated'`.execute(
        reader,
      );
    }
    const live = { ...app.context, feed: { ...app.context.feed, kind: "live" as const } };
    expect(await comeToMarket(live)).toBe(0);
  });
});
