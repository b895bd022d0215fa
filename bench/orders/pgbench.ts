import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { promisify } from "node:util";
import { generatorParameters, generatorProgram } from "./generators.ts";

const run = promisify(execFile);
const outputBytesMax = 16 * 1024 * 1024;

/** The yardstick: PostgreSQL's own TPC-B on the same server, over the same socket. */
export type PgBench = {
  initialise(scale: number): Promise<void>;
  /** Transactions a second. */
  measure(clients: number, seconds: number): Promise<number>;
};

/** @throws Error that says what to install where the machine has no pgbench. */
export function findPgBench(connectionString: string, database: string): PgBench {
  const program = globSync("/usr/lib/postgresql/*/bin/pgbench").toSorted().at(-1);
  if (program === undefined) {
    throw new Error(
      "There is no pgbench here: install Debian's postgresql-contrib (apt-get install postgresql-contrib), then measure again.",
    );
  }
  const url = new URL(connectionString);
  const env = {
    ...process.env,
    PGHOST: url.searchParams.get("host") ?? url.hostname,
    PGPORT: url.port,
    PGUSER: url.username,
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: database,
  };
  const call = (...parameters: string[]) =>
    run(generatorProgram, [...generatorParameters, program, ...parameters], {
      env,
      maxBuffer: outputBytesMax,
    });
  return {
    async initialise(scale) {
      await call("--initialize", "--scale", String(scale), "--quiet");
    },
    async measure(clients, seconds) {
      const { stdout } = await call(
        ...["--protocol", "prepared", "--no-vacuum", "--jobs", "2"],
        ...["--client", String(clients), "--time", String(seconds)],
      );
      const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
      if (rate === undefined) throw new Error(`pgbench gave no rate: ${stdout}`);
      return Number(rate);
    },
  };
}
