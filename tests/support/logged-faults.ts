import { createLog, type Logger } from "../../apps/server/src/platform/log.ts";

/** Enough for the faults of one call. */
const linesKept = 20;

/** A log that prints nothing and keeps the newest errors, so that a failing test can show its cause. */
export function keepFaults(): { log: Logger; takeFaults(): string } {
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    if (lines.length > linesKept) lines.shift();
  };
  return {
    log: createLog("error", { write }),
    /** What was logged since the last time, the stack of each error below its words. */
    takeFaults() {
      return lines.splice(0).map(readable).join("\n");
    },
  };
}

function readable(line: string): string {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { stack?: string } };
    return [msg, err?.stack].filter((part) => part !== undefined).join("\n");
  } catch {
    return line;
  }
}
