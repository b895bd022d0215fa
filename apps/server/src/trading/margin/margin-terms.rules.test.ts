import { addTradingDays, instantOf } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { termNotice, type ToldTerm } from "./margin-terms.rules.ts";

const position = { market: "jpy", openedAt: instantOf("jpy", "2026-01-21", "10:00") } as const;
const noticeOn = (today: string, told: ToldTerm | null = null) =>
  termNotice(position, told, today, "exchange");
const dueOn = "2026-07-21";
const lastDay = "2026-07-17";

describe("the end of a Japanese margin position", () => {
  it.each([
    ["2026-06-20", null, null],
    ["2026-06-21", null, "month"],
    ["2026-06-22", "month", null],
    ["2026-07-13", "month", null],
    ["2026-07-14", "month", "week"],
    ["2026-07-16", "week", null],
    ["2026-07-17", "week", "day"],
    ["2026-07-18", "day", null],
    // The week was missed: the day before is told, and the week no more.
    ["2026-07-17", "month", "day"],
    ["2026-07-21", "day", null],
  ] as const)("is told on %s after %s: %s", (today, before, stage) => {
    const told = before === null ? null : { dueOn, stage: before };
    expect(noticeOn(today, told)).toEqual(stage === null ? null : { stage, dueOn, lastDay });
  });

  it("is five trading days on for whoever was told nothing before", () => {
    const today = "2026-11-20";
    const late = addTradingDays("jpy", today, 5);
    expect(noticeOn(today)).toMatchObject({ stage: "month", dueOn: late });
    expect(noticeOn(late, { dueOn: late, stage: "month" })).toMatchObject({
      stage: "day",
      dueOn: late,
    });
  });

  it("is none in other markets", () => {
    const abroad = { ...position, market: "usd" } as const;
    expect(termNotice(abroad, null, "2027-01-01", "exchange")).toBeNull();
  });
});
