import { Kysely, PostgresDialect, sql, type CompiledQuery, type RawBuilder } from "kysely";
import pg from "pg";
import { lostAnswer } from "./connection-faults.ts";
import { errorCode } from "./error-code.ts";

export { errorCode, sql };
export type { RawBuilder };

/**
 * A generated row type with what we know of an expression and PostgreSQL cannot say: that a sum is money,
 * or that a value is always there. Never something else: what is given has to fit what the statement
 * answers.
 */
export type Narrowed<
  Row,
  Known extends { [Name in keyof Known]: Name extends keyof Row ? Row[Name] : never },
> = Omit<Row, keyof Known> & Known;

/** The shared pool. Stores never take it: they take a `Transaction`, or a `Reader` where they only read. */
export type Database = {
  reader: Reader;
  pool: pg.Pool;
  connectionString: string;
  /**
   * Runs `work` in one transaction at READ COMMITTED; deadlocks and serialisation faults are tried again.
   * Throws `OutcomeUnknownError` where the line broke over the commit.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Reads that may take long, all of one moment: statements, files, the books. They have few connections of
   * their own, so that they slow each other and nobody else, and a time after which they end by themselves.
   */
  readHeavily<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

declare const writable: unique symbol;
export type Reader = Kysely<unknown>;
export type Transaction = Kysely<unknown> & { readonly [writable]: true };

const heavyConnectionsMax = 2;
const heavyReadMsMax = 20_000;
const attemptsMax = 5;
const retryable = new Set(["40P01", "40001"]);

const int8 = 20;
const timestamptz = 1184;

export function createDatabase(
  connectionString: string,
  options: {
    poolMax?: number;
    connectionWaitMsMax?: number | undefined;
    heavyReadMsMax?: number;
  } = {},
): Database {
  const pool = new pg.Pool({
    Client: PlanKeepingClient,
    connectionString,
    max: options.poolMax ?? 10,
    types: { getTypeParser },
    // A call that cannot get a connection is shed, not queued for ever.
    connectionTimeoutMillis: options.connectionWaitMsMax ?? 5_000,
  });
  keepAfterLostConnections(pool);
  // Opened when first wanted.
  const heavyPool = new pg.Pool({
    connectionString,
    max: heavyConnectionsMax,
    types: { getTypeParser },
    connectionTimeoutMillis: heavyReadMsMax,
  });
  keepAfterLostConnections(heavyPool);
  const heavyReader = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: heavyPool }) });
  const reader = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return {
    reader,
    pool,
    connectionString,
    transaction: (work) => runTransaction(reader, work),
    readHeavily: (work) =>
      runHeavyRead(heavyReader, options.heavyReadMsMax ?? heavyReadMsMax, work),
    close: async () => {
      await Promise.all([reader.destroy(), heavyReader.destroy()]);
    },
  };
}

/**
 * A connection that dies, idle or in the middle of a query, is replaced on the next use, and the query
 * fails by itself; without a listener on each of them it would end the process.
 */
function keepAfterLostConnections(pool: pg.Pool): void {
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
}

const queryCancelled = "57014";
/** Of the class of what the database has too little of: it passes, and is answered with 503. */
const limitExceeded = "53400";

async function runHeavyRead<Result>(
  reader: Reader,
  msMax: number,
  work: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  try {
    return await reader
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (transaction) => {
        await sql`SELECT set_config('statement_timeout', ${String(msMax)}, true)`.execute(
          transaction,
        );
        return work(transaction);
      });
  } catch (error) {
    if (errorCode(error) !== queryCancelled) throw error;
    throw Object.assign(new Error("a heavy read took longer than it may"), { code: limitExceeded });
  }
}

async function runTransaction<Result>(
  reader: Reader,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    let isCommitting = false;
    try {
      return await reader.transaction().execute(async (transaction) => {
        const result = await work(transaction as unknown as Transaction);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      if (isCommitting) throw lostAnswer(error);
      if (attempt === attemptsMax || !retryable.has(errorCode(error))) throw error;
    }
  }
}

export async function rows<Row>(executor: Reader, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(executor)).rows;
}

export async function firstRow<Row>(
  executor: Reader,
  query: RawBuilder<Row>,
): Promise<Row | undefined> {
  return (await query.execute(executor)).rows[0];
}

/** Of each text whose plan connections keep, the name under which they do. */
const namesOfKeptPlans = new Map<string, string>();

/** Transactions that are told already to keep plans, so that no statement after the first asks for it again. */
const planKeepers = new WeakSet<Transaction>();

class PlanKeepingClient extends pg.Client {
  override query(text: unknown, ...more: unknown[]): never {
    const name = typeof text === "string" ? namesOfKeptPlans.get(text) : undefined;
    const asked = name === undefined ? text : { name, text };
    return Reflect.apply(super.query, this, [asked, ...more]) as never;
  }
}

/**
 * For the few statements of the order path, which take PostgreSQL longer to plan than to run: each connection plans it
 * once, whatever the parameters, and without reading whole tables, which may be nearly empty by then. This holds for
 * what else runs in `transaction` afterwards. `name` is that text's alone.
 */
export async function rowsWithKeptPlan<Row>(
  transaction: Transaction,
  name: string,
  query: CompiledQuery<Row>,
): Promise<Row[]> {
  namesOfKeptPlans.set(query.sql, name);
  if (!planKeepers.has(transaction)) {
    await sql`SELECT set_config('plan_cache_mode', 'force_generic_plan', true),
      set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`.execute(
      transaction,
    );
    planKeepers.add(transaction);
  }
  return (await transaction.executeQuery<Row>(query)).rows;
}

/** Milliseconds since the epoch as a timestamptz parameter. */
export function timestamp(milliseconds: number): Date {
  return new Date(milliseconds);
}

// Whole numbers come as bigint and times as milliseconds since the epoch, everywhere.
const getTypeParser = ((oid: number, format?: "text" | "binary") => {
  if (oid === int8) return BigInt;
  if (oid === timestamptz) return (text: string) => Date.parse(text);
  return pg.types.getTypeParser(oid, format);
}) as typeof pg.types.getTypeParser;
export { getTypeParser };
