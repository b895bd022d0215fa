import pg from "pg";

/**
 * A connection of a test's own. What ends it, such as its database being dropped, fails the statement
 * that is under way or the next one; without a listener it would be an error outside of every test.
 */
export function sqlClient(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  return client;
}

/**
 * The same with several connections. `end()` does not wait until PostgreSQL has let go of them, so one
 * that is stopped or loses the database right after it still tells them why.
 */
export function sqlPool(
  connectionString: string,
  max: number,
  options: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, ...options });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
