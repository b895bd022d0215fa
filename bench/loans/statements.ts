import type { Database } from "../../apps/server/src/platform/sql/database.ts";

/** How many statements have gone to the database so far. */
export function countStatements(database: Database): () => number {
  let count = 0;
  database.pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
    client.query = ((...parts: unknown[]) => {
      count += 1;
      return query(...parts);
    }) as typeof client.query;
  });
  return () => count;
}

export async function timed<Value>(
  work: () => Promise<Value>,
  statements: () => number,
): Promise<{ value: Value; seconds: string; statements: number }> {
  const [began, counted] = [performance.now(), statements()];
  const value = await work();
  return {
    value,
    seconds: ((performance.now() - began) / 1_000).toFixed(1),
    statements: statements() - counted,
  };
}
