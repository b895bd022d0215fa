export type Direction = "up" | "down" | "flat";

/** The direction of a wire decimal: `-0.00` and anything unreadable are flat. */
export function directionOf(value: string | null | undefined): Direction {
  if (value === null || value === undefined || !/[1-9]/.test(value)) return "flat";
  return value.startsWith("-") || value.startsWith("−") ? "down" : "up";
}
