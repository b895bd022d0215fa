import { join } from "node:path";
import { afterEach } from "vitest";
import { openPages } from "./browser.ts";

const folder = join(import.meta.dirname, "../../.cache/failures");
const patienceMs = 10_000;

/** What each page shows where a test fails: a busy run is seldom repeated with the same fault. */
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const [index, page] of openPages().entries()) {
    const name = `${task.file.name}-${task.name}`.replaceAll(/[^\w]+/g, "-").slice(0, 150);
    const path = join(folder, `${name}-${index}.png`);
    // A page that hangs may be the fault itself, which is what the run is to say.
    const isKept = await page.screenshot({ path, timeout: patienceMs }).then(
      () => true,
      () => false,
    );
    if (isKept) console.log(`the page at the failure: ${path}`);
  }
});
