const units = ["B", "KB", "MB", "GB", "TB"] as const;

/** `812 MB`, three digits at most. */
export function showBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${digits(value)} ${units[unit]}`;
}

/** `4.2 ms`, `1.3 s`; an en dash where nothing was measured. */
export function showMilliseconds(milliseconds: number | null): string {
  if (milliseconds === null) return "–";
  if (milliseconds < 1000) return `${digits(milliseconds)} ms`;
  return `${digits(milliseconds / 1000)} s`;
}

function digits(value: number): string {
  if (value >= 100 || Number.isInteger(value)) return String(Math.round(value));
  return value.toFixed(value >= 10 ? 0 : 1);
}
