import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
let customer: SignedIn;
const count = 5;

beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
  const order = {
    code: "7203",
    side: "long",
    kind: "market",
    leverage: "1",
    quantity: "1",
  } as const;
  const bought: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const placed = await app.accepted(
      "/trade/place-order",
      { ...order, request_id: newRequestId() },
      customer,
    );
    bought.push(placed.id);
  }
  await app.advance(16 * 60);
  app.feed.quote("jpy", "7203", "2850");
  // At the same moment: the ids tell them apart.
  await Promise.all(
    bought.map((id) =>
      app.accepted(
        "/trade/close-position",
        { id, kind: "market", request_id: newRequestId() },
        customer,
      ),
    ),
  );
});
afterAll(() => app.stop());

async function all<Item>(
  page: (cursor: string | undefined) => Promise<{ items: Item[]; next_cursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const read = await page(cursor);
    expect(read.items.length).toBeLessThanOrEqual(2);
    items.push(...read.items);
    cursor = read.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
const next = (cursor: string | undefined) => ({
  limit: "2",
  ...(cursor !== undefined && { cursor }),
});

describe("pages", () => {
  it("of closed positions have each of them once, as the specification's list has them", async () => {
    const pages = await all((cursor) =>
      app.accepted("/trade/closed-positions", next(cursor), customer),
    );
    const { lsyk: _profit, ...list } = await app.accepted("/trade/userstocklists", {}, customer);
    expect(pages).toHaveLength(count);
    expect(Object.fromEntries(pages.map((one) => [one.id, one]))).toEqual(list);
  });

  it("of fills have each of them once, the newest first", async () => {
    const pages = await all((cursor) =>
      app.accepted("/trade/fill-records", { code: "7203", ...next(cursor) }, customer),
    );
    expect(pages).toEqual(await app.accepted("/trade/fills", { code: "7203" }, customer));
    expect(pages).toHaveLength(2 * count);
  });
});
