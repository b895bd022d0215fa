/** `2026-11-21` as a date field gives it: its first moment where the operator is. */
export function firstMoment(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}

/** The first moment of the day after; a day with a change of the clock is not 24 hours long. */
export function momentAfter(day: string): string {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + 1);
  return at.toISOString();
}
