import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

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

/** What the gate may take on two idle cores: more is a line at the end, and no failure. */
const budget = { wallMinutes: 6, processorMinutes: 10, fileSeconds: 15 };

/** One line for each budget that a run of the gate exceeded; `processorSeconds` is null where nobody counts them. */
export function overBudget(used: {
  wallSeconds: number;
  processorSeconds: number | null;
  files: readonly { path: string; seconds: number }[];
}): string[] {
  const { wallMinutes, processorMinutes, fileSeconds } = budget;
  const lines: string[] = [];
  const hold = (seconds: number, most: number, what: string) => {
    if (seconds > most * 60) lines.push(`${minutes(seconds)} ${what}, ${most} are the budget`);
  };
  hold(used.wallSeconds, wallMinutes, `minutes on ${availableParallelism()} cores`);
  hold(used.processorSeconds ?? 0, processorMinutes, "minutes of processor time");
  for (const { path, seconds } of used.files) {
    if (seconds <= fileSeconds) continue;
    lines.push(`${seconds.toFixed(1)} s for ${path}, ${fileSeconds} are the budget`);
  }
  return lines;
}
