import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "../apps/server/src/platform/postgres/index.ts";
import { checkBooks } from "./check-books.ts";
import { ticksPerSecond, type FromPlacing, type FromServer } from "./triggers/messages.ts";

const folder = join(import.meta.dirname, "triggers");

type Usage = Extract<FromServer, { kind: "usage" }>;
type Filled = Extract<FromServer, { kind: "filled" }>;

/**
 * The whole server under 5,000 ticks a second, with nothing waiting and then with many limit orders:
 * what a tick costs, and how soon orders are filled once the market falls through their limits.
 * `npm run bench triggers [orders] [seconds]`.
 */
export async function run([orders = "100000", seconds = "15"]: string[]): Promise<void> {
  const few = Math.round(Number(orders) / 10);
  const rows: Record<string, Record<string, string>> = {};
  for (const waiting of [0, few, Number(orders)]) {
    rows[`${waiting} waiting`] = await measureFresh(waiting, Number(seconds));
  }
  console.log(`\n${ticksPerSecond} ticks a second; processor time of the whole server`);
  console.table(rows);
}

async function measureFresh(waiting: number, seconds: number): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const postgres = await startPostgres({ dataDir, log, onProgress: () => undefined });
  const env = {
    ...process.env,
    DATABASE_URL: postgres.connectionString,
    DATABASE_OWNER_URL: postgres.ownerConnectionString,
  };
  try {
    console.log(`Placing ${waiting} working orders`);
    const placing = fork(join(folder, "place.ts"), [String(waiting)], { env });
    await answer<FromPlacing>(placing, "placed");
    const measured = await measure(env, seconds);
    await checkBooks(postgres.ownerConnectionString);
    return measured;
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(env: NodeJS.ProcessEnv, seconds: number): Promise<Record<string, string>> {
  const server = fork(join(folder, "server.ts"), { env });
  try {
    const { waitingOnFirst } = (await answer<FromServer>(server, "running")) as {
      waitingOnFirst: number;
    };
    const before = await usage(server);
    await pause(seconds * 1_000);
    const after = await usage(server);
    const ticks = after.ticks - before.ticks;
    const figures = {
      "ticks a second": (ticks / seconds).toFixed(0),
      "µs a tick": (((after.cpuMs - before.cpuMs) * 1_000) / ticks).toFixed(1),
      "event loop held up, p99 ms": after.heldUpP99Ms.toFixed(1),
      "memory, MB": (after.rssBytes / 1024 / 1024).toFixed(0),
    };
    if (waitingOnFirst === 0) return figures;
    server.send("fall");
    const filled = (await answer<FromServer>(server, "filled")) as Filled;
    return {
      ...figures,
      "reached at once": String(filled.orders),
      "first, half, all of them filled within ms": [filled.firstMs, filled.halfMs, filled.allMs]
        .map((ms) => ms.toFixed(0))
        .join(", "),
    };
  } finally {
    if (server.connected) {
      server.disconnect();
      await once(server, "exit");
    }
  }
}

async function usage(server: ChildProcess): Promise<Usage> {
  server.send("usage");
  return (await answer<FromServer>(server, "usage")) as Usage;
}

function answer<Message extends { kind: string }>(
  child: ChildProcess,
  kind: Message["kind"],
): Promise<Message> {
  return new Promise((resolve, reject) => {
    const take = (message: Message) => {
      if (message.kind !== kind) return;
      child.off("message", take);
      resolve(message);
    };
    child.on("message", take);
    child.once("exit", () => reject(new Error("a process of the bench ended too soon")));
  });
}
