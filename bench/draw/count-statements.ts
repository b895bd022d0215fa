import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import pg from "pg";

const folderName = "STATEMENTS_FOLDER";
const writeEveryMs = 50;

/** With which an application counts the statements that it sends; `sent` is how many they are by now. */
export function countStatements(folder: string): {
  environment: Record<string, string>;
  sent(): number;
} {
  return {
    environment: { [folderName]: folder, NODE_OPTIONS: `--import=${import.meta.url}` },
    sent: () =>
      readdirSync(folder).reduce(
        (sum, file) => sum + Number(readFileSync(join(folder, file), "utf8")),
        0,
      ),
  };
}

/** Preloaded there: each process writes its own file. */
function count(folder: string): void {
  let sent = 0;
  let written = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    sent += 1;
    return Reflect.apply(query, this, given) as never;
  } as typeof query;
  const write = () => {
    if (sent === written) return;
    written = sent;
    writeFileSync(join(folder, String(process.pid)), String(sent));
  };
  setInterval(write, writeEveryMs).unref();
}

const folder = process.env[folderName];
if (folder !== undefined && isMainThread) count(folder);
