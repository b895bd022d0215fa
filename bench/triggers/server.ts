import type { PositionStatus } from "@sanshi/contract";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { firstRow, sql } from "../../apps/server/src/platform/sql/database.ts";
import { startTickingApplication } from "./application.ts";
import { ticksPerSecond, type FromServer, type ToServer } from "./messages.ts";

/** The server over a busy market, with whatever waits in its database. */
const { application, feed } = await startTickingApplication(ticksPerSecond);
const { quotes, database } = application.context;
const code = quotes.instruments("jpy")[0]?.code ?? "7203";
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();

const tell = (message: FromServer) => process.send?.(message);
process.on("message", (question: ToServer) => {
  if (question === "usage") printUsage();
  else void fall();
});
process.once("disconnect", () => void application.close().then(() => process.exit(0)));
// What runs once, compiles once.
await pause(2_000);
tell({ kind: "running", waitingOnFirst: await countOf("pending") });

function printUsage(): void {
  const { user, system } = process.cpuUsage();
  tell({
    kind: "usage",
    cpuMs: (user + system) / 1_000,
    ticks: feed.ticks(),
    rssBytes: process.memoryUsage.rss(),
    heldUpP99Ms: delays.percentile(99) / 1e6,
  });
  delays.reset();
}

/** From the fall of the price until the last of the stock's orders is filled. */
async function fall(): Promise<void> {
  const waiting = await countOf("pending");
  const began = performance.now();
  feed.fall(code);
  const reached = { first: 0, half: 0 };
  for (;;) {
    const filled = await countOf("holding");
    const now = performance.now() - began;
    if (filled > 0 && reached.first === 0) reached.first = now;
    if (filled >= waiting / 2 && reached.half === 0) reached.half = now;
    if (filled >= waiting) {
      tell({
        kind: "filled",
        orders: waiting,
        firstMs: reached.first,
        halfMs: reached.half,
        allMs: now,
      });
      return;
    }
    if (now > 60_000) throw new Error(`${waiting - filled} of ${waiting} were never filled`);
    await pause(5);
  }
}

async function countOf(status: PositionStatus): Promise<number> {
  const row = await firstRow(
    database.reader,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM listed_position
      WHERE market = 'jpy' AND code = ${code} AND status = ${status}`,
  );
  return row?.count ?? 0;
}
