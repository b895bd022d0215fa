import { minor } from "@sanshi/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { manyCustomers } from "../../../../../tests/support/many-followers.ts";
import { amongManyPostings } from "../../../../../tests/support/many-postings.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";
import { lentFor } from "./past-positions.store.ts";
import { positionsBefore } from "./positions.ts";

let app: TestApplication;
let customer: SignedIn;
let customerId: bigint;
beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
  ({ customerId } = (await app.context.sessions.resolve(customer.token, customer.account))!);
});
afterAll(() => app.stop());

const fillsMade = 10_000;

/** As an order has them that was filled share by share. */
async function fillOften(id: string): Promise<void> {
  await app.owner.transaction(async (transaction) => {
    await sql`INSERT INTO fill SELECT (jsonb_populate_record(f, jsonb_build_object('number', f.number + step))).*
      FROM fill f, generate_series(1, ${fillsMade}::int) step WHERE f.position_id = ${id}::bigint
        AND f.number = (SELECT max(number) FROM fill WHERE position_id = f.position_id)`.execute(
      transaction,
    );
  });
}

/** What was held right before a moment, and how many fills and postings were read for it. */
function readAt(moment: number) {
  return app.context.database.transaction(async (transaction) => {
    const readUntilNow = async () =>
      (await firstRow(
        transaction,
        sql<{ read: number }>`SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read
          FROM pg_stat_xact_user_tables WHERE relname IN ('fill', 'ledger_posting')`,
      ))!.read;
    const before = await readUntilNow();
    const positions = await positionsBefore(transaction, [customerId], moment);
    return { positions, read: (await readUntilNow()) - before };
  });
}

it("reads of what nothing has happened to since its newest fill alone, of thousands", async () => {
  app.feed.quote("jpy", "7203", "2850");
  const { id } = await app.accepted("/trade/place-order", testOrder({ quantity: "1" }), customer);
  const short = testOrder({ code: "6758", side: "short", quantity: "3" });
  await app.accepted("/trade/place-order", short, customer);
  await fillOften(id);
  const now = await readAt(app.context.clock.now() + 1);
  expect(now.positions).toHaveLength(2);
  expect(now.read).toBeLessThanOrEqual(2);

  // What changes it afterwards is followed from its fills, to the same.
  const moment = app.context.clock.now() + 1;
  await app.advance(3_600);
  app.feed.quote("jpy", "6758", "3300");
  const listed = await app.accepted("/trade/userstocklist", { type: "jpy" }, customer);
  for (const one of Object.values(listed)) {
    if (typeof one === "string" || one.code !== "6758") continue;
    const form = { id: one.id, kind: "market", quantity: "1", request_id: newRequestId() } as const;
    await app.accepted("/trade/close-position", form, customer);
  }
  const later = await readAt(moment);
  expect(later.positions).toMatchObject(now.positions);
  expect(later.read).toBeLessThan(fillsMade / 50);
});

it("reads no posting of other customers for what was lent", async () => {
  app.feed.quote("jpy", "6758", "3300");
  const short = testOrder({ code: "6758", side: "short", quantity: "2" });
  const { id } = await app.accepted("/trade/place-order", short, customer);
  const others = await manyCustomers(app.owner, {
    ...{ count: 200, currency: "JPY", grant: minor(1_000_000n) },
    at: app.context.clock.now(),
  });
  const until = app.context.clock.now() + 1;
  await amongManyPostings(
    app.owner,
    [{ customers: others, kind: "order_filled" }],
    async (transaction, read) => {
      const count = await read(async () => {
        const lent = await lentFor(transaction, [customerId], [BigInt(id)], until);
        expect(lent).toMatchObject([{ position_id: BigInt(id), lent: 0n }]);
        expect(lent[0]?.collateral).toBeGreaterThan(0n);
      });
      expect(count).toBeLessThan(20);
    },
  );
});
