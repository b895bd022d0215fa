import { describe, expect, it } from "vitest";
import { sessionState, type MarketStatus } from "./session-state.ts";

function status(over: Partial<MarketStatus>): MarketStatus {
  return {
    type: "jpy",
    open: false,
    phase: null,
    trading_date: "2026-11-20",
    opens_at: null,
    closes_at: null,
    calendar_status: "published",
    ...over,
  };
}

const friday = Date.parse("2026-11-20T03:00:00Z");
const tokyo = "Asia/Tokyo";

describe("what a session is called", () => {
  it("is open until the present phase ends", () => {
    const open = status({ open: true, phase: "continuous", closes_at: "2026-11-20T06:25:00Z" });
    expect(sessionState(open, friday, tokyo)).toEqual({
      kind: "open",
      until: "2026-11-20T06:25:00Z",
    });
  });

  it.each([
    ["jpy", "2026-11-20T15:00:00Z"],
    ["usd", "2026-11-21T05:00:00Z"],
    ["usd", "2026-07-21T04:00:00Z"],
    ["cny", "2026-11-20T16:00:00Z"],
  ] as const)("never closes where %s would close at its own midnight, %s", (type, closes_at) => {
    const open = status({ type, open: true, phase: "continuous", closes_at });
    expect(sessionState(open, friday, tokyo)).toEqual({ kind: "always" });
  });

  it.each([
    ["order_only", "orders_only"],
    ["opening_auction", "auction"],
    ["closing_auction", "auction"],
    ["after_hours_fixed_price", "after_hours"],
  ])("names the phase %s", (phase, kind) => {
    const now = status({ phase, opens_at: "2026-11-20T00:00:00Z" });
    expect(sessionState(now, friday, tokyo)).toEqual({ kind });
  });

  it.each([
    ["jpy", "2026-11-20T03:30:00Z"],
    ["cny", "2026-11-20T05:00:00Z"],
  ] as const)("is a lunch break where %s goes on after noon", (type, opens_at) => {
    const lunch = status({ type, opens_at });
    expect(sessionState(lunch, friday, tokyo)).toEqual({ kind: "lunch", at: opens_at });
  });

  it("is closed until a time of the customer's own today, tomorrow or a later day", () => {
    const at = (opens_at: string, now: string, zone = tokyo) =>
      sessionState(status({ opens_at }), Date.parse(now), zone);
    expect(at("2026-11-20T00:00:00Z", "2026-11-19T22:00:00Z")).toMatchObject({ day: "today" });
    expect(at("2026-11-20T00:00:00Z", "2026-11-19T12:00:00Z")).toMatchObject({ day: "tomorrow" });
    expect(at("2026-11-24T00:00:00Z", "2026-11-20T12:00:00Z")).toMatchObject({ day: "later" });
    // The same opening is the evening of the day before in New York.
    expect(at("2026-11-20T00:00:00Z", "2026-11-19T12:00:00Z", "America/New_York")).toMatchObject({
      kind: "closed",
      day: "today",
    });
  });

  it("is tomorrow across the end of a month and of a year", () => {
    const closed = status({ opens_at: "2027-01-01T00:00:00Z" });
    expect(sessionState(closed, Date.parse("2026-12-31T12:00:00Z"), "UTC")).toMatchObject({
      day: "tomorrow",
    });
  });

  it("says only that it is closed where no opening is known", () => {
    expect(sessionState(status({}), friday, tokyo)).toEqual({ kind: "closed_unknown" });
  });
});
