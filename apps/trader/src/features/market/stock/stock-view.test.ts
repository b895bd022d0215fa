import { dayMs } from "@sanshi/contract/constants";
import { describe, expect, it } from "vitest";
import {
  barsInRange,
  barsAtFirst,
  candleSource,
  chartViews,
  chosenAt,
  chosenBy,
  firstChoice,
  hasChosen,
  readChoice,
  withChosen,
  type CandleView,
} from "./chart-choice.ts";
import { takesOrders } from "./stock-queries.ts";

it("orders a halted stock in a pause of its exchange alone", () => {
  const halt = { takes_orders: true } as NonNullable<Parameters<typeof takesOrders>[0]["halt"]>;
  expect(takesOrders({ halted: false, halt: null })).toBe(true);
  expect(takesOrders({ halted: true, halt: null })).toBe(false);
  expect(takesOrders({ halted: true, halt })).toBe(true);
  expect(takesOrders({ halted: true, halt: { ...halt, takes_orders: false } })).toBe(false);
});

describe("the chart's choice", () => {
  it("reads back what was stored", () => {
    const choice = { view: "week", adjust: "none", main: "BOLL", sub: "MACD" } as const;
    expect(readChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
  });

  it.each([null, "", 5, [], {}, { view: "hour", main: 1, sub: null, adjust: "up" }])(
    "falls back to the first one from %j",
    (stored) => {
      expect(readChoice(stored)).toEqual(firstChoice);
    },
  );

  it("is each account's own, and before that the device's", () => {
    const mine = { ...firstChoice, main: "BOLL" } as const;
    const before = { chart: { ...firstChoice, sub: "MACD" } };
    expect(chosenBy(before, "1")).toEqual(before.chart);
    const stored = { ...before, charts: withChosen(before, "1", mine, 5) };
    expect(readChoice(chosenBy(stored, "1"))).toEqual(mine);
    expect(chosenBy(stored, "2")).toEqual(before.chart);
    expect(chosenBy({ charts: "of another hand" }, "1")).toBeUndefined();
    expect([chosenAt(stored, "1"), chosenAt(stored, "2"), chosenAt(before, "1")]).toEqual([
      5, 0, 0,
    ]);
    expect([hasChosen(stored, "1"), hasChosen(stored, "2")]).toEqual([true, false]);
  });

  it("forgets the account that has not chosen for longest", () => {
    let charts: unknown = [];
    for (let account = 9; account >= 1; account--) {
      charts = withChosen({ charts }, `${account}`, firstChoice, 5);
    }
    expect(chosenBy({ charts }, "9")).toBeUndefined();
    expect(readChoice(chosenBy({ charts }, "1"))).toEqual(firstChoice);
  });

  it("has an exponential average of 200 bars go on from as many on each tab of a period", () => {
    const drawn = { main: "EMA", averageLengths: [20, 50, 200] } as const;
    const days = chartViews.filter(
      (view): view is CandleView => view !== "timeshare" && candleSource(view).period === "day",
    );
    expect(days).toEqual(["day", "1mo", "3mo", "6mo"]);
    expect(new Set(days.map((view) => barsAtFirst(view, drawn)))).toEqual(new Set([1_000]));
    expect(barsAtFirst("30m", drawn)).toBe(barsAtFirst("1w", drawn));
    const short = { main: "EMA", averageLengths: [5, 25, 75] } as const;
    expect(new Set(days.map((view) => barsAtFirst(view, short))).size).toBe(1);
  });

  it("never asks for more than 500 bars at first", () => {
    for (const view of chartViews) {
      if (view !== "timeshare") expect(candleSource(view).limit).toBeLessThanOrEqual(500);
    }
  });

  it("counts the bars of a range back from the newest one", () => {
    const bars = Array.from({ length: 200 }, (_, index) => ({ time: index * dayMs }));
    expect(barsInRange("1mo", bars)).toBe(31);
    expect(barsInRange("3mo", bars)).toBe(92);
    expect(barsInRange("day", bars)).toBeNull();
    expect(barsInRange("1mo", [])).toBeNull();
  });
});
