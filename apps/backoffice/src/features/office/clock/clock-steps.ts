const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** From what a selling lock lasts to what a settlement takes. */
export const clockSteps = [
  { name: "minutes_15", seconds: 15 * minute },
  { name: "hour", seconds: hour },
  { name: "day", seconds: day },
  { name: "week", seconds: 7 * day },
  { name: "month", seconds: 30 * day },
] as const;

export type ClockStep = (typeof clockSteps)[number];
