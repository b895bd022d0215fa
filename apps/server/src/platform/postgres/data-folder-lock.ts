import { createHash } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { prepareDataFolder } from "./data-folder.ts";
import { isAlive, processStart } from "./process-identity.ts";
import { StartError } from "./start-error.ts";

export interface DataFolderLock {
  /** Tells a start that comes now that it is worth waiting for our end. */
  markStopping(): void;
  release(): void;
}

const stoppingWaitMsMax = 60_000;
const holderWaitMsMax = 2_000;
const takeOverLookMs = 10;

/**
 * Claims a data folder for this process. Throws StartError when another one that is still alive
 * holds it (one that is about to end is waited for); a claim of a killed process is taken over.
 */
export async function lockDataFolder(
  dataDir: string,
  onProgress: (text: string) => void = () => undefined,
): Promise<DataFolderLock> {
  await prepareDataFolder(dataDir);
  const path = join(dataDir, "sanshi.lock");
  const stoppingPath = `${path}.stopping`;
  const claim = `${process.pid} ${processStart(process.pid) ?? ""}\n`;
  const draft = `${path}.${process.pid}`;
  // Of this process alone: a power cut ends it, and whatever is left of its claim is stale.
  writeFileSync(draft, claim, { mode: 0o600 });
  try {
    const began = performance.now();
    for (let told = false; !tryClaim(draft, path);) {
      const holder = readClaim(path);
      if (holder === null) {
        // It was removed since, or it is another user's.
        if (performance.now() - began > holderWaitMsMax) throw unreadable(path);
        await sleep(takeOverLookMs);
        continue;
      }
      if (!holder.alive) {
        if (takeOver(path, draft, holder.text)) break;
        if (performance.now() - began > stoppingWaitMsMax)
          throw alreadyRunning(dataDir, holder.pid);
        await sleep(takeOverLookMs);
        continue;
      }
      const waitMsMax = existsSync(stoppingPath) ? stoppingWaitMsMax : holderWaitMsMax;
      if (performance.now() - began > waitMsMax) throw alreadyRunning(dataDir, holder.pid);
      if (!told) onProgress(`Waiting for process ${holder.pid}, which uses ${dataDir}`);
      told = true;
      await sleep(100);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  rmSync(stoppingPath, { force: true });
  return {
    markStopping: () => writeFileSync(stoppingPath, "", { mode: 0o600 }),
    release() {
      if (readClaim(path)?.text !== claim) return;
      rmSync(stoppingPath, { force: true });
      rmSync(path, { force: true });
    },
  };
}

/** Whether a process that is gone left its claim, and with it perhaps a PostgreSQL, on the folder. */
export function isAbandoned(dataDir: string): boolean {
  const holder = readClaim(join(dataDir, "sanshi.lock"));
  return holder !== null && !holder.alive;
}

function alreadyRunning(dataDir: string, pid: number): StartError {
  return new StartError(
    `Sanshi is already running on ${dataDir} (process ${pid}): stop that one first, or set DATA_DIR to another folder.`,
  );
}

function unreadable(path: string): StartError {
  return new StartError(
    `${path} is there and cannot be read: make sure that no Sanshi runs on this folder, then remove it.`,
  );
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

/**
 * Takes the place of a claim whose process is gone, which stays until then: at no moment could another start claim the folder
 * for nobody having it. Of the starts that find it stale one alone makes the file that follows this claim; where that one
 * was killed in between, the next follows it.
 *
 * @returns whether it was us; otherwise the claim is to be read again.
 */
function takeOver(path: string, draft: string, stale: string): boolean {
  const followers: string[] = [];
  for (let before = stale; ;) {
    const follower = followerOf(path, before);
    followers.push(follower);
    if (tryClaim(draft, follower)) break;
    const claimed = readClaim(follower);
    if (claimed === null || claimed.alive) return false;
    before = claimed.text;
  }
  // Who was faster has removed its file by now, but only after its claim stood in the place.
  const isOurs = readClaim(path)?.text === stale;
  if (isOurs) renameSync(draft, path);
  for (const follower of isOurs ? followers : followers.slice(-1))
    rmSync(follower, { force: true });
  return isOurs;
}

function followerOf(path: string, claim: string): string {
  return `${path}.after-${createHash("sha256").update(claim).digest("hex").slice(0, 16)}`;
}
