import type { Texts } from "../../jp/index.ts";

export const clock: Texts["clock"] = {
  title: "Simulated clock",
  now: "Current time",
  note: "Prices, sessions, interest, draws and deadlines all follow this clock. It cannot go back.",
  minutes_15: "Forward 15 minutes",
  hour: "Forward 1 hour",
  day: "Forward 1 day",
  week: "Forward 1 week",
  month: "Forward 30 days",
  question: "{{step}}?",
  warning: "This affects every customer: orders may fill, interest accrues, deadlines pass.",
  moved: "It is now {{time}}",
  simulated_only: "Available on a simulated instance only",
};
