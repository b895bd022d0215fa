import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";

/**
 * The files that hand on an order which is filled at once, from the route to the ledger and the stream: each with
 * what it calls or fills. A file that comes between two of them breaks an arrow here, and is one more of the way.
 */
const way = {
  "trading/orders/orders.routes.ts": ["trading/orders/orders.ts"],
  "trading/orders/orders.ts": ["trading/orders/batching/order-lanes.ts"],
  "trading/orders/batching/order-lanes.ts": [
    "trading/orders/batching/lanes.ts",
    "trading/orders/placing/opening-batch.ts",
  ],
  "trading/orders/placing/opening-batch.ts": [
    "trading/orders/placing/opening-decision.ts",
    "trading/orders/storing/openings.store.ts",
  ],
  "trading/orders/placing/opening-decision.ts": ["trading/orders/placing/opening.rules.ts"],
  "trading/orders/storing/openings.store.ts": [
    "ledger/leg-postings.ts",
    "platform/sql/batch-connections.ts",
  ],
  "market/stream/hub.ts": ["market/stream/connections.ts"],
} as const;
/** What the batch tells and the stream hears: handed to both by the context. */
const between = "platform/customer-events.ts";

const source = join(import.meta.dirname, "../..");

it("crosses at most 15 files from the route to the ledger and the stream (decision 0037)", async () => {
  const missing: string[] = [];
  for (const [from, tos] of Object.entries(way)) {
    const text = await readFile(join(source, from), "utf8");
    for (const to of tos) {
      const path = relative(dirname(from), to);
      const named = path.startsWith(".") ? path : `./${path}`;
      if (!text.includes(`from "${named}"`)) missing.push(`${from} → ${named}`);
    }
  }
  expect(missing).toEqual([]);
  const files = new Set(Object.entries(way).flatMap(([from, tos]) => [from, ...tos]));
  files.add(between);
  expect(files.size).toBeLessThanOrEqual(15);
});
