/** A date as a number of days since the epoch, and back. */
const dayMs = 86_400_000;
export const dayNumberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** 1990-01-01: before, Tokyo traded on Saturdays. */
const weekdaysAloneSince = 7_305;

/** Whether no exchange traded because of the day of the week; `day` counts from 1970-01-01. */
export function isWeekend(day: number): boolean {
  const weekday = (day + 4) % 7;
  return day >= weekdaysAloneSince && (weekday === 0 || weekday === 6);
}
