import pg from "pg";

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

/**
 * Several batches may be under way on one connection: the database finds the next one behind the one
 * that it has just done, and does not wait until it is told. Each is a transaction of its own. A
 * connection that dies fails what is under way on it, and is replaced on the next use.
 */
export type BatchConnections = {
  run<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result>;
  /** Once nothing is under way any more. */
  end(): Promise<void>;
};

type Connection = { client: Promise<pg.Client> | null; underWay: number };

export function createBatchConnections(connectionString: string, count: number): BatchConnections {
  const connections = Array.from({ length: count }, (): Connection => {
    return { client: null, underWay: 0 };
  });

  function connect(connection: Connection): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(" "),
    });
    const connected = client.connect().then(
      () => client,
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    function forget(): void {
      if (connection.client === connected) connection.client = null;
    }
    client.on("error", forget);
    client.on("end", forget);
    return connected;
  }

  return {
    async run(work) {
      const connection = connections.reduce((least, one) =>
        one.underWay < least.underWay ? one : least,
      );
      connection.underWay += 1;
      try {
        connection.client ??= connect(connection);
        return await work(await connection.client);
      } finally {
        connection.underWay -= 1;
      }
    },
    async end() {
      await Promise.all(
        connections.map(async ({ client }) => {
          const connected = await client?.catch(() => null);
          await connected?.end();
        }),
      );
    },
  };
}
