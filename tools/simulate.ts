import { runCrashes } from "../tests/simulation/crashes/crash-run.ts";
import { killKinds } from "../tests/simulation/crashes/plants.ts";
import { randomSource } from "../tests/simulation/random-source.ts";

/**
 * `npm run simulate [crashes] [customers] [seed]`: weeks of trading over that many kills of server and
 * PostgreSQL, then everything that customers were told against what is there. Ends with 1 where a
 * fault was found.
 */
async function main([crashes = "50", customers = "200", seed]: string[]): Promise<void> {
  const chosen = Number(seed ?? Date.now() % 1_000_000);
  const counts = [crashes, customers, chosen].map(Number);
  if (!counts.every((count) => Number.isSafeInteger(count) && count > 0)) {
    throw new Error("npm run simulate [crashes] [customers] [seed]: whole numbers above zero");
  }
  console.log(
    `Seed ${chosen}: npm run simulate ${crashes} ${customers} ${chosen} repeats its choices`,
  );
  const random = randomSource(chosen);
  const report = await runCrashes({
    seed: chosen,
    kills: Array.from({ length: Number(crashes) }, () => killKinds[random(killKinds.length)]!),
    customers: Number(customers),
    onProgress: (text) => console.log(text),
  });
  const { faults, kills, backAfterMs, appDays, counts: happened } = report;
  const sorted = backAfterMs.toSorted((one, other) => one - other);
  const atShare = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  console.table({ ...kills, ...happened, "days of the app's clock": Math.round(appDays) });
  console.log(`Back after ${atShare(0.5)} ms (median), ${atShare(0.99)} ms (99 of 100)`);
  for (const fault of faults.slice(0, 50)) console.error(fault);
  console.log(`${faults.length} faults with seed ${chosen}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

await main(process.argv.slice(2));
