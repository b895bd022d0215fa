import { spawn, type ChildProcess } from "node:child_process";
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresBinaries } from "./binaries.ts";
import type { DataLayout } from "./data-folder.ts";
import { isAlive, processCommand, workingFolderOf } from "./process-identity.ts";
import type { SystemUser } from "./system-user.ts";

/** A running PostgreSQL, ours or one that an earlier start of ours left behind. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Null for one that we adopted: it is nobody's child, so its end is found by looking. */
  readonly child: ChildProcess | null;
  /** Where in the log, in bytes, what it says begins. */
  readonly logFrom: number;
}

const logMegabytesMax = 10;

/**
 * The PostgreSQL that runs on this cluster according to its pid file, or null. It removes nothing: backups and tools look
 * too, and what they take for a dead one's file may be another's by then, which starts at this moment.
 */
export function findPostmaster(layout: DataLayout): Postmaster | null {
  const lines = linesOf(pidFileOf(layout));
  const pid = pidIn(lines);
  if (pid === null || !isAlive(pid) || !runsCluster(pid, layout.clusterFolder)) return null;
  return { pid, port: Number(lines[3]), child: null, logFrom: 0 };
}

/**
 * Removes the pid file and the locks of a PostgreSQL that is dead, or whose number another program has now: the next
 * one would refuse to start. It takes a dead one whose parent has not collected it yet for one that runs. For the holder
 * of the data folder alone, who starts the next one.
 */
export function removeLeftBehind(layout: DataLayout): void {
  if (findPostmaster(layout) !== null) return;
  rmSync(pidFileOf(layout), { force: true });
  if (!existsSync(layout.socketFolder)) return;
  for (const entry of readdirSync(layout.socketFolder, { withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".lock")) continue;
    const path = join(layout.socketFolder, entry.name);
    // A power cut leaves an empty one.
    const pid = pidIn(linesOf(path));
    if (pid === null || !isAlive(pid)) rmSync(path, { force: true });
  }
}

function pidFileOf({ clusterFolder }: DataLayout): string {
  return join(clusterFolder, "postmaster.pid");
}

/** None where there is no such file, any more. */
function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

function pidIn([first]: readonly string[]): number | null {
  const pid = Number(first);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

export function spawnPostmaster(options: {
  layout: DataLayout;
  binaries: PostgresBinaries;
  user: SystemUser;
  port: number;
  /** False where another program has the port: it is reached by its socket alone. */
  listens?: boolean;
}): Postmaster {
  const { layout, binaries, user, port, listens = true } = options;
  rotateLog(layout.logFile);
  const log = openSync(layout.logFile, "a", 0o600);
  const { size: logFrom } = fstatSync(log);
  const parameters = ["-D", layout.clusterFolder, "-p", String(port)];
  if (!listens) parameters.push("-c", "listen_addresses=");
  const child = spawn(binaries.postgres, parameters, {
    cwd: layout.clusterFolder,
    // Of its own group: a Ctrl-C in the terminal is for us, and we stop PostgreSQL last.
    detached: true,
    stdio: ["ignore", log, log],
    env: { PATH: process.env["PATH"], TZ: "UTC", LC_ALL: "C" },
    ...user.ids,
  });
  closeSync(log);
  child.once("error", () => undefined);
  return { pid: child.pid ?? 0, port, child, logFrom };
}

export function hasEnded(postmaster: Postmaster): boolean {
  const { child, pid } = postmaster;
  if (child) return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  return !isAlive(pid);
}

/** Resolves when the process is gone, or false when it still is there after the time allowed. */
async function waitForEnd(postmaster: Postmaster, waitMsMax: number): Promise<boolean> {
  const until = performance.now() + waitMsMax;
  while (!hasEnded(postmaster)) {
    if (performance.now() > until) return false;
    await sleep(20);
  }
  return true;
}

/** Asks for a fast shutdown (sessions are ended, all is written), and insists when it hangs. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  const steps = [
    ["SIGINT", 60_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 10_000],
  ] as const;
  for (const [signal, waitMsMax] of steps) {
    if (hasEnded(postmaster)) return;
    signalQuietly(postmaster.pid, signal);
    if (await waitForEnd(postmaster, waitMsMax)) return;
  }
}

/** The last lines of PostgreSQL's log, for the sentence that says why it did not start. */
export function lastLogLines(layout: DataLayout, count: number): string {
  if (!existsSync(layout.logFile)) return "";
  return readFileSync(layout.logFile, "utf8").trimEnd().split("\n").slice(-count).join("\n");
}

/** What was written into the log since it was started: by a session that outlived an earlier one too. */
export function logSince({ logFile }: DataLayout, { logFrom }: Postmaster): string {
  return readFileSync(logFile).subarray(logFrom).toString();
}

function runsCluster(pid: number, clusterFolder: string): boolean {
  const command = processCommand(pid);
  if (command === null || !command.includes("postgres")) return false;
  // It may have been started by another path of the folder, or the folder may have another name since.
  const workingFolder = workingFolderOf(pid);
  if (workingFolder !== null) {
    const { dev, ino } = statSync(clusterFolder);
    return workingFolder.dev === dev && workingFolder.ino === ino;
  }
  return command.includes(clusterFolder) || command.includes(realpathSync(clusterFolder));
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the look and the signal.
  }
}

function rotateLog(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && stats.size > logMegabytesMax * 1024 * 1024) renameSync(file, `${file}.1`);
}
