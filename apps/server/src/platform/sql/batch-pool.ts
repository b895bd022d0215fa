import pg from "pg";

/**
 * Connections for prepared statements over whole batches. Planning anew for every batch costs more
 * than running it, and compiling it more still; a lock that does not come fails the batch, not the process.
 */
export function createBatchPool(connectionString: string, connectionsMax: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connectionsMax,
    connectionTimeoutMillis: 5_000,
    options:
      "-c plan_cache_mode=force_generic_plan -c jit=off -c lock_timeout=5s -c statement_timeout=15s",
  });
  // A connection that dies is replaced on the next use; without a listener it would end the process.
  pool.on("error", () => undefined);
  return pool;
}
