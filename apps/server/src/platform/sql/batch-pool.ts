import pg from "pg";
import { keepAfterLostConnections } from "./database.ts";

/**
 * Connections for prepared statements over whole batches. Planning anew for every batch costs more
 * than running it, and compiling it more still. A plan is made once, perhaps over tables that are
 * nearly empty, and lives while they grow: so it never reads a whole table. A lock that does not
 * come fails the batch, not the process.
 */
const settings = {
  plan_cache_mode: "force_generic_plan",
  jit: "off",
  enable_seqscan: "off",
  lock_timeout: "5s",
  statement_timeout: "15s",
};

export function createBatchPool(connectionString: string, connectionsMax: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connectionsMax,
    connectionTimeoutMillis: 5_000,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
  });
  keepAfterLostConnections(pool);
  return pool;
}
