import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { constants, gunzipSync } from "node:zlib";
import type { LeaveOut } from "./left-out.ts";
import { isNoRecord, isReadable } from "./record-texts.ts";

/** The files of a record by what they are for, each in the order of their names. */
export type RecordFiles = { daily: string[]; intraday: string[]; actions: string[] };

const filesMax = 200_000;
const depthMax = 12;

/**
 * The files of a folder and of those within it. `daily`, `intraday` and `corpactions` are told apart; a folder without
 * `daily` holds its daily files itself. What is not read is named.
 *
 * @throws Error for a folder that is not there, and for more files than any record has.
 */
export function recordFiles(folder: string, leaveOut: LeaveOut): RecordFiles {
  if (!existsSync(folder))
    throw new Error(`${folder} holds no recorded bars: there is no such folder`);
  const [daily, intraday, actions] = ["daily", "intraday", "corpactions"].map((name) =>
    join(folder, name),
  );
  const found = { daily: [] as string[], intraday: [] as string[], actions: [] as string[] };
  const own = new Set([daily!, intraday!, actions!, join(folder, "fx")]);
  const hasDaily = existsSync(daily!);
  let count = 0;
  const collect = (
    from: string,
    into: string[],
    isSkipped: (path: string) => boolean,
    depth = 0,
  ) => {
    if (!existsSync(from)) return;
    const entries = readdirSync(from, { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const { name } = entry;
      const path = join(from, name);
      if (name.startsWith(".") || name === "replay.json" || isSkipped(path)) continue;
      // A link to a file is one; a link to a folder may lead back to where it stands.
      const isLinked = entry.isSymbolicLink();
      if (entry.isDirectory()) {
        if (depth < depthMax) collect(path, into, isSkipped, depth + 1);
        else leaveOut({ file: path, line: 0, reason: "folders_deep" });
      } else if (entry.isFile() || (isLinked && isFile(path))) {
        count += 1;
        if (count > filesMax) throw new Error(`${folder} has more than ${filesMax} files`);
        if (isReadable(name)) into.push(path);
        else if (!isNoRecord(name)) {
          const values = { name: relative(folder, path) };
          leaveOut({ file: path, line: 0, reason: "unknown_kind", values });
        }
      }
    }
  };
  collect(daily!, found.daily, () => false);
  collect(intraday!, found.intraday, () => false);
  collect(actions!, found.actions, () => false);
  if (!hasDaily) collect(folder, found.daily, (path) => own.has(path));
  else nameWhatIsBeside(folder, own, leaveOut);
  return found;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function nameWhatIsBeside(folder: string, own: ReadonlySet<string>, leaveOut: LeaveOut): void {
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name);
    if (own.has(path) || name.startsWith(".") || name === "replay.json" || isNoRecord(name))
      continue;
    leaveOut({ file: path, line: 0, reason: "beside" });
  }
}

const headBytes = 4_096;

/** Whether the first line of a file is one of our own actions, which must be known before all bars. */
export function mayTellRenames(file: string): boolean {
  if (/\.(?:zip|xlsx?|json)$/i.test(file)) return false;
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(headBytes);
    const head = bytes.subarray(0, readSync(handle, bytes, 0, headBytes, 0));
    const isPacked = head[0] === 0x1f && head[1] === 0x8b;
    const plain = isPacked ? gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }) : head;
    const line = plain.toString("utf8").split(/\r?\n/)[0] ?? "";
    return /\baction\b/i.test(line) && /\bvalue\b/i.test(line);
  } catch {
    return false;
  } finally {
    closeSync(handle);
  }
}
