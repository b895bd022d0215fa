import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Linux counts processor time for programs in hundredths of a second. */
const ticksASecond = 100;

/** One line: a run's minutes and, where somebody counts them, those of its processor time. */
export function usedByRun(wallMs: number, processor: number | null): string {
  const wall = `${minutes(wallMs / 1000)} minutes`;
  return processor === null ? wall : `${wall}, ${minutes(processor)} minutes of processor time`;
}

/** One line for each part of a run that has ended: what it took since the one before. */
export function usedByParts(): { end(title: string): void; readonly lines: string[] } {
  const lines: string[] = [];
  let begunMs = performance.now();
  let before = processorSeconds();
  return {
    lines,
    end(title) {
      const nowMs = performance.now();
      const now = processorSeconds();
      const processor = now === null || before === null ? null : now - before;
      lines.push(`${title}: ${usedByRun(nowMs - begunMs, processor)}`);
      begunMs = nowMs;
      before = now;
    },
  };
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
