import { minor } from "@sanshi/money";
import { expect, it } from "vitest";
import { manyCustomers } from "../../../../../tests/support/many-followers.ts";
import { amongManyPostings } from "../../../../../tests/support/many-postings.ts";
import { startTestApplication } from "../../../../../tests/support/test-application.ts";
import { balancesBefore } from "./replay.store.ts";

it("reads an account's own postings alone for what it had", async () => {
  const app = await startTestApplication();
  try {
    const at = app.context.clock.now();
    const crowd = { currency: "JPY", grant: minor(1_000_000n), at } as const;
    const [own = 0n, ...customers] = await manyCustomers(app.owner, { count: 201, ...crowd });
    const more = [{ customers, kind: "order_released" }];
    await amongManyPostings(app.owner, more, async (transaction, read) => {
      const count = await read(async () => {
        const pool = { id: own, currency: "JPY" };
        expect(await balancesBefore(transaction, pool, { productId: 1n, at })).toEqual([
          { purpose: "available", amount: 1_000_000n },
        ]);
      });
      expect(count).toBeLessThan(10);
    });
  } finally {
    await app.stop();
  }
});
