import { isAbsolute } from "node:path";
import type { S3Settings } from "../objects/s3-request.ts";
import type { BackupTarget } from "./backup-target.ts";
import { createFolderTarget } from "./folder-target.ts";
import { createS3Target } from "./s3-target.ts";

export type BackupSettings = {
  readonly to:
    | { readonly kind: "folder"; readonly folder: string }
    | { readonly kind: "s3"; readonly bucket: string };
  readonly everyHours: number;
  readonly keepDays: number;
  /** Where the keys go, apart from the backups; null where they are looked after otherwise. */
  readonly keysTo: string | null;
};

type Parsed<T> = { value: T } | { problem: string };

export function parseBackupTo(text: string): Parsed<BackupSettings["to"]> {
  if (isAbsolute(text)) return { value: { kind: "folder", folder: text } };
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})$/.exec(text)?.[1];
  if (bucket !== undefined) return { value: { kind: "s3", bucket } };
  return { problem: `must be a folder's whole path or s3://<bucket>, not "${text}"` };
}

export function parseFolder(text: string): Parsed<string> {
  if (isAbsolute(text)) return { value: text };
  return { problem: `must be a folder's whole path, not "${text}"` };
}

/** `store` holds the address and keys of the S3 whose other bucket this is. */
export function targetOf({ to }: BackupSettings, store: S3Settings | null): BackupTarget {
  if (to.kind === "folder") return createFolderTarget(to.folder);
  if (store === null) throw new Error("S3 has no settings");
  return createS3Target({ ...store, bucket: to.bucket });
}
