import { dayMs } from "@sanshi/contract/constants";

const tokyoMs = 9 * 3_600_000;

/** The date in Tokyo: the books' days are Tokyo's. */
export function tokyoDate(at: number): string {
  return new Date(at + tokyoMs).toISOString().slice(0, 10);
}

/** The last so many days, today included. */
export function lastDays(count: number, now: number): { from: string; to: string } {
  return { from: tokyoDate(now - (count - 1) * dayMs), to: tokyoDate(now) };
}
