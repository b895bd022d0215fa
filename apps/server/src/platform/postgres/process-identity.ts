import { spawnSync } from "node:child_process";
import { readFileSync, statSync, type Stats } from "node:fs";

/** Whether a process with this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * When the process started, as an opaque text that differs for a later process with the same number.
 * Null when the process is gone.
 */
export function processStart(pid: number): string | null {
  const fields = statFields(pid);
  if (fields) return `${bootId()}:${fields[19] ?? ""}`;
  return psColumn(pid, "lstart=");
}

/** The command line of the process, or null when it is gone. */
export function processCommand(pid: number): string | null {
  if (process.platform !== "linux") return psColumn(pid, "command=");
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return null;
  }
}

/** The folder that the process works in; null where the system does not say. */
export function workingFolderOf(pid: number): Stats | null {
  if (process.platform !== "linux") return null;
  try {
    return statSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** A dead child whose parent has not collected it still has a number, but holds nothing any more. */
function isZombie(pid: number): boolean {
  return statFields(pid)?.[0] === "Z";
}

/** The fields of /proc/<pid>/stat after the command's name, which may itself hold blanks and brackets. */
function statFields(pid: number): string[] | null {
  if (process.platform !== "linux") return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/** Ticks count from the boot, so a lock from before a reboot must not match by chance. */
function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

function psColumn(pid: number, column: string): string | null {
  const answer = spawnSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8" });
  return answer.status === 0 ? answer.stdout.trim() : null;
}
