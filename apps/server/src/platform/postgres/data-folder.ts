import { createHash, randomBytes } from "node:crypto";
import { accessSync, chmodSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { makeFolderDurably, writeDurably } from "../durable-files.ts";
import { StartError } from "./start-error.ts";
import { canEnter, choosePostgresUser, type SystemUser } from "./system-user.ts";

/** Where root keeps what PostgreSQL's own user must reach and the project's folder hides. */
export const sharedFolder = "/var/lib/sanshi";

/** Where things lie below DATA_DIR. */
export interface DataLayout {
  readonly dataDir: string;
  readonly clusterFolder: string;
  readonly socketFolder: string;
  readonly credentialsFile: string;
  readonly logFile: string;
}

export interface Credentials {
  /** The superuser, which only the supervisor signs in as. */
  readonly superuserPassword: string;
  /** The role that owns the application's database and nothing else; the server's follows from it. */
  readonly applicationPassword: string;
}

/** The longest path of a socket that Linux takes, less the name `/.s.PGSQL.65535` and its end. */
const socketFolderBytesMax = 107 - "/.s.PGSQL.65535".length;

export function dataLayout(dataDir: string): DataLayout {
  return {
    dataDir,
    clusterFolder: join(dataDir, "postgres"),
    socketFolder: socketFolderFor(dataDir),
    credentialsFile: join(dataDir, "postgres-credentials.json"),
    logFile: join(dataDir, "postgres.log"),
  };
}

/** Makes the folder or explains in one sentence why it cannot be used. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    const firstMade = await makeFolderDurably(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // Passing through is for PostgreSQL's own user; nobody else can list or read what is inside.
    if (process.getuid?.() === 0) openPath(firstMade, dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The data folder ${dataDir} cannot be written by ${userInfo().username} (${code}): change its owner, or set DATA_DIR to a folder that can be.`,
    );
  }
}

/**
 * The data folder to use: the one asked for, or, when root runs a project below a private folder
 * such as /root and asked for none, a folder in /var/lib/sanshi that is this project's alone.
 */
export function chooseDataFolder(options: { dataDir: string; isDefault: boolean }): {
  dataDir: string;
  moved: boolean;
} {
  const { dataDir, isDefault } = options;
  if (!isDefault || process.getuid?.() !== 0) return { dataDir, moved: false };
  const user = choosePostgresUser(dataLayout(dataDir).clusterFolder);
  if (canEnter(user, nearestExisting(dataDir))) return { dataDir, moved: false };
  const project = dirname(dataDir);
  return { dataDir: join(sharedFolder, `${basename(project)}-${shortHash(project)}`), moved: true };
}

export function requireReachable(user: SystemUser, dataDir: string): void {
  if (user.ids === null || canEnter(user, dataDir)) return;
  throw new StartError(
    `PostgreSQL runs as ${user.name}, who cannot enter ${dataDir}: set DATA_DIR to a folder outside private folders, such as /var/lib/sanshi.`,
  );
}

/** The passwords; null where there are none, or a power cut left a file that does not hold them. */
export function readCredentials(file: string): Credentials | null {
  if (!existsSync(file)) return null;
  try {
    const kept = JSON.parse(readFileSync(file, "utf8")) as Partial<Credentials>;
    const { superuserPassword, applicationPassword } = kept;
    if (!superuserPassword || !applicationPassword) return null;
    return { superuserPassword, applicationPassword };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function newCredentials(): Credentials {
  return {
    superuserPassword: randomBytes(24).toString("base64url"),
    applicationPassword: randomBytes(24).toString("base64url"),
  };
}

/** On the disk when it resolves: before any database is made that asks for these passwords. */
export async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  await writeDurably(file, `${JSON.stringify(credentials, null, 2)}\n`);
}

/** The socket lies in DATA_DIR; where its path would be too long, in a folder named by its hash. */
function socketFolderFor(dataDir: string): string {
  const folder = join(dataDir, "socket");
  if (Buffer.byteLength(folder) <= socketFolderBytesMax) return folder;
  const name = `sanshi-${shortHash(dataDir)}`;
  const short = join(tmpdir(), name);
  return Buffer.byteLength(short) <= socketFolderBytesMax ? short : join("/tmp", name);
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

function openPath(from: string, to: string): void {
  for (let folder = to; folder.length >= from.length; folder = dirname(folder)) {
    chmodSync(folder, (statSync(folder).mode & 0o777) | 0o111);
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
