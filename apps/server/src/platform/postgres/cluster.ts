import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { PostgresBinaries } from "./binaries.ts";
import { hostBasedAuthentication, postgresConfiguration } from "./configuration.ts";
import type { Credentials, DataLayout } from "./data-folder.ts";
import { renameFolderDurably, writeDurably } from "../durable-files.ts";
import { StartError } from "./start-error.ts";
import type { SystemUser } from "./system-user.ts";

const configurationName = "sanshi.conf";

export function hasCluster(layout: DataLayout): boolean {
  return existsSync(join(layout.clusterFolder, "PG_VERSION"));
}

/**
 * Makes the database cluster when there is none. It is made beside its place and moved there when
 * complete and on the disk, so that a start that was cut off half-way leaves nothing that looks like a
 * cluster. What lies in its place and is none is left alone.
 *
 * @throws StartError
 */
export async function ensureCluster(options: {
  layout: DataLayout;
  binaries: PostgresBinaries;
  user: SystemUser;
  credentials: Credentials;
  durable: boolean;
  onProgress: (text: string) => void;
}): Promise<void> {
  const { layout, user, onProgress } = options;
  if (hasCluster(layout)) return;
  requireVacant(layout.clusterFolder);
  onProgress("Making a new PostgreSQL database");
  const draft = `${layout.clusterFolder}.new`;
  const passwordFile = `${layout.credentialsFile}.initdb`;
  rmSync(draft, { recursive: true, force: true });
  makeFolder(draft, user);
  await writePrivate(passwordFile, options.credentials.superuserPassword, user);
  try {
    await runInitdb({ ...options, draft, passwordFile });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  await renameFolderDurably(draft, layout.clusterFolder);
}

/**
 * Writes our configuration and PostgreSQL's line that reads it, where they are not there as they should
 * be; answers whether anything differed. Whatever else stands in postgresql.conf stays.
 */
export async function writeConfiguration(options: {
  layout: DataLayout;
  user: SystemUser;
  durable: boolean;
}): Promise<{ changed: boolean }> {
  const { layout, user, durable } = options;
  const folder = layout.clusterFolder;
  const wanted = [
    [configurationName, postgresConfiguration({ durable, socketFolder: layout.socketFolder })],
    ["pg_hba.conf", hostBasedAuthentication],
    ["postgresql.conf", withInclude(readText(join(folder, "postgresql.conf")))],
  ] as const;
  let changed = false;
  for (const [name, text] of wanted) {
    const path = join(folder, name);
    if (readText(path) === text) continue;
    await writePrivate(path, text, user);
    changed = true;
  }
  return { changed };
}

const includeLine = `include '${configurationName}'`;

/** A power cut under an older version left zeros where the line was being added. */
function withInclude(configuration: string): string {
  const text = configuration.replaceAll("\0", "");
  if (text.split("\n").includes(includeLine)) return text;
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${includeLine}\n`;
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Nobody knows what is in a folder without a version: it may be what is left of somebody's data. */
function requireVacant(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new StartError(
    `${folder} holds files but no PostgreSQL database (PG_VERSION is missing): put back a backup of it, or move it away for a new one to be made.`,
  );
}

export function makeFolder(folder: string, user: SystemUser): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user.ids) chownSync(folder, user.ids.uid, user.ids.gid);
}

function writePrivate(path: string, text: string, user: SystemUser): Promise<void> {
  return writeDurably(path, text, { owner: user.ids });
}

/** @throws StartError where the cluster is another version's, or its version cannot be read. */
export function requireSameVersion(layout: DataLayout, binaries: PostgresBinaries): void {
  if (!hasCluster(layout)) return;
  const found = readFileSync(join(layout.clusterFolder, "PG_VERSION"), "utf8").trim();
  const needed = binaries.version.split(".")[0] ?? "";
  if (found === needed) return;
  if (!/^\d+$/.test(found)) {
    throw new StartError(
      `The database in ${layout.clusterFolder} is damaged (PG_VERSION says no version): put back a backup of it.`,
    );
  }
  throw new StartError(
    `The data in ${layout.clusterFolder} is PostgreSQL ${found}'s and this version runs PostgreSQL ${needed}: run "npm run upgrade-database" once, which keeps the old one beside the new one, or set DATA_DIR to another folder.`,
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
  const { code, output } = await endOf(child);
  if (code === 0) return;
  throw new StartError(`PostgreSQL could not make its database in ${draft}:\n${lastLines(output)}`);
}

/**
 * Gives the superuser of an existing cluster another password, without asking for the one before: who
 * may read the files may do anything with them. Nothing may run on the cluster.
 *
 * @throws StartError
 */
export async function replaceSuperuserPassword(options: {
  layout: DataLayout;
  binaries: PostgresBinaries;
  user: SystemUser;
  password: string;
}): Promise<void> {
  const { layout, binaries, user, password } = options;
  const child = spawn(binaries.postgres, ["--single", "-D", layout.clusterFolder, "postgres"], {
    cwd: layout.clusterFolder,
    ...user.ids,
  });
  child.stdin.end(`alter role postgres password '${password}';\n`);
  const { code, output } = await endOf(child);
  if (code === 0 && !/ERROR|FATAL|PANIC/.test(output)) return;
  throw new StartError(
    `The lost passwords of ${layout.credentialsFile} could not be replaced:\n${lastLines(output)}`,
  );
}

async function endOf(
  child: ChildProcessWithoutNullStreams,
): Promise<{ code: number | null; output: string }> {
  const output: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => output.push(part));
  child.stderr.on("data", (part: Buffer) => output.push(part));
  child.stdin.on("error", () => undefined);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, output: Buffer.concat(output).toString() };
}

function lastLines(output: string): string {
  return output.trim().split("\n").slice(-6).join("\n");
}
