import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { flushFolder, writeDurably } from "../durable-files.ts";
import { migrate } from "../sql/migrate.ts";
import { grantToServer } from "../sql/server-role.ts";
import { findBinaries } from "./binaries.ts";
import { copyDatabase } from "./copy-database.ts";
import { dataLayout, sharedFolder, type DataLayout } from "./data-folder.ts";
import { lockDataFolder } from "./data-folder-lock.ts";
import { StartError } from "./start-error.ts";
import {
  databaseName,
  startPostgres,
  stopLeftOver,
  superuserSession,
  type RunningPostgres,
} from "./start-postgres.ts";
import { choosePostgresUser } from "./system-user.ts";
import { finishUpgrade, oldClusterFolder, putInPlace, upgradeFolder } from "./upgraded-folder.ts";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export type UpgradeOptions = {
  dataDir: string;
  migrationsFolder: string;
  /** Whether the copied database is sound, before it takes the old one's place. */
  check: (connectionString: string) => Promise<boolean>;
  onProgress: (text: string) => void;
  /** Off for tests only. */
  durable?: boolean;
};

type Upgraded = { from: number; to: number; oldFolder: string };

/**
 * Moves a data folder to this version's major of PostgreSQL: makes a new cluster, its tables by the same
 * migrations, copies every row, holds each against the old one, and only then puts it in the old one's place.
 * The old one stays beside it as it was. Null where there is nothing to do.
 *
 * @throws StartError with the one sentence that says what is in the way; the old cluster is then untouched.
 */
export async function upgradeDatabase(options: UpgradeOptions): Promise<Upgraded | null> {
  const { dataDir, onProgress } = options;
  const layout = dataLayout(dataDir);
  const lock = await lockDataFolder(dataDir, onProgress);
  try {
    await finishUpgrade(layout);
    const majors = await majorsOf(layout);
    if (majors === null) return null;
    const oldFolder = oldClusterFolder(layout, majors.from);
    if (existsSync(oldFolder)) {
      throw new StartError(`${oldFolder} is there from an upgrade before: move it away first.`);
    }
    await stopLeftOver(dataDir);
    const isSound = await copyToNew(options, layout, majors.from);
    if (!isSound) {
      throw new StartError("The copied books do not hold: the old database stays in its place.");
    }
    await putInPlace(layout, majors.from);
    return { ...majors, oldFolder };
  } finally {
    lock.release();
  }
}

/** Null where the cluster is this version's already. */
async function majorsOf(layout: DataLayout): Promise<{ from: number; to: number } | null> {
  const versionFile = join(layout.clusterFolder, "PG_VERSION");
  if (!existsSync(versionFile)) {
    throw new StartError(`There is no database in ${layout.dataDir}: set DATA_DIR to its folder.`);
  }
  const user = choosePostgresUser(layout.clusterFolder);
  const from = Number(readFileSync(versionFile, "utf8"));
  const { version } = await findBinaries(user, join(sharedFolder, "programs"));
  const to = Number.parseInt(version, 10);
  if (from === to) return null;
  if (from < to) return { from, to };
  throw new StartError(
    `The data is PostgreSQL ${from}'s, which is newer than this version's ${to}.`,
  );
}

async function copyToNew(
  options: UpgradeOptions,
  layout: DataLayout,
  oldMajor: number,
): Promise<boolean> {
  const { dataDir, onProgress, durable = true } = options;
  const folder = upgradeFolder(dataDir);
  // What an upgrade left that was cut off: nothing in it is anybody's data.
  await stopLeftOver(folder);
  rmSync(folder, { recursive: true, force: true });
  onProgress(`Starting PostgreSQL ${oldMajor} once more`);
  const old = await startPostgres({ dataDir, log: quiet, durable, major: oldMajor });
  let made: RunningPostgres | null = null;
  try {
    mkdirSync(folder, { mode: 0o711 });
    // The same passwords: whoever reaches the old one reaches the new one.
    const credentials = readFileSync(layout.credentialsFile);
    await writeDurably(dataLayout(folder).credentialsFile, credentials);
    made = await startPostgres({ dataDir: folder, log: quiet, durable, onProgress });
    await makeTables(old, made, options.migrationsFolder);
    await copyRows(dataDir, folder, onProgress);
    await grantToServer(made.ownerConnectionString, made.connectionString);
    onProgress("Holding the books against themselves");
    if (!(await options.check(made.connectionString))) return false;
  } finally {
    await made?.stop();
    await old.stop();
  }
  if (durable) await flushFolder(dataLayout(folder).clusterFolder);
  return true;
}

/** The tables that the old one has, by the migrations that it has: newer ones are the next start's. */
async function makeTables(
  old: RunningPostgres,
  made: RunningPostgres,
  migrationsFolder: string,
): Promise<void> {
  const applied = await appliedMigrations(old);
  const unknown = applied.filter((name) => !existsSync(join(migrationsFolder, name)));
  if (unknown.length > 0) {
    throw new StartError(`The database has migrations of a newer version: ${unknown.join(", ")}.`);
  }
  const folder = await mkdtemp(join(tmpdir(), "sanshi-migrations-"));
  try {
    for (const name of applied) await copyFile(join(migrationsFolder, name), join(folder, name));
    // Says so where one was changed after the old database had it.
    await migrate(old.ownerConnectionString, folder);
    await migrate(made.ownerConnectionString, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function appliedMigrations({ ownerConnectionString }: RunningPostgres): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerConnectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>("SELECT name FROM schema_migrations");
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function copyRows(
  dataDir: string,
  folder: string,
  onProgress: (text: string) => void,
): Promise<void> {
  const rowsFolder = join(folder, "rows");
  await mkdir(rowsFolder, { mode: 0o700 });
  const { ids } = choosePostgresUser(dataLayout(dataDir).clusterFolder);
  if (ids !== null) chownSync(rowsFolder, ids.uid, ids.gid);
  const sessions: pg.Client[] = [];
  try {
    const from = await superuserSession(dataDir, databaseName);
    sessions.push(from);
    const to = await superuserSession(folder, databaseName);
    sessions.push(to);
    onProgress("Copying every row");
    const { tables, rows } = await copyDatabase({ from, to, rowsFolder, onProgress });
    onProgress(`Copied ${rows} rows of ${tables} tables`);
  } finally {
    for (const session of sessions) await session.end();
  }
}
