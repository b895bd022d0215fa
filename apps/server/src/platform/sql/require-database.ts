import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartError } from "../postgres/start-error.ts";
import { isConnectionFault } from "./connection-faults.ts";
import { errorCode } from "./database.ts";

/** So long a start waits for a database that is on its way up. */
const databaseWaitSecondsMax = 60;
const tryAgainMs = 500;
const versionMin = 18;

/**
 * Waits for the database, and looks whether it can carry what stands on it: its version, whether what it
 * commits outlives a power cut, and whether a connection is one session from its beginning to its end.
 *
 * @throws StartError with a sentence for each thing that is not so
 */
export async function requireDatabase(
  connectionString: string,
  onProgress: (text: string) => void,
  waitSecondsMax = databaseWaitSecondsMax,
): Promise<void> {
  const first = await connectPatiently(connectionString, onProgress, waitSecondsMax);
  try {
    const second = await connectPatiently(connectionString, onProgress, waitSecondsMax);
    try {
      const problems = [
        ...(await objectToServer(first)),
        ...(await objectToPooling(first, second)),
      ];
      if (problems.length > 0) throw new StartError(problems.join("\n"));
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

async function connectPatiently(
  connectionString: string,
  onProgress: (text: string) => void,
  waitSecondsMax: number,
): Promise<pg.Client> {
  const until = performance.now() + waitSecondsMax * 1_000;
  for (let told = false; ; told = true) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      const reason = reasonOf(error);
      // A wrong password or name does not become right by waiting.
      if (!isWorthWaiting(error)) {
        throw new StartError(`The PostgreSQL of DATABASE_URL refuses the connection: ${reason}.`);
      }
      if (performance.now() > until) {
        throw new StartError(
          `The PostgreSQL of DATABASE_URL did not answer within ${waitSecondsMax} seconds: ${reason}.`,
        );
      }
      if (!told) onProgress(`Waiting for the PostgreSQL of DATABASE_URL (${reason})`);
      await sleep(tryAgainMs);
    }
  }
}

const notThereYet = new Set(["ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ENOENT"]);

function isWorthWaiting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return notThereYet.has(errorCode(error)) || isConnectionFault(error);
}

/** Node puts the attempts at several addresses together, and leaves their message empty. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" ? errorCode(error) : error.message;
}

/** As this role sees it in this database: what is set for either counts. */
async function objectToServer(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Record<string, string>>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_version') AS said,
      current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
      current_setting('synchronous_commit') AS synchronous_commit,
      pg_is_in_recovery()::text AS is_standby`,
  );
  const found = rows[0] ?? {};
  const problems: string[] = [];
  if (Number(found["version"]) < versionMin * 10_000) {
    problems.push(
      `The database is PostgreSQL ${found["said"]}, and Sanshi needs ${versionMin} or later.`,
    );
  }
  if (found["is_standby"] === "true") {
    problems.push("The database is a standby, which takes no orders: name the primary.");
  }
  for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
    if (found[name] !== "off") continue;
    problems.push(
      `The database has ${name} off, so a power cut would take away what customers were told: switch it on, for the server, the database and the role of DATABASE_URL.`,
    );
  }
  return problems;
}

/**
 * A pooler that hands a connection to somebody else between two transactions loses what a session keeps:
 * prepared statements, settings, locks and notifications. Two connections then share a server's process.
 */
async function objectToPooling(first: pg.Client, second: pg.Client): Promise<string[]> {
  const processOf = async (client: pg.Client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return rows[0]?.pid;
  };
  const before = await processOf(first);
  await second.query("BEGIN");
  const others = await processOf(second);
  const after = await processOf(first);
  await second.query("ROLLBACK");
  if (before === after && before !== others) return [];
  return [
    "DATABASE_URL leads to a pooler that shares connections between transactions: name the database itself, or use the pooler in session mode.",
  ];
}
