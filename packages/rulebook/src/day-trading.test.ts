import { expect, it } from "vitest";
import { dayTrading, dayTradingTimes } from "./day-trading.ts";
import { instantOf } from "./local-time.ts";

it("squares off in the last quarter of an hour of the session, early closes included", () => {
  const times = (date: string) => {
    const found = dayTradingTimes("usd", instantOf("usd", date, "10:00"), "exchange");
    return [found.takenUntil, found.squaresOffAt, found.sessionEndsAt];
  };
  const at = (date: string, ...clock: string[]) => clock.map((one) => instantOf("usd", date, one));
  expect(times("2026-11-25")).toEqual(at("2026-11-25", "15:30", "15:45", "16:00"));
  // The day after Thanksgiving.
  expect(times("2026-11-27")).toEqual(at("2026-11-27", "12:30", "12:45", "13:00"));
  expect(times("2026-12-24")).toEqual(at("2026-12-24", "12:30", "12:45", "13:00"));
});

it("offers nothing on the mainland, where what is bought is sold on the next day", () => {
  expect(dayTrading("cny", "2026-11-23").leverageMultiples).toEqual([]);
  expect(dayTrading("jpy", "2026-11-23").leverageMultiples).toEqual([1, 2, 3]);
});
