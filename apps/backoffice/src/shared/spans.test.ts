import { describe, expect, test } from "vitest";
import { deadlineOf, spanOf } from "./spans.ts";

const minute = 60_000;
const hour = 60 * minute;

describe("a span", () => {
  test.each([
    [0, "seconds", 0],
    [59_999, "seconds", 59],
    [minute, "minutes", 1],
    [59 * minute, "minutes", 59],
    [119 * minute, "hours", 1],
    [47 * hour, "hours", 47],
    [48 * hour, "days", 2],
    [-3 * minute, "minutes", 3],
  ])("of %d ms is %s %d", (milliseconds, unit, count) => {
    expect(spanOf(milliseconds)).toEqual({ unit, count });
  });
});

describe("a deadline of four hours", () => {
  const state = (now: number) => deadlineOf(0, 4 * hour, now);

  test.each([
    [0, "calm", "hours", 4],
    [3 * hour - 1, "calm", "hours", 1],
    [3 * hour, "soon", "hours", 1],
    [4 * hour - 1, "soon", "minutes", 1],
    [4 * hour, "over", "minutes", 1],
    [6 * hour, "over", "hours", 2],
  ])("after %d ms is %s: %s %d", (now, expected, unit, count) => {
    expect(state(now)).toEqual({ state: expected, span: { unit, count } });
  });
});
