import { spawn } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { PostgresBinaries } from "./binaries.ts";
import { hostBasedAuthentication, postgresConfiguration } from "./configuration.ts";
import type { Credentials, DataLayout } from "./data-folder.ts";
import { StartError } from "./start-error.ts";
import type { SystemUser } from "./system-user.ts";

const configurationName = "sanshi.conf";

/**
 * Makes the database cluster when there is none. It is made beside its place and moved there when
 * complete, so that a start that was killed half-way leaves nothing that looks like a cluster.
 */
export async function ensureCluster(options: {
  layout: DataLayout;
  binaries: PostgresBinaries;
  user: SystemUser;
  credentials: Credentials;
  durable: boolean;
  onProgress: (text: string) => void;
}): Promise<void> {
  const { layout, binaries, user, onProgress } = options;
  if (existsSync(join(layout.clusterFolder, "PG_VERSION"))) {
    requireSameVersion(layout, binaries);
    return;
  }
  onProgress("Making a new PostgreSQL database");
  const draft = `${layout.clusterFolder}.new`;
  const passwordFile = `${layout.credentialsFile}.initdb`;
  rmSync(draft, { recursive: true, force: true });
  makeFolder(draft, user);
  writePrivate(passwordFile, options.credentials.superuserPassword, user);
  try {
    await runInitdb({ ...options, draft, passwordFile });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  appendFileSync(join(draft, "postgresql.conf"), `include '${configurationName}'\n`);
  renameSync(draft, layout.clusterFolder);
}

/** Writes our configuration; answers whether it differs from what was there before. */
export function writeConfiguration(options: {
  layout: DataLayout;
  user: SystemUser;
  durable: boolean;
}): { changed: boolean } {
  const { layout, user, durable } = options;
  const folder = layout.clusterFolder;
  const text = postgresConfiguration({ durable, socketFolder: layout.socketFolder });
  const path = join(folder, configurationName);
  const changed = !existsSync(path) || readFileSync(path, "utf8") !== text;
  writePrivate(path, text, user);
  writePrivate(join(folder, "pg_hba.conf"), hostBasedAuthentication, user);
  return { changed };
}

export function makeFolder(folder: string, user: SystemUser): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user.ids) chownSync(folder, user.ids.uid, user.ids.gid);
}

function writePrivate(path: string, text: string, user: SystemUser): void {
  writeFileSync(path, text, { mode: 0o600 });
  if (user.ids) chownSync(path, user.ids.uid, user.ids.gid);
}

function requireSameVersion(layout: DataLayout, binaries: PostgresBinaries): void {
  const found = readFileSync(join(layout.clusterFolder, "PG_VERSION"), "utf8").trim();
  const needed = binaries.version.split(".")[0] ?? "";
  if (found === needed) return;
  throw new StartError(
    `The data in ${layout.clusterFolder} is PostgreSQL ${found}'s and this version runs PostgreSQL ${needed}: move it over with pg_dump, or set DATA_DIR to another folder.`,
  );
}

async function runInitdb(options: {
  binaries: PostgresBinaries;
  user: SystemUser;
  durable: boolean;
  draft: string;
  passwordFile: string;
}): Promise<void> {
  const { binaries, user, durable, draft, passwordFile } = options;
  const parameters = [
    ...["--pgdata", draft, "--username", "postgres", "--pwfile", passwordFile],
    ...["--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C", "--data-checksums"],
    ...(durable ? [] : ["--no-sync"]),
  ];
  const child = spawn(binaries.initdb, parameters, { cwd: draft, ...user.ids });
  const output: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => output.push(part));
  child.stderr.on("data", (part: Buffer) => output.push(part));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 0) return;
  const words = Buffer.concat(output).toString().trim().split("\n").slice(-6).join("\n");
  throw new StartError(`PostgreSQL could not make its database in ${draft}:\n${words}`);
}
