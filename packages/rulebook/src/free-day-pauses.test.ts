import { price } from "@sanshi/money";
import { expect, it } from "vitest";
import { freeDayPause } from "./free-day-pauses.ts";

const at = (units: number) => price(BigInt(Math.round(units * 10_000)));

it.each([
  ["cny", "2026-11-20", 13, 1],
  ["cny", "2026-11-20", 12.99, null],
  ["cny", "2026-11-20", 7, 1],
  ["cny", "2026-11-20", 16, 2],
  ["cny", "2026-11-20", 4, 2],
  ["cny", "2023-04-07", 16, null],
  ["star", "2019-07-22", 13, 1],
  ["chinext", "2020-08-21", 13, null],
  ["beijing", "2021-11-15", 13, 1],
  ["jpy", "2026-11-20", 16, null],
] as const)(
  "a free day of %s on %s, opened at 10 and now at %d, is paused at level %s",
  (sessions, date, last, level) => {
    const found = freeDayPause(sessions, date, { open: at(10), last: at(last) });
    expect(found?.level ?? null).toBe(level);
    expect(found?.minutes ?? 10).toBe(10);
  },
);
