import type { Manifest } from "./base-backup.ts";
import type { BackupTarget } from "./backup-target.ts";
import {
  DamagedWal,
  parseHistory,
  parseWalPath,
  placeOf,
  timelineOf,
  unpackWal,
  walFilePattern,
  walFolder,
  walName,
  type ShippedFile,
} from "./wal-files.ts";

/** Where the log that follows a base backup breaks off before its end. */
export type LogGap = {
  /** As PostgreSQL names the file. */
  name: string;
  /** `is missing`, `is cut off`, … */
  problem: string;
  /** What the target holds beyond it, and the newest moment in it, in ms, where that is known. */
  filesAfter: number;
  lastAfter: number | null;
};

export type LogChain = {
  /** Whole and in PostgreSQL's order; with the histories of timelines. */
  files: ShippedFile[];
  /** Everything committed at this moment, in ms, is reached; null where an older release shipped all of it. */
  reachedAt: number | null;
  /** Whether the base backup's own part of the log is whole: without it nothing can be restored from it. */
  isUsable: boolean;
  gap: LogGap | null;
  /** Which timeline it follows to its end. */
  timeline: number;
};

/** What a target says of the newest file that was shipped to it. */
type Head = { name: string; reachedAt: number };
const headPath = "head.json";

export async function writeHead(target: BackupTarget, head: Head): Promise<void> {
  await target.put(headPath, Buffer.from(`${JSON.stringify(head)}\n`));
}

async function readHead(target: BackupTarget): Promise<Head | null> {
  const text = await target.find(headPath);
  if (text === null) return null;
  const { name, reachedAt } = JSON.parse(text.toString()) as Partial<Head>;
  if (name === undefined || reachedAt === undefined || !walFilePattern.test(name)) return null;
  return { name, reachedAt };
}

/** What lies in a target of the log, by one listing. */
export async function listLog(
  target: BackupTarget,
): Promise<{ files: ShippedFile[]; head: Head | null }> {
  const [paths, head] = await Promise.all([target.list(`${walFolder}/`), readHead(target)]);
  return { files: paths.map(parseWalPath).filter((file) => file !== null), head };
}

/** Reads one file of the log. @throws DamagedWal where it is not what was shipped. */
export type OpenWal = (file: ShippedFile) => Promise<Buffer>;

export function openWalOf(target: BackupTarget, { system_identifier }: Manifest): OpenWal {
  return async (file) => unpackWal(file, await target.get(file.path), system_identifier ?? null);
}

/** What one command has opened, by database and path. */
export type OpenedWal = Map<string, Promise<Buffer>>;

/**
 * Opens each file once within a command, however many base backups it follows. Of a history the bytes are kept, of
 * the log itself that it is sound: what is opened again is an empty buffer.
 */
export function openOnce(
  opened: OpenedWal,
  { system_identifier }: Manifest,
  open: OpenWal,
): OpenWal {
  return (file) => {
    const key = `${system_identifier ?? ""} ${file.path}`;
    let opening = opened.get(key);
    if (opening === undefined) {
      opening = open(file).then((bytes) => (file.name.endsWith(".history") ? bytes : nothing));
      opening.catch(() => undefined);
      opened.set(key, opening);
    }
    return opening;
  };
}
const nothing = Buffer.alloc(0);

/**
 * Goes through the log that follows a base backup, file by file, along the newest timeline that came of it: until
 * it has reached a commit after `until` (ms), its end, or a file that is missing or is not what was shipped.
 */
export async function walkLog(
  manifest: Manifest,
  log: Awaited<ReturnType<typeof listLog>>,
  open: OpenWal,
  until = Infinity,
): Promise<LogChain> {
  const { first_wal, last_wal, ended_at } = manifest;
  const byName = Map.groupBy(log.files, ({ name }) => name);
  const own = timelineOf(first_wal);
  const chain: LogChain = {
    files: [],
    reachedAt: null,
    isUsable: false,
    gap: null,
    timeline: own,
  };

  /** Of several under one name, one that is whole; a sentence's end where there is none. */
  async function read(name: string): Promise<{ bytes: Buffer } | { problem: string }> {
    let problem = "is missing";
    for (const file of byName.get(name) ?? []) {
      try {
        const bytes = await open(file);
        chain.files.push(file);
        return { bytes };
      } catch (error) {
        if (!(error instanceof DamagedWal)) throw error;
        problem = error.message;
      }
    }
    return { problem };
  }

  // Where each timeline begins, by its place in the log, the oldest first.
  const timelines = [{ timeline: own, begins: 0 }];
  const histories = new Set([...byName.keys()].map((name) => `${name.slice(0, 8)}.history`));
  for (const name of [...histories].toSorted()) {
    const timeline = timelineOf(name);
    const history = await read(name);
    // One that came before the backup's own is of use to PostgreSQL, not needed by it.
    if (timeline <= own) continue;
    if ("problem" in history) {
      const { problem } = history;
      return { ...chain, gap: gapAt(name, `${problem}: only it says where it belongs`, -1) };
    }
    const ancestors = parseHistory(history.bytes.toString());
    const from = ancestors.findIndex((one) => one.timeline === own);
    // It came of another one, or of this one before the backup.
    if (from === -1 || ancestors[from]!.leftAt < placeOf(last_wal)) continue;
    timelines.splice(1);
    for (let index = from; index < ancestors.length; index += 1) {
      timelines.push({
        timeline: ancestors[index + 1]?.timeline ?? timeline,
        begins: ancestors[index]!.leftAt,
      });
    }
  }
  chain.timeline = timelines.at(-1)!.timeline;
  const nameAt = (place: number) =>
    walName(timelines.findLast(({ begins }) => begins <= place)!.timeline, place);

  const places = log.files
    .filter(({ name }) => walFilePattern.test(name) && nameAt(placeOf(name)) === name)
    .map(({ name }) => placeOf(name));
  if (log.head !== null && timelineOf(log.head.name) === chain.timeline) {
    places.push(placeOf(log.head.name));
  }
  const end = Math.max(placeOf(last_wal), ...places);
  for (let place = placeOf(first_wal); place <= end; place += 1) {
    const found = await read(nameAt(place));
    if ("problem" in found) return { ...chain, gap: gapAt(nameAt(place), found.problem, place) };
    const { reachedAt } = chain.files.at(-1)!;
    if (place >= placeOf(last_wal)) {
      chain.isUsable = true;
      // Before the backup's own end no moment is reached, and within its last millisecond none can be named.
      if (reachedAt !== null && lastMomentBefore(reachedAt) >= Date.parse(ended_at)) {
        chain.reachedAt = Math.max(chain.reachedAt ?? 0, reachedAt);
      }
      if ((chain.reachedAt ?? 0) > until) break;
    }
  }
  return chain;

  function gapAt(name: string, problem: string, place: number): LogGap {
    const after = log.files.filter(
      (file) => walFilePattern.test(file.name) && placeOf(file.name) > place,
    );
    const moments = after.map(({ reachedAt }) => reachedAt).filter((at) => at !== null);
    if (log.head !== null) moments.push(log.head.reachedAt);
    return {
      name,
      problem,
      filesAfter: after.length,
      lastAfter: moments.length === 0 ? null : Math.max(...moments),
    };
  }
}

/** The last moment, in ms, that is sure to lie before a commit at `reachedAt`: PostgreSQL stops at such a one. */
export function lastMomentBefore(reachedAt: number): number {
  return reachedAt - 1;
}

/** What is wrong, and what lies beyond it, which would be lost. */
export function gapSentence({ name, problem, filesAfter, lastAfter }: LogGap): string {
  const upTo = lastAfter === null ? "" : `, up to ${momentText(lastAfter)}`;
  const after =
    filesAfter === 0
      ? ""
      : `, and ${filesAfter === 1 ? "1 file" : `${filesAfter} files`} after it cannot be reached`;
  return `the file ${name} of PostgreSQL's log ${problem}${after}${upTo}`;
}

/** As `--until` takes it. */
export function momentText(at: number): string {
  return new Date(at).toISOString();
}
