import { minor } from "@sanshi/money";
import { interestDays } from "@sanshi/rulebook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accrue, accrueBeforeMore, interestMinor, type InterestAccount } from "./interest.rules.ts";

const yen = (amount: number): InterestAccount => ({
  market: "jpy",
  side: "long",
  principal: minor(BigInt(amount)),
  openedOn: "2026-11-20",
  units: 0n,
  through: null,
});
const dollars = (amount: number): InterestAccount => ({ ...yen(amount), market: "usd" });
const money = (account: InterestAccount, to: string) =>
  interestMinor(account.market, accrue(account, to).units, to);

describe("interest", () => {
  it("counts both ends in Tokyo: the same day is one day", () => {
    // 2.80 % of 1,000,000 yen over 365 days is 76.71 a day.
    expect(money(yen(1_000_000), "2026-11-20")).toBe(76n);
    expect(money(yen(1_000_000), "2026-11-21")).toBe(153n);
    expect(money(yen(1_000_000), "2026-11-30")).toBe(843n);
  });

  it("counts nights elsewhere: the same day is none", () => {
    // 8.00 % of 10,000.00 dollars over 360 days is 2.22 a day.
    expect(money(dollars(1_000_000), "2026-11-20")).toBe(0n);
    expect(money(dollars(1_000_000), "2026-11-21")).toBe(222n);
    expect(money(dollars(1_000_000), "2026-12-20")).toBe(6_666n);
  });

  it("of a short is its own rate", () => {
    expect(money({ ...yen(1_000_000), side: "short" }, "2026-11-20")).toBe(30n);
  });

  it("of a day is added once, in whatever steps", () => {
    const days = ["2026-11-20", "2026-11-22", "2026-11-22", "2026-11-21", "2026-12-01"];
    let account = yen(1_000_000);
    for (const day of days) account = { ...account, ...accrue(account, day) };
    expect(account).toMatchObject(accrue(yen(1_000_000), "2026-12-01"));
  });

  it("agrees with the rulebook's days", () => {
    const day = fc.integer({ min: 0, max: 400 }).map((offset) => {
      const at = new Date(Date.parse("2026-11-20T00:00:00Z") + offset * 86_400_000);
      return at.toISOString().slice(0, 10);
    });
    fc.assert(
      fc.property(
        fc.constantFrom("jpy" as const, "usd" as const, "cny" as const),
        day,
        (market, to) => {
          const account = { ...yen(1), market };
          const { days } = interestDays(market, account.openedOn, to);
          const rate = { jpy: 280n, usd: 800n, cny: 600n }[market];
          expect(accrue(account, to).units).toBe(BigInt(days) * rate);
        },
      ),
    );
  });

  it("of what is borrowed later begins with its own first day", () => {
    const whole = (to: string) =>
      accrue(yen(1_000), to).units + accrue({ ...yen(500), openedOn: "2026-11-23" }, to).units;
    // Whether or not that day was in the account before.
    for (const known of ["2026-11-21", "2026-11-22", "2026-11-23"]) {
      const before = { ...yen(1_000), ...accrue(yen(1_000), known) };
      const after = accrueBeforeMore(before, minor(500n), "2026-11-23");
      const account = { ...yen(1_500), ...after };
      expect(accrue(account, "2026-11-30").units).toBe(whole("2026-11-30"));
    }
  });
});
