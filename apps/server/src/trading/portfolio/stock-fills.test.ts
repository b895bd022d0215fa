import { afterAll, beforeAll, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
let customer: SignedIn;

beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const ownFills = (code: string) => app.accepted("/trade/fills", { type: "jpy", code }, customer);

it("lists a stock's own fills, opened and closed, the newest first, and nobody else's", async () => {
  const order = { code: "7203", side: "long", kind: "market", leverage: "1" } as const;
  app.feed.quote("jpy", "7203", "2850");
  const bought = await app.accepted(
    "/trade/place-order",
    { ...order, quantity: "200", request_id: newRequestId() },
    customer,
  );
  await app.advance(16 * 60);
  app.feed.quote("jpy", "7203", "2900");
  const sold = await app.accepted(
    "/trade/close-position",
    { id: bought.id, quantity: "100", kind: "market", request_id: newRequestId() },
    customer,
  );
  const stranger = await app.newCustomer();
  await app.accepted(
    "/trade/place-order",
    { ...order, quantity: "100", request_id: newRequestId() },
    stranger,
  );
  const common = { position_id: bought.id };
  expect(await ownFills("7203")).toEqual([
    {
      ...common,
      id: `${bought.id}-1`,
      side: "sell",
      price: sold.price,
      quantity: "100",
      at: sold.filled_at,
    },
    {
      ...common,
      id: `${bought.id}-0`,
      side: "buy",
      price: bought.price,
      quantity: "200",
      at: bought.filled_at,
    },
  ]);
  expect(await ownFills("6758")).toEqual([]);
});

it("lists those of a position that is no more", async () => {
  const [newest] = await ownFills("7203");
  await app.accepted(
    "/trade/close-position",
    { id: newest!.position_id, kind: "market", request_id: newRequestId() },
    customer,
  );
  const fills = await ownFills("7203");
  expect(fills.map(({ side, quantity }) => `${side} ${quantity}`)).toEqual([
    "sell 100",
    "sell 100",
    "buy 200",
  ]);
});
