import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

/** Seconds of processor time of one process, user and system. */
export function processorSeconds(pid: number): number {
  const fields = statFields(pid);
  return fields === null ? 0 : (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Of a process and all its children, those that have ended included. */
export function familySeconds(pid: number): number {
  const own = statFields(pid);
  if (own === null) return 0;
  const ended = (Number(own[13]) + Number(own[14])) / ticksPerSecond;
  return childrenOf(pid).reduce(
    (sum, child) => sum + processorSeconds(child),
    processorSeconds(pid) + ended,
  );
}

/** PostgreSQL's own process on a data folder; 0 where none is known. */
export function postmasterOf(dataDir: string): number {
  try {
    const text = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8");
    return Number(text.split("\n")[0]);
  } catch {
    return 0;
  }
}

export function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => statFields(child)?.[1] === String(pid));
}

/** The fields after the name, which may hold blanks: state, parent, …, user time at 11. */
function statFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
