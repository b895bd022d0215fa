import { price, type Price } from "@sanshi/money";
import { sessionPhases } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplicationWithItsMarket,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { lineOf, stretchEnds } from "./day-lines.rules.ts";

const at = (text: string) => Date.parse(text);
const of = (value: number): Price => price(BigInt(Math.round(value * 10_000)));

describe("the stretches of a day", () => {
  it("are of equal trading time, around the lunch break", () => {
    // Tokyo: 9:00–11:30 and 12:30–15:25, 325 minutes in all.
    const ends = stretchEnds(sessionPhases("jpy", "2026-11-18", "exchange"), 13);
    const minutes = ends.map((end) => (end - at("2026-11-18T00:00:00Z")) / 60_000);
    expect(minutes).toEqual([25, 50, 75, 100, 125, 150, 235, 260, 285, 310, 335, 360, 385]);
  });

  it("are none of a day without trading", () => {
    expect(stretchEnds(sessionPhases("jpy", "2026-11-21", "exchange"), 13)).toEqual([]);
  });
});

describe("a day's line", () => {
  const minutes = [
    { from: 10, close: of(101) },
    { from: 20, close: of(99.5) },
    { from: 45, close: of(102) },
  ];

  it("is the change at the end of each stretch; one without a trade repeats the one before", () => {
    expect(lineOf(minutes, of(100), [5, 20, 30, 40, 50])).toEqual([0, 100, -50, -50, 200]);
  });

  it("is empty where there is nothing to draw or nothing to draw it against", () => {
    expect(lineOf([], of(100), [5, 20])).toEqual([]);
    expect(lineOf(minutes, of(0), [5, 20])).toEqual([]);
    expect(lineOf(minutes, of(100), [])).toEqual([]);
  });
});

describe("the lines of the simulated market", () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startTestApplicationWithItsMarket();
  });
  afterAll(() => app.stop());

  it("lead to the day's price, and are drawn once for everybody until a stretch ends", async () => {
    // Far from a midnight and from a stretch's end.
    const customer = await app.newCustomer();
    const asked = { type: "usd" } as const;
    const first = await app.accepted("/market/lines", asked, customer);
    const rows = await app.accepted("/market/stocks", asked, customer);
    expect(first.items.map(({ code }) => code).toSorted()).toEqual(
      rows.map(({ code }) => code).toSorted(),
    );
    for (const { changes } of first.items) {
      expect(changes.length).toBeLessThanOrEqual(first.points);
      expect(changes.every(Number.isInteger)).toBe(true);
    }
    const lengths = new Set(first.items.map(({ changes }) => changes.length));
    expect(lengths.size).toBe(1);
  });
});
