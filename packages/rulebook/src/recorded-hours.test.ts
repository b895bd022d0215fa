import { price } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import {
  instantOf,
  isTradingDay,
  marketDate,
  marketStatus,
  nextTradingDay,
  priceLimits,
  tradingDayBegins,
  tradingDayEnds,
  tradingHours,
  type RecordedHours,
} from "./index.ts";
import { dayOf } from "./local-time.ts";

/** Two days of 2014 around a holiday of the record's own, an hour of them in a minute of the app's clock. */
const recordedDays = ["2014-07-03", "2014-07-07"];
const startsAt = Date.parse("2026-11-20T12:00:00Z");
const zero = Date.parse("2014-07-03T00:00:00Z");
const toApp = (at: number) => Math.ceil(startsAt + (at - zero) / 60);
const hours = (keeps: RecordedHours["keeps"]): RecordedHours => ({
  keeps,
  toRecord: (at) => zero + (at - startsAt) * 60,
  toApp,
  isRecorded: (market, day) => market === "usd" && recordedDays.some((date) => dayOf(date) === day),
  endsEarly: (market, day) => market === "usd" && day === dayOf("2014-07-03"),
  span: (market) =>
    market === "usd" ? { first: dayOf(recordedDays[0]!), last: dayOf(recordedDays[1]!) } : null,
});
const app = (date: string, time: string) => toApp(instantOf("usd", date, time));

describe("sessions of recorded days", () => {
  const at = (date: string, time: string) =>
    marketStatus("usd", app(date, time), hours("exchange"));

  it("open and close as the record's exchange did, at the moments at which it is played", () => {
    expect(at("2014-07-03", "09:29")).toMatchObject({
      isOpen: false,
      tradingDate: "2014-07-03",
      opensAt: app("2014-07-03", "09:30"),
    });
    expect(at("2014-07-03", "09:30")).toMatchObject({
      isOpen: true,
      closesAt: app("2014-07-03", "13:00"),
    });
    expect(at("2014-07-03", "13:00")).toMatchObject({ isOpen: false, orderDate: "2014-07-07" });
  });

  it("are none on a day that the record does not have", () => {
    expect(at("2014-07-04", "10:00")).toMatchObject({
      isOpen: false,
      tradingDate: "2014-07-07",
      opensAt: app("2014-07-07", "09:30"),
    });
    expect(isTradingDay("usd", "2014-07-04", hours("exchange"))).toBe(false);
    expect(nextTradingDay("usd", "2014-07-03", hours("exchange"))).toBe("2014-07-07");
  });

  it("never open again once the record is over", () => {
    expect(at("2014-07-08", "10:00")).toMatchObject({ isOpen: false, opensAt: null });
    expect(marketStatus("jpy", startsAt, hours("exchange")).opensAt).toBeNull();
  });

  it("begin a day, and end its orders, on the app's clock", () => {
    expect(tradingDayBegins("usd", "2014-07-07", hours("exchange"))).toBe(
      app("2014-07-07", "09:30"),
    );
    expect(tradingDayBegins("usd", "2014-07-07", hours("always"))).toBe(app("2014-07-07", "09:30"));
    expect(tradingDayEnds("usd", app("2014-07-07", "10:00"), hours("exchange"))).toBe(
      app("2014-07-07", "16:00"),
    );
    expect(tradingHours("usd", "2014-07-07", hours("exchange"))?.closesAt).toBe(
      app("2014-07-07", "16:00"),
    );
  });

  it("are the record's dates where the market never sleeps", () => {
    expect(marketStatus("usd", app("2014-07-05", "03:00"), hours("always"))).toMatchObject({
      isOpen: true,
      tradingDate: "2014-07-05",
      closesAt: app("2014-07-06", "00:00"),
    });
    expect(marketDate("usd", app("2014-07-05", "03:00"), hours("always"))).toBe("2014-07-05");
  });
});

describe("the growth boards' limits", () => {
  const limits = (board: "star" | "chinext", date: string, tradingDaysSinceListing = 100) =>
    priceLimits({
      market: "cny",
      limitClass: "growth_board",
      basePrice: price(1_000_000n),
      ...{ board, date, tradingDaysSinceListing },
    });

  it.each([
    ["chinext", "2020-08-21", 900_000n, 1_100_000n],
    ["chinext", "2020-08-24", 800_000n, 1_200_000n],
    ["star", "2020-08-21", 800_000n, 1_200_000n],
  ] as const)("of %s on %s are from %d to %d", (board, date, low, high) => {
    expect(limits(board, date)).toMatchObject({ low, high });
  });

  it("are wider in Beijing, and none on a new share's first day", () => {
    const beijing = (tradingDaysSinceListing: number) =>
      priceLimits({
        market: "cny",
        limitClass: "beijing_board",
        board: "beijing",
        basePrice: price(1_000_000n),
        date: "2026-11-20",
        tradingDaysSinceListing,
      });
    expect(beijing(0)).toBeNull();
    expect(beijing(1)).toMatchObject({
      low: 700_000n,
      high: 1_300_000n,
      reference: { rule: "bse_daily_price_limit", confirmed: false },
    });
  });

  it("let a new share of ChiNext rise by 44 % on its first day until the reform", () => {
    expect(limits("chinext", "2020-08-21", 0)).toMatchObject({ high: 1_440_000n });
    expect(limits("chinext", "2020-08-24", 0)).toBeNull();
  });
});
