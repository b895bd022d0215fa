/** Claims a folder again and again, as often as it is told to, and says from when until when it had it. */
import { setTimeout as sleep } from "node:timers/promises";
import { lockDataFolder } from "./index.ts";

const heldMs = 15;

process.on("message", (folder: string) => void hold(folder));
process.send?.(null);

async function hold(folder: string): Promise<void> {
  const lock = await lockDataFolder(folder);
  const from = process.hrtime.bigint();
  await sleep(heldMs);
  const until = process.hrtime.bigint();
  lock.release();
  process.send?.([String(from), String(until)]);
}
