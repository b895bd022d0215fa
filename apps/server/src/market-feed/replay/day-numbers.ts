/** A date as a number of days since the epoch, and back. */
const dayMs = 86_400_000;
export const dayNumberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
