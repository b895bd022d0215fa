import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, median, withSetting, type Measured, type Setting } from "./orders/setting.ts";

const customers = 512;

/**
 * Orders while base backups are made one after the other in the server's process, as the hourly one is, in
 * alternating rounds with orders alone. A log file is shipped with each. Prints the share of the rate that is left.
 * `npm run bench backup [rounds] [seconds]`.
 */
export async function run([rounds = "5", seconds = "10"]: string[]): Promise<void> {
  await withSetting(customers, (setting) => measure(setting, Number(rounds), Number(seconds)));
}

async function measure(setting: Setting, rounds: number, seconds: number): Promise<void> {
  const shares: number[] = [];
  let before = await alone(setting, seconds);
  for (let round = 1; round <= rounds; round += 1) {
    const { measured, backups } = await besideBackups(setting, seconds);
    const after = await alone(setting, seconds);
    const share = measured.rate / ((before.rate + after.rate) / 2);
    shares.push(share);
    console.log(
      `round ${round}, beside ${backups} base backups: ${describe(measured)}; ${(share * 100).toFixed(0)} % of what it is alone`,
    );
    before = after;
  }
  console.log(`\nOrders beside a base backup, median: ${(median(shares) * 100).toFixed(0)} %`);
}

async function alone(setting: Setting, seconds: number): Promise<Measured> {
  const measured = await setting.load({ seconds });
  console.log(`alone: ${describe(measured)}`);
  return measured;
}

/** Backups are made for as long as orders are measured, and the last one is waited for. */
async function besideBackups(
  setting: Setting,
  seconds: number,
): Promise<{ measured: Measured; backups: number }> {
  const folder = mkdtempSync(join(tmpdir(), "sanshi-bench-backups-"));
  let isMeasuring = true;
  let backups = 0;
  const backing = (async () => {
    while (isMeasuring) {
      await setting.backUp(folder);
      backups += 1;
    }
  })();
  try {
    const measured = await setting.load({ seconds });
    isMeasuring = false;
    await backing;
    return { measured, backups };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
