import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareDataFolder } from "./data-folder.ts";
import { isAlive, processStart } from "./process-identity.ts";
import { StartError } from "./start-error.ts";

/**
 * Claims a data folder for this process. Throws StartError when another one that is still alive
 * holds it; a claim of a process that was killed is taken over.
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  prepareDataFolder(dataDir);
  const path = join(dataDir, "sanshi.lock");
  const claim = `${process.pid} ${processStart(process.pid) ?? ""}\n`;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, claim, { mode: 0o600 });
  try {
    for (let attempt = 0; !tryClaim(draft, path); attempt += 1) {
      const holder = readClaim(path);
      if (holder?.alive || attempt > 10) {
        throw new StartError(
          `Sanshi is already running on ${dataDir} (process ${holder?.pid ?? "unknown"}): stop that one first, or set DATA_DIR to another folder.`,
        );
      }
      if (holder) removeStale(path, draft, holder.text);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release() {
      if (readClaim(path)?.text === claim) rmSync(path, { force: true });
    },
  };
}

/** A hard link appears with its content complete, and only if there was none. */
function tryClaim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readClaim(path: string): { text: string; pid: number; alive: boolean } | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return null;
  }
  const [number = "", start = ""] = text.trim().split(/ (.*)/);
  const pid = Number(number);
  return { text, pid, alive: isAlive(pid) && processStart(pid) === start };
}

/** Two starts may both find the claim stale: who moved a fresh claim by mistake puts it back. */
function removeStale(path: string, draft: string, staleText: string): void {
  const aside = `${draft}.stale`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readClaim(aside)?.text !== staleText) tryClaim(aside, path);
  rmSync(aside, { force: true });
}
