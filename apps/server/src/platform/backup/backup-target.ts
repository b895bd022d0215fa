/** Where backups go: apart from the data folder, and best on another machine. */
export type BackupTarget = {
  /** For sentences; without secrets. */
  readonly name: string;
  /** Takes the place of what stood there. Flushed to the disk, or acknowledged by the store, when it resolves. */
  put(path: string, bytes: Buffer): Promise<void>;
  /** @throws where there is none. */
  get(path: string): Promise<Buffer>;
  /** Null where there is none. */
  find(path: string): Promise<Buffer | null>;
  /** Every path that begins so, in order. */
  list(prefix: string): Promise<string[]>;
  /** Also of what is not there. */
  remove(path: string): Promise<void>;
};

/** One object's bytes at most: a part of a base backup, or a file of PostgreSQL's log. */
export const objectBytesMax = 16 * 1024 * 1024;

/** Paths are ours: letters, digits, `.`, `-`, `_` and folders, never upwards. */
export function checkBackupPath(path: string): string {
  const isOurs = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(path);
  if (!isOurs || path.length > 200) throw new Error(`not a path of a backup: ${path}`);
  return path;
}
