import { displayDecimal } from "@sanshi/money";
import { showDate } from "@sanshi/web/times";

/** A day of the exchange's calendar, whichever zone the reader is in. */
export function dayText(day: string): string {
  return showDate(`${day}T12:00:00`);
}

/** With its sign, because it is a gain or a loss: `+1.20`, `−0.35`. */
export function signedPercent(percent: string): string {
  const shown = displayDecimal(percent.replace("-", ""), 2, 2);
  if (!/[1-9]/.test(percent)) return shown;
  return percent.startsWith("-") ? `−${shown}` : `+${shown}`;
}
