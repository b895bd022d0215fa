import { createHmac } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findBinaries, type PostgresBinaries } from "./binaries.ts";
import {
  ensureCluster,
  hasCluster,
  makeFolder,
  replaceSuperuserPassword,
  requireSameVersion,
  writeConfiguration,
} from "./cluster.ts";
import {
  dataLayout,
  newCredentials,
  prepareDataFolder,
  readCredentials,
  requireReachable,
  sharedFolder,
  writeCredentials,
} from "./data-folder.ts";
import type { Credentials, DataLayout } from "./data-folder.ts";
import { findFreePort } from "./free-port.ts";
import {
  findPostmaster,
  hasEnded,
  lastLogLines,
  logSince,
  removeLeftBehind,
  spawnPostmaster,
  stopPostmaster,
} from "./postmaster.ts";
import type { Postmaster } from "./postmaster.ts";
import { StartError } from "./start-error.ts";
import { finishUpgrade } from "./upgraded-folder.ts";
import { choosePostgresUser, type SystemUser } from "./system-user.ts";

export interface SupervisorLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export interface RunningPostgres {
  /** The server's role on the application's database `sanshi`: it owns nothing. */
  readonly connectionString: string;
  /** The role that owns the database and what migrations make in it. */
  readonly ownerConnectionString: string;
  /** Whether it was already running, left behind by a start of ours that was killed. */
  readonly adopted: boolean;
  /** The process that runs now; another one after a restart. */
  pid(): number;
  stop(): Promise<void>;
}

export const databaseName = "sanshi";
const ownerRole = "sanshi";
const serverRole = "sanshi_server";
const readyWaitMsMax = 60_000;
/** Longer than a statement of ours may take. */
const leftSessionWaitMsMax = 60_000;
const leftSessionLookMs = 100;
const restartDelayMs = 50;
const restartDelaySecondsMax = 2;
/** How often it is looked whether one that is nobody's child still runs. */
const adoptedLookMs = 50;
const portTaken = /Address already in use/;
/** One that has run this long did not end because of how it was started. */
const soundAfterMs = 5_000;

/**
 * Starts the PostgreSQL of a data folder and keeps it running: one that dies is started again on the
 * same port, after a pause that doubles up to 2 seconds. `durable: false` is for tests only.
 * Throws StartError with the one sentence to print.
 */
export async function startPostgres(options: {
  dataDir: string;
  log: SupervisorLog;
  onProgress?: (text: string) => void;
  /** Called once the program is under way, and is on its own for a while. */
  whileStarting?: () => void;
  durable?: boolean;
  /** An older major version, for the upgrade alone; ours where it is left out. */
  major?: number;
}): Promise<RunningPostgres> {
  const { log, onProgress = () => undefined, durable = true } = options;
  await prepareDataFolder(options.dataDir);
  const layout = dataLayout(options.dataDir);
  const user = choosePostgresUser(layout.clusterFolder);
  requireReachable(user, options.dataDir);
  await finishUpgrade(layout);
  const binaries = await findBinaries(user, join(sharedFolder, "programs"), options.major);
  requireSameVersion(layout, binaries);
  const found = { layout, user, binaries, durable, onProgress };
  const credentials = readCredentials(layout.credentialsFile) ?? (await makeCredentials(found));
  await ensureCluster({ ...found, credentials });
  makeFolder(layout.socketFolder, user);

  const context: Context = { layout, user, binaries, credentials, log, onProgress };
  const { changed } = await writeConfiguration({ layout, user, durable });
  const adopted = await adoptOrStop(context, changed);
  const postmaster = adopted ?? (await startFresh(context, options.whileStarting));
  try {
    await ensureApplicationDatabase(layout, credentials, postmaster.port);
  } catch (error) {
    await stopPostmaster(postmaster);
    throw error;
  }
  return supervise(context, postmaster, adopted !== null);
}

/** How to reach the PostgreSQL that runs on a data folder; null where none does. */
export function connectionOfRunning(dataDir: string): string | null {
  const layout = dataLayout(dataDir);
  const credentials = readCredentials(layout.credentialsFile);
  const found = credentials === null ? null : findPostmaster(layout);
  if (credentials === null || found === null) return null;
  return serverConnectionString({ layout, credentials }, found.port);
}

/**
 * A superuser's session on the PostgreSQL that runs on a data folder: for backups and restores alone.
 *
 * @throws StartError where none runs.
 */
export async function superuserSession(dataDir: string, database?: string): Promise<pg.Client> {
  const layout = dataLayout(dataDir);
  const credentials = readCredentials(layout.credentialsFile);
  const found = credentials === null ? null : findPostmaster(layout);
  if (credentials === null || found === null) {
    throw new StartError(`No PostgreSQL runs on ${dataDir}.`);
  }
  return connectAsSuperuser({ layout, credentials }, found.port, database);
}

/** Stops the PostgreSQL that a killed process left running on the folder, if there is one. */
export async function stopLeftOver(dataDir: string): Promise<void> {
  const found = findPostmaster(dataLayout(dataDir));
  if (found !== null) await stopPostmaster(found);
}

interface Context {
  readonly layout: DataLayout;
  readonly user: SystemUser;
  readonly binaries: PostgresBinaries;
  readonly credentials: Credentials;
  readonly log: SupervisorLog;
  readonly onProgress: (text: string) => void;
}

/**
 * Makes the passwords of a new folder. Where a database is there without them, which is what a power cut
 * left under an older version, the database gets the new ones first: a start that is cut off in between
 * does it once more.
 */
async function makeCredentials(
  options: Pick<Context, "layout" | "user" | "binaries" | "onProgress"> & { durable: boolean },
): Promise<Credentials> {
  const { layout, onProgress } = options;
  const credentials = newCredentials();
  if (hasCluster(layout)) {
    onProgress(`The passwords in ${layout.credentialsFile} are lost: the database gets new ones`);
    const running = findPostmaster(layout);
    if (running !== null) await stopPostmaster(running);
    removeLeftBehind(layout);
    await writeConfiguration(options);
    await replaceSuperuserPassword({ ...options, password: credentials.superuserPassword });
  }
  await writeCredentials(layout.credentialsFile, credentials);
  return credentials;
}

/** A PostgreSQL left behind by a killed start is used as it is, unless its settings are out of date. */
async function adoptOrStop(context: Context, settingsChanged: boolean): Promise<Postmaster | null> {
  const found = findPostmaster(context.layout);
  if (found === null) return null;
  if (!settingsChanged && (await becomesReady(context, found, 10_000))) {
    context.onProgress(`Using the PostgreSQL that is still running (process ${found.pid})`);
    return found;
  }
  context.onProgress(`Stopping the PostgreSQL that was left running (process ${found.pid})`);
  await stopPostmaster(found);
  return null;
}

async function startFresh(context: Context, whileStarting?: () => void): Promise<Postmaster> {
  context.onProgress("Starting PostgreSQL");
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    removeLeftBehind(context.layout);
    const postmaster = spawnPostmaster({ ...context, port: await findFreePort() });
    if (attempt === 1) whileStarting?.();
    if (await becomesReady(context, postmaster, readyWaitMsMax)) return postmaster;
    await stopPostmaster(postmaster);
    const { clusterFolder, logFile } = context.layout;
    const said = logSince(context.layout, postmaster);
    // Another program may have taken the port between our look and PostgreSQL's.
    if (attempt < 3 && portTaken.test(said)) continue;
    // A session of one that was killed ends with its statement, and may write until then.
    const isLeft = /pre-existing shared memory block/.test(said);
    if (isLeft && performance.now() - began < leftSessionWaitMsMax) {
      await sleep(leftSessionLookMs);
      continue;
    }
    throw new StartError(
      `PostgreSQL did not start on ${clusterFolder}; the end of ${logFile} says:\n${lastLogLines(context.layout, 6)}`,
    );
  }
}

/** Waits until it answers a query; false when it ended or the time is up. */
async function becomesReady(
  context: Context,
  postmaster: Postmaster,
  waitMsMax: number,
): Promise<boolean> {
  const until = performance.now() + waitMsMax;
  while (!hasEnded(postmaster) && performance.now() < until) {
    try {
      const client = await connectAsSuperuser(context, postmaster.port);
      await client.end();
      return true;
    } catch {
      await sleep(30);
    }
  }
  return false;
}

async function connectAsSuperuser(
  context: Pick<Context, "layout" | "credentials">,
  port: number,
  database = "postgres",
) {
  const client = new pg.Client({
    host: context.layout.socketFolder,
    port,
    user: "postgres",
    password: context.credentials.superuserPassword,
    database,
    connectionTimeoutMillis: 5_000,
  });
  // An error between queries is thrown as an event; the next query or end() tells it anyway.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Two ordinary roles: whatever goes wrong in the application stays in its database. */
async function ensureApplicationDatabase(
  layout: DataLayout,
  credentials: Credentials,
  port: number,
) {
  const client = await connectAsSuperuser({ layout, credentials }, port);
  try {
    await ensureRole(client, `${ownerRole} login createdb`, credentials.applicationPassword);
    await ensureRole(client, `${serverRole} login nocreatedb`, serverPassword(credentials));
    const databases = await client.query("select 1 from pg_database where datname = $1", [
      databaseName,
    ]);
    if (databases.rowCount === 0) {
      await client.query(`create database ${databaseName} owner ${ownerRole}`);
    }
  } finally {
    await client.end();
  }
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const [name] = role.split(" ");
  const found = await client.query("select 1 from pg_roles where rolname = $1", [name]);
  const verb = found.rowCount === 0 ? "create" : "alter";
  // Not prepared: what makes roles cannot be.
  await client.query(
    `${verb} role ${role} nosuperuser nocreaterole password ${pg.escapeLiteral(password)}`,
  );
}

function supervise(context: Context, first: Postmaster, adopted: boolean): RunningPostgres {
  const { log, layout } = context;
  let current = first;
  let stopping = false;

  async function watch(): Promise<void> {
    let delayMs = restartDelayMs;
    let listens = true;
    while (!stopping) {
      const since = performance.now();
      await ended(current);
      if (stopping) return;
      log.error(
        { postgresPid: current.pid, log: lastLogLines(layout, 3) },
        "PostgreSQL ended by itself",
      );
      if (performance.now() - since > soundAfterMs) delayMs = restartDelayMs;
      await sleep(delayMs);
      delayMs = Math.min(delayMs * 2, restartDelaySecondsMax * 1_000);
      if (stopping) return;
      // Kept on its port: the application's pool knows only this address.
      removeLeftBehind(layout);
      current = spawnPostmaster({ ...context, port: current.port, listens });
      if (await becomesReady(context, current, readyWaitMsMax)) {
        log.warn({ postgresPid: current.pid, listens }, "PostgreSQL was started again");
        listens = true;
      } else if (portTaken.test(logSince(layout, current))) listens = false;
    }
  }

  const watching = watch();
  return {
    connectionString: serverConnectionString(context, current.port),
    ownerConnectionString: connectionString(context, current.port, {
      role: ownerRole,
      password: context.credentials.applicationPassword,
    }),
    adopted,
    pid: () => current.pid,
    async stop() {
      stopping = true;
      await stopPostmaster(current);
      await watching;
    },
  };
}

async function ended(postmaster: Postmaster): Promise<void> {
  const { child } = postmaster;
  if (child && !hasEnded(postmaster)) {
    await new Promise((resolve) => child.once("exit", resolve));
    return;
  }
  while (!hasEnded(postmaster)) await sleep(adoptedLookMs);
}

/** Through the socket, which costs less per query than TCP; programs that know no sockets find the port. */
function connectionString(
  { layout }: Pick<Context, "layout">,
  port: number,
  { role, password }: { role: string; password: string },
): string {
  const socket = encodeURIComponent(layout.socketFolder);
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${databaseName}?host=${socket}`;
}

function serverConnectionString(
  context: Pick<Context, "layout" | "credentials">,
  port: number,
): string {
  const password = serverPassword(context.credentials);
  return connectionString(context, port, { role: serverRole, password });
}

/** Follows from the owner's, and not the other way round: a folder of any version has both. */
function serverPassword({ applicationPassword }: Credentials): string {
  return createHmac("sha256", applicationPassword).update(serverRole).digest("base64url");
}
