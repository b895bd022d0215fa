import { readFileSync } from "node:fs";

/** Linux counts processor time for programs in hundredths of a second. */
const ticksASecond = 100;

/** One line: the minutes since this process began and, on Linux, the processor time of it and its ended children. */
export function usedByRun(wallMs: number): string {
  const wall = `${minutes(wallMs / 1000)} minutes`;
  const seconds = processorSeconds();
  return seconds === null ? wall : `${wall}, ${minutes(seconds)} minutes of processor time`;
}

/** Of this process and its ended children; null but on Linux. */
export function processorSeconds(): number | null {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // The name before the bracket may hold blanks; user, system, children's user and children's system follow.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / ticksASecond;
  } catch {
    return null;
  }
}

function minutes(seconds: number): string {
  return (seconds / 60).toFixed(1);
}
