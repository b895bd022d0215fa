import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { whileCommitting } from "./connection-faults.ts";

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
  /**
   * Resolves when a batch would be taken up soon: nothing is under way on some connection, or what is has
   * taken about as long as such batches usually do. One sent earlier would only stand behind it, without
   * those who come in the meantime. What takes longer than usual holds nobody back.
   */
  nearlyFree(): Promise<void>;
  /** Once nothing is under way any more. */
  end(): Promise<void>;
};

type Connection = {
  client: Promise<pg.Client> | null;
  underWay: number;
  /** When the first of those under way was taken up; how long they take, the latest ones most. */
  begunAt: number;
  usualMs: number;
  /** Of the first of those under way. */
  end: PromiseWithResolvers<void>;
};

/** About what it takes to write the parameters of a batch and send it. */
const nearlyMs = 2;
/** The weight of one batch in what is usual. */
const usualShare = 1 / 8;

/** `now` in milliseconds, from wherever. */
export function createBatchConnections(
  connectionString: string,
  count: number,
  now = () => performance.now(),
): BatchConnections {
  const connections = Array.from({ length: count }, (): Connection => {
    return { client: null, underWay: 0, begunAt: 0, usualMs: 0, end: Promise.withResolvers() };
  });

  function leastBusy(): Connection {
    return connections.reduce((least, one) => (one.underWay < least.underWay ? one : least));
  }

  function begin(connection: Connection): void {
    if (connection.underWay === 0) connection.begunAt = now();
    connection.underWay += 1;
  }

  function end(connection: Connection): void {
    connection.underWay -= 1;
    const endedAt = now();
    connection.usualMs += (endedAt - connection.begunAt - connection.usualMs) * usualShare;
    connection.begunAt = endedAt;
    connection.end.resolve();
    connection.end = Promise.withResolvers();
  }

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
      const connection = leastBusy();
      begin(connection);
      try {
        connection.client ??= connect(connection);
        const client = await connection.client;
        // Each batch commits by itself: once it is sent, a line that breaks leaves open whether it did.
        return await whileCommitting(() => work(client));
      } finally {
        end(connection);
      }
    },
    async nearlyFree() {
      for (;;) {
        const { underWay, begunAt, usualMs, end } = leastBusy();
        const leftMs = begunAt + usualMs - nearlyMs - now();
        if (underWay === 0 || leftMs <= 0) return;
        await Promise.race([end.promise, pause(leftMs, undefined, { ref: false })]);
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
