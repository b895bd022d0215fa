import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Linux counts processor time for programs in hundredths of a second. */
const ticksASecond = 100;

/** What a run has used: null where nobody counts processor time, which is but on Linux. */
interface Used {
  readonly wallSeconds: number;
  readonly processorSeconds: number | null;
}

/** Since this process began. */
export function usedSoFar(): Used {
  return { wallSeconds: performance.now() / 1000, processorSeconds: processorSeconds() };
}

/** One line of minutes. */
export function usedText({ wallSeconds, processorSeconds: processor }: Used): string {
  const wall = `${minutes(wallSeconds)} minutes`;
  return processor === null ? wall : `${wall}, ${minutes(processor)} minutes of processor time`;
}

/** One line for each part of a run that has ended: what it took since the one before. */
export function usedByParts(used = usedSoFar): {
  end(title: string): void;
  readonly lines: readonly string[];
} {
  const lines: string[] = [];
  let before = used();
  return {
    lines,
    end(title) {
      const now = used();
      const took = {
        wallSeconds: now.wallSeconds - before.wallSeconds,
        processorSeconds:
          now.processorSeconds === null
            ? null
            : now.processorSeconds - (before.processorSeconds ?? 0),
      };
      lines.push(`${title}: ${usedText(took)}`);
      before = now;
    },
  };
}

/** Of this process and its ended children; null but on Linux. */
function processorSeconds(): number | null {
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

/** One line for each budget that a run of the gate exceeded. */
export function overBudget(
  used: Used & { readonly files: readonly { path: string; seconds: number }[] },
): string[] {
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
