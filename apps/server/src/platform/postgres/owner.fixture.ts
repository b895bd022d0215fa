/** A process that owns a data folder as the application does, for tests that kill it. */
import { lockDataFolder, startPostgres } from "./index.ts";

const dataDir = process.argv[2] ?? "";
const log = {
  info: () => undefined,
  warn: (fields: object, text: string) => console.error(text, fields),
  error: (fields: object, text: string) => console.error(text, fields),
};

try {
  const lock = await lockDataFolder(dataDir);
  const postgres = await startPostgres({ dataDir, log, durable: false });
  const { ownerConnectionString: connectionString, adopted } = postgres;
  console.log(JSON.stringify({ connectionString, adopted, postgresPid: postgres.pid() }));
  process.once("SIGTERM", async () => {
    await postgres.stop();
    lock.release();
    process.exit(0);
  });
} catch (error) {
  console.log(JSON.stringify({ refused: (error as Error).message }));
  process.exit(1);
}
