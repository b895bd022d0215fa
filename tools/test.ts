import { spawnSync } from "node:child_process";
import { join } from "node:path";

const vitest = join(import.meta.dirname, "..", "node_modules", "vitest", "vitest.mjs");
const answer = spawnSync(process.execPath, [vitest, "run", ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exitCode = answer.status ?? 1;
