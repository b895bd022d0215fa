import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallInput, Calls } from "@sanshi/contract";
import { addTradingDays, instantOf } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { setSetting } from "../../../../../tests/support/test-money.ts";
import type { SignedIn } from "../../../../../tests/support/test-application.ts";
import { startReplay } from "../../../../../tests/simulation/replay-application.ts";

/** A year of days, and two days of minutes with bars of extended hours; those are far from the regular ones, so that nothing can hide. */
const [first, second] = ["2024-12-18", "2024-12-19"];
const at = (date: string, time: string) => instantOf("usd", date, time);
const minutes = (date: string, price: number) =>
  ["09:30", "11:00", "15:59"].map((time) => [
    date,
    time,
    price,
    price + 1,
    price - 1,
    price,
    4_000,
  ]);
const bars = [
  ...minutes(first, 100),
  [first, "16:10", 90, 92, 88, 91, 40],
  [first, "18:00", 130, 132, 128, 131, 40],
  [second, "08:00", 60, 62, 58, 61, 40],
  ...minutes(second, 101),
  [second, "17:00", 95, 96, 94, 95, 40],
];

async function start() {
  const folder = await mkdtemp(join(tmpdir(), "sanshi-record-"));
  await mkdir(join(folder, "intraday"));
  const header = "symbol,time_exchange_start,open,high,low,close,volume";
  const daily = yearBefore(first).map((date) => `AAPL,${date},100,101,99,100,4000`);
  await mkdir(join(folder, "daily"));
  const days = ["symbol,date,open,high,low,close,volume", ...daily, ""].join("\n");
  await writeFile(join(folder, "daily/bars.csv"), days);
  const rows = bars.map(([date, time, ...figures]) => `AAPL,${date} ${time}:00,${figures.join()}`);
  await writeFile(join(folder, "intraday/bars.csv"), [header, ...rows, ""].join("\n"));
  const replay = await startReplay(folder, null, first, {
    ...{ MARKET_HOURS: "exchange", MARKET_RULES: "exchange" },
    SIMULATED_GRANT: "USD:1000000",
  });
  return {
    ...replay,
    async stop() {
      await replay.app.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function yearBefore(until: string): string[] {
  const days = [];
  for (let date = addTradingDays("usd", until, -270); date < until;) {
    days.push(date);
    date = addTradingDays("usd", date, 1);
  }
  return days;
}

let record: Awaited<ReturnType<typeof start>>;
let customer: SignedIn;
beforeAll(async () => {
  record = await start();
  customer = await record.app.newCustomer();
});
afterAll(() => record.stop());

type Order = Partial<CallInput<Calls["/trade/place-order"]>>;
const order = (more: Order = {}) =>
  testOrder({
    ...{ type: "usd", code: "AAPL", kind: "limit", quantity: "10", hours: "extended" },
    ...((more.kind ?? "limit") === "limit" && { price: "92" }),
    ...more,
  });
const place = (more: Order = {}) =>
  record.app.accepted("/trade/place-order", order(more), customer);
const found = (id: string) => record.app.accepted("/trade/position", { id }, customer);
const playTo = async (date: string, time: string) => {
  await record.playTo(at(date, time));
  await record.app.settle();
};
const stock = () => record.app.accepted("/market/stock", { type: "usd", code: "AAPL" }, customer);

describe("extended hours of a record", () => {
  it("are offered once they are switched on, and closed outside of its days' phases", async () => {
    await playTo(first, "15:59");
    const { app } = record;
    expect(await app.refused("/trade/place-order", order(), customer)).toBe(
      "extended_hours_not_offered",
    );
    expect(await stock()).not.toHaveProperty("extended");
    await setSetting(app, "extended_hours", "on");
    const on = { setting: "extended", switched: "on" } as const;
    await app.accepted("/user/save-trading-preferences", on, customer);
    expect((await stock()).extended).toMatchObject({
      ...{ phase: "after_hours", quote: null },
      from: new Date(record.appTime(at(first, "16:00"))).toISOString(),
      until: new Date(record.appTime(at(first, "20:00"))).toISOString(),
    });
  });

  it("fill a limit within what such a bar traded, and leave those of the regular hours alone", async () => {
    const [extended, regular, stop] = [
      await place({ price: "89", quantity: "15", time_in_force: "day" }),
      await place({ price: "89", hours: "regular" }),
      await place({ hours: "regular", kind: "stop", stop_price: "125" }),
    ];
    expect((await found(extended.id)).expires_at).toBe(
      new Date(record.appTime(at(first, "20:00"))).toISOString(),
    );
    await playTo(first, "16:30");
    const { fills } = await found(extended.id);
    // Of the bar's four prices only its low is within the limit, with a quarter of what it traded.
    expect(fills).toMatchObject([
      { price: "89.00", quantity: "10", hours: "extended", quote: { feed: "extended:replay" } },
    ]);
    await playTo(first, "19:00");
    expect(await found(regular.id)).toMatchObject({ status: 3, fills: [] });
    expect(await found(stop.id)).toMatchObject({ status: 3, triggered_at: null });
    const shown = await stock();
    expect(shown).toMatchObject({ price: "100.00", high: "101.00", low: "99.00" });
    expect(shown.extended?.quote).toMatchObject({
      ...{ price: "131.00", change: "31.00", change_percent: "31.00" },
      ...{ bid_quantity: "0", ask_quantity: "0" },
    });
    // Nobody trades at a price whose bar is over.
    expect(await place({ price: "140" })).toMatchObject({ status: 3, quantity_filled: "0" });
    await playTo(first, "20:30");
    expect(await found(extended.id)).toMatchObject({
      quantity_opened: "10",
      quantity_waiting: "0",
    });
  });

  it("are passed over by no leap of the clock, over the night and the day between", async () => {
    const waits = await place({ price: "59" });
    const later = await place({ price: "94.5" });
    await playTo(second, "19:00");
    const price = async (id: string) => (await found(id)).fills[0];
    expect(await price(waits.id)).toMatchObject({ price: "59.00", hours: "extended" });
    expect(await price(later.id)).toMatchObject({ hours: "extended" });
    expect(Number((await price(later.id))?.price)).toBeLessThanOrEqual(62);
  });

  it("move no bar of the day, no previous close and no figure of its year", async () => {
    const asked = { type: "usd", code: "AAPL", period: "day" } as const;
    const { items } = await record.app.accepted("/market/candles", asked, customer);
    expect(items.slice(-2).map(([, ...prices]) => prices.slice(0, 4))).toEqual([
      ["100.00", "101.00", "99.00", "100.00"],
      ["101.00", "102.00", "100.00", "101.00"],
    ]);
    expect(await stock()).toMatchObject({
      previous_close: "100.00",
      high: "102.00",
      low: "100.00",
    });
    const { items: listed } = await record.app.accepted(
      "/market/figures",
      { type: "usd" },
      customer,
    );
    expect(listed).toMatchObject([{ code: "AAPL", year_high: "102.00", year_low: "99.00" }]);
    expect(await record.app.ledgerFaults()).toEqual([]);
  });
});
