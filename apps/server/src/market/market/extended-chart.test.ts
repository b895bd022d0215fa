import { addTradingDays, instantOf, isHalfDay, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplicationOn,
  type SignedIn,
} from "../../../../../tests/support/test-application.ts";
import { setSetting } from "../../../../../tests/support/test-money.ts";
import { demoCompanies } from "../../market-feed/companies/companies.ts";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";

const companies = demoCompanies().filter(
  ({ market, code }) => (market === "usd" && code === "AAPL") || code === "7203",
);
const start = () =>
  startTestApplicationOn(
    (clock) => createSimulatedFeed({ seed: "charts", hours: "exchange", clock, companies }),
    { MARKET_RULES: "exchange" },
  );
let app: Awaited<ReturnType<typeof start>>;
let customer: SignedIn;
let day: string;
beforeAll(async () => {
  app = await start();
  customer = await app.newCustomer();
  day = addTradingDays("usd", localDate("usd", app.context.clock.now()), 1);
  while (isHalfDay("usd", day) || isHalfDay("usd", addTradingDays("usd", day, 1))) {
    day = addTradingDays("usd", day, 1);
  }
});
afterAll(() => app.stop());

const goTo = async (date: string, time: string) => {
  const ahead = instantOf("usd", date, time) - app.context.clock.now();
  await app.advance(Math.ceil(ahead / 1_000));
  await app.settle();
};
const stock = { type: "usd", code: "AAPL" } as const;
const extended = { hours: "extended" } as const;
const candles = (more: object = {}) =>
  app.accepted("/market/candles", { ...stock, period: "5m", limit: "100", ...more }, customer);
const timeShare = (more: object = {}) =>
  app.accepted("/market/timeshare", { ...stock, ...more }, customer);
const at = (date: string, time: string) => new Date(instantOf("usd", date, time)).toISOString();

describe("charts with extended hours", () => {
  it("have none until the house offers them, whoever asks", async () => {
    await goTo(day, "17:00");
    expect(await candles(extended)).not.toHaveProperty("extended");
    expect(await timeShare(extended)).not.toHaveProperty("extended");
    await setSetting(app, "extended_hours", "on");
    expect(await candles()).not.toHaveProperty("extended");
    expect(await timeShare()).not.toHaveProperty("extended");
    expect(await timeShare({ ...extended, type: "jpy", code: "7203" })).not.toHaveProperty(
      "extended",
    );
  });

  it("have their minutes beside the regular ones, which stay as they are", async () => {
    const [plain, beside] = [await candles(), await candles(extended)];
    expect(beside.items).toEqual(plain.items);
    expect(beside.more).toBe(plain.more);
    const times = beside.extended!.map(([time]) => time);
    expect(times).toContain(at(day, "09:25"));
    expect(times).toContain(at(day, "16:00"));
    expect(times.at(-1)! >= at(day, "16:55")).toBe(true);
    const isRegular = (time: string) => time >= at(day, "09:30") && time < at(day, "16:00");
    expect(times.filter(isRegular)).toEqual([]);
    const days = await candles({ ...extended, period: "day" });
    expect(days).toEqual(await candles({ period: "day" }));
    expect(days).not.toHaveProperty("extended");
  });

  it("go on without a gap and without one twice where older ones are asked for", async () => {
    const newest = await candles(extended);
    const [first] = newest.items;
    const older = await candles({ ...extended, before: first![0] });
    const times = [...older.extended!, ...newest.extended!].map(([time]) => time);
    expect(new Set(times).size).toBe(times.length);
    expect(times).toEqual(times.toSorted());
    expect(older.extended!.every(([time]) => time < first![0])).toBe(true);
  });

  it("have them around the running day, whose figures stay its own", async () => {
    const [plain, { extended: outside, ...beside }] = [
      await timeShare(),
      await timeShare(extended),
    ];
    expect(beside).toEqual(plain);
    expect(outside!.sessions).toEqual([
      { phase: "pre_market", from: at(day, "04:00"), until: at(day, "09:30") },
      { phase: "after_hours", from: at(day, "16:00"), until: at(day, "20:00") },
    ]);
    const inSession = (time: string) =>
      outside!.sessions.some(({ from, until }) => time >= from && time < until);
    expect(outside!.items.every(([time]) => inSession(time))).toBe(true);
    const shown = await app.accepted("/market/stock", stock, customer);
    expect(outside!.items.at(-1)![1]).toBe(shown.extended!.quote!.price);
    expect(shown.extended).not.toHaveProperty("last");
  });

  it("keep the evening's last price beside the close over the night, and the next morning's in the chart", async () => {
    await goTo(day, "19:59");
    const evening = (await app.accepted("/market/stock", stock, customer)).extended!.quote!;
    await goTo(day, "21:00");
    const night = await app.accepted("/market/stock", stock, customer);
    expect(night.extended).toMatchObject({
      quote: null,
      last: { change: expect.any(String), at: at(day, "19:59") },
    });
    const { last } = night.extended!;
    expect(Number(last!.change)).toBeCloseTo(Number(last!.price) - Number(night.price), 4);
    expect(Math.abs(Number(last!.price) - Number(evening.price))).toBeLessThan(1);
    const next = addTradingDays("usd", day, 1);
    await goTo(next, "09:00");
    const { extended: outside, trading_date } = await timeShare(extended);
    if ((await app.accepted("/market/stock", stock, customer)).extended!.quote === null) return;
    expect(trading_date).toBe(day);
    expect(outside!.sessions.at(-1)).toMatchObject({
      phase: "pre_market",
      from: at(next, "04:00"),
    });
    expect(outside!.items.at(-1)![0] >= at(next, "08:59")).toBe(true);
    await goTo(next, "12:00");
    expect(await app.accepted("/market/stock", stock, customer)).not.toHaveProperty(
      "extended.last",
    );
  });
});
