import { describe, expect, it } from "vitest";
import { buildSessionAxis, type SessionSpan } from "./session-axis.ts";

const at = (time: string) => Date.parse(`2026-11-20T${time}:00+09:00`);
const tokyo: readonly SessionSpan[] = [
  [at("09:00"), at("11:30")],
  [at("12:30"), at("15:30")],
];

describe("the axis of a day with a lunch break", () => {
  const axis = buildSessionAxis(tokyo);

  it("narrows the break to a gap that is seen, and draws the rest to scale", () => {
    expect(axis.position(at("09:00"))).toBe(0);
    expect(axis.position(at("15:30"))).toBe(1);
    const [gap] = axis.breaks;
    expect(gap!.until - gap!.from).toBeCloseTo(0.022);
    expect(axis.position(at("11:30"))).toBeCloseTo(gap!.from);
    expect(axis.position(at("12:00"))).toBeCloseTo((gap!.from + gap!.until) / 2);
    expect(axis.position(at("12:30"))).toBeCloseTo(gap!.until);
    const morning = axis.position(at("11:30")) / 150;
    const afternoon = (1 - axis.position(at("12:30"))) / 180;
    expect(morning).toBeCloseTo(afternoon);
  });

  it("holds what lies outside the day at its ends", () => {
    expect(axis.position(at("08:00"))).toBe(0);
    expect(axis.position(at("18:00"))).toBe(1);
  });

  it("finds the moment back from the position, and before lunch from the gap", () => {
    for (const time of ["09:00", "10:17", "12:30", "14:59"]) {
      expect(axis.timeAt(axis.position(at(time)))).toBeCloseTo(at(time), -1);
    }
    expect(axis.timeAt(axis.position(at("12:00")))).toBe(at("11:30"));
    expect(axis.timeAt(-1)).toBe(at("09:00"));
    expect(axis.timeAt(2)).toBe(at("15:30"));
  });

  it("knows which session a moment belongs to", () => {
    expect(
      ["08:00", "11:29", "12:00", "12:30", "16:00"].map((time) => axis.sessionOf(at(time))),
    ).toEqual([0, 0, 0, 1, 1]);
  });

  it("marks the opening, the break with both its times, and the close", () => {
    expect(axis.edges).toEqual([
      { at: 0, times: [at("09:00")] },
      {
        at: expect.closeTo(axis.position(at("12:00"))) as number,
        times: [at("11:30"), at("12:30")],
      },
      { at: 1, times: [at("15:30")] },
    ]);
  });

  it("labels only hours that have room", () => {
    const marks = [...axis.edges, ...axis.hours].map((mark) => mark.at).toSorted((a, b) => a - b);
    marks
      .slice(1)
      .forEach((mark, index) => expect(mark - (marks[index] ?? 0)).toBeGreaterThan(0.14));
  });
});

describe("the axis of a day without a break", () => {
  it("marks sessions that touch once", () => {
    const axis = buildSessionAxis([
      [at("00:00"), at("12:00")],
      [at("12:00"), at("24:00")],
    ]);
    expect(axis.edges.map((mark) => mark.times.length)).toEqual([1, 1, 1]);
    expect(axis.breaks).toEqual([]);
    expect(axis.position(at("12:00"))).toBe(0.5);
  });

  it("is empty on a day without sessions", () => {
    const axis = buildSessionAxis([]);
    expect(axis.position(at("09:00"))).toBe(0);
    expect(axis.edges).toEqual([]);
  });
});

describe("the hours of an axis", () => {
  const tokyoOffset = 9 * 3_600_000;
  const hoursOf = (spans: readonly SessionSpan[], offset: number) =>
    buildSessionAxis(spans, offset).hours.map(({ times: [time] }) =>
      new Date(time! + offset).toISOString().slice(11, 16),
    );

  it("are in even steps around the clock, on the exchange's own", () => {
    expect(hoursOf([[at("00:00"), at("24:00")]], tokyoOffset)).toEqual(["06:00", "12:00", "18:00"]);
    // Also where the zone is no whole number of steps from UTC.
    const newYork = -5 * 3_600_000;
    const midnight = Date.parse("2026-11-20T00:00:00-05:00");
    expect(hoursOf([[midnight, midnight + 86_400_000]], newYork)).toEqual([
      "06:00",
      "12:00",
      "18:00",
    ]);
  });

  it("are every two of a day in New York, and none of a day with a break", () => {
    const open = Date.parse("2026-11-20T09:30:00-05:00");
    expect(hoursOf([[open, open + 6.5 * 3_600_000]], -5 * 3_600_000)).toEqual(["12:00", "14:00"]);
    expect(hoursOf(tokyo, tokyoOffset)).toEqual([]);
  });
});
