import { describe, expect, it } from "vitest";
import { inOrderOfCodes, monthsOf, periodOf } from "./statements.rules.ts";

const now = Date.parse("2026-11-21T03:00:00Z");

describe("a statement's period", () => {
  it("is of Japan's days, both included", () => {
    expect(periodOf({ from: "2026-10-01", to: "2026-10-31" })).toMatchObject({
      period: {
        begins: Date.parse("2026-09-30T15:00:00Z"),
        ends: Date.parse("2026-10-31T15:00:00Z"),
      },
    });
  });

  it.each([
    ["date_range_reversed", "2026-10-02", "2026-10-01"],
    ["date_range_too_long", "2026-01-01", "2026-07-04"],
  ])("is refused as %s", (code, from, to) => {
    expect(periodOf({ from, to })).toMatchObject({ ok: false, refusal: { code } });
  });

  it("may be half a year", () => {
    expect(periodOf({ from: "2026-01-01", to: "2026-07-03" }).ok).toBe(true);
  });
});

it("there is a statement for each month since registration, by Japan's calendar", () => {
  const registered = Date.parse("2026-08-31T15:30:00Z");
  expect(monthsOf(registered, now).map(({ month, to, complete }) => [month, to, complete])).toEqual(
    [
      ["2026-11", "2026-11-30", false],
      ["2026-10", "2026-10-31", true],
      ["2026-09", "2026-09-30", true],
    ],
  );
});

it("lists holdings by the codes of its time, and those of one as they were opened", () => {
  const held = [
    { market: "usd", code: "META", id: 4n },
    { market: "jpy", code: "7203", id: 9n },
    { market: "jpy", code: "7203", id: 2n },
    { market: "jpy", code: "6758", id: 10n },
  ];
  expect(inOrderOfCodes(held).map(({ id }) => id)).toEqual([10n, 2n, 9n, 4n]);
});
