import { minor } from "@sanshi/money";
import { addTradingDays, instantOf, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";

// Tokyo's rule of the day: what selling a stock that was bought on the same day has brought does not buy it again.
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_RULES: "exchange", SIMULATED_GRANT: "JPY:600000" });
});
afterAll(() => app.stop());

async function goTo(daysOn: number, time: string): Promise<void> {
  const now = app.context.clock.now();
  const date = addTradingDays("jpy", localDate("jpy", now), daysOn);
  await app.advance(Math.round((instantOf("jpy", date, time) - now) / 1_000));
  app.feed.quote("jpy", "7203", "2850");
  app.feed.quote("jpy", "6758", "3300");
}

const order = (more: object) => testOrder({ type: "jpy", code: "7203", quantity: "100", ...more });
const place = async (customer: SignedIn, more: object) =>
  (await app.post("/trade/place-order", order(more), customer)).body;

async function preview(customer: SignedIn, more: object) {
  const { request_id: _, ...form } = order(more);
  return (await app.post("/trade/preview-order", form, customer)).body;
}

async function sell(customer: SignedIn, id: string): Promise<void> {
  const input = { id, kind: "market", request_id: newRequestId() } as const;
  await app.accepted("/trade/close-position", input, customer);
}

async function fillsOf(id: string, owner: SignedIn): Promise<string[]> {
  const { fills } = await app.accepted("/trade/position", { id }, owner);
  return fills.map(({ side, quantity }) => `${side} ${quantity}`);
}

async function payIn({ token, account }: SignedIn, amount: bigint): Promise<void> {
  const { customerId } = (await app.context.sessions.resolve(token, account))!;
  await app.context.database.transaction(async (transaction) => {
    const accounts = await customerAccounts(transaction, customerId);
    const house = await houseAccount(transaction, "JPY", "market");
    await postTransfer(transaction, {
      kind: "test",
      causeId: 1n,
      happenedAt: app.context.clock.now(),
      currency: "JPY",
      entries: [
        { accountId: accounts.get(accountKey("JPY", "available")) ?? 0n, amount: minor(amount) },
        { accountId: house, amount: minor(-amount) },
      ],
    });
  });
}

it("keeps the proceeds from the same stock until the next day, and from no other", async () => {
  const customer = await app.newCustomer();
  await goTo(1, "10:00");
  const { id } = await app.accepted("/trade/place-order", order({}), customer);
  await goTo(0, "10:30");
  await sell(customer, id);
  const next = addTradingDays("jpy", localDate("jpy", app.context.clock.now()), 1);
  const refused = {
    msg: "same_day_money",
    params: {
      currency: "JPY",
      rule: "jp_same_day_money",
      time: new Date(instantOf("jpy", next, "09:00")).toISOString(),
    },
  };
  for (const form of [{}, { kind: "limit", price: "2840" }]) {
    expect(await preview(customer, { ...form, quantity: "200" })).toMatchObject(refused);
    expect(await place(customer, { ...form, quantity: "200" })).toMatchObject(refused);
  }
  // More than there is at all is refused as that.
  expect(await place(customer, { quantity: "300" })).toMatchObject({ msg: "insufficient_balance" });
  // Other money is enough for a hundred, and once: of two at the same moment.
  expect(await preview(customer, {})).toMatchObject({ msg: "ok" });
  const both = await Promise.all([
    place(customer, { kind: "limit", price: "2800" }),
    place(customer, { kind: "limit", price: "2800" }),
  ]);
  expect(both.map(({ msg }) => msg).toSorted()).toEqual(["ok", "same_day_money"]);
  const waits = both.find(({ status }) => status === 1)?.data;
  const more = { id: waits?.id ?? "", quantity: "200", request_id: newRequestId() };
  expect((await app.post("/trade/amend-order", more, customer)).body).toMatchObject(refused);
  await app.accepted("/trade/cancel-order", { id: waits?.id ?? "" }, customer);
  // Another stock can be bought with it, and this one by an order that meets the next day.
  expect(await preview(customer, { code: "6758" })).toMatchObject({ msg: "ok" });
  await goTo(0, "16:00");
  const evening = { kind: "limit", price: "2840", quantity: "200" };
  expect(await place(customer, evening)).toMatchObject({ msg: "ok" });
  expect(await app.ledgerFaults()).toEqual([]);
});

it("lets what was held before be sold and bought back, once", async () => {
  const customer = await app.newCustomer();
  await goTo(1, "10:00");
  const { id } = await app.accepted("/trade/place-order", order({ quantity: "200" }), customer);
  await goTo(1, "10:00");
  await sell(customer, id);
  const back = await app.accepted("/trade/place-order", order({ quantity: "200" }), customer);
  await goTo(0, "10:30");
  await payIn(customer, 540_000n);
  await sell(customer, back.id);
  // Of 1,140,000 the half is what shares of today have brought.
  expect(await place(customer, { quantity: "300" })).toMatchObject({
    msg: "same_day_money",
    params: { amount: "570000" },
  });
  expect(await preview(customer, { quantity: "200" })).toMatchObject({ msg: "ok" });
});

it("sells nothing again that a sale of the day has bought back, but what other money has paid", async () => {
  const [customer, sleeper, neighbour] = [
    await app.newCustomer(),
    await app.newCustomer(),
    await app.newCustomer(),
  ];
  await goTo(1, "10:00");
  // 570,000 of 600,000 are in it: 30,000 are left.
  const olds = await Promise.all(
    [customer, sleeper].map((one) =>
      app.accepted("/trade/place-order", order({ quantity: "200" }), one),
    ),
  );
  await goTo(1, "10:00");
  await sell(customer, olds[0]!.id);
  await sell(sleeper, olds[1]!.id);
  const back = await app.accepted("/trade/place-order", order({ quantity: "200" }), customer);
  const kept = await app.accepted("/trade/place-order", order({ quantity: "200" }), sleeper);
  const beside = await app.accepted("/trade/place-order", order({}), neighbour);
  await goTo(0, "10:30");
  const next = addTradingDays("jpy", localDate("jpy", app.context.clock.now()), 1);
  const refused = {
    msg: "same_day_sale",
    params: {
      shares: "0",
      amount: "540000",
      currency: "JPY",
      rule: "jp_same_day_money",
      time: new Date(instantOf("jpy", next, "09:00")).toISOString(),
    },
  };
  const close = (more: object, id = back.id, owner = customer) =>
    app.post(
      "/trade/close-position",
      { id, kind: "market", request_id: newRequestId(), ...more },
      owner,
    );
  const holding = { type: "jpy", code: "7203", side: "long", funding: "cash", kind: "market" };
  const seen = await app.post("/trade/preview-close-holding", holding, customer);
  expect(seen.body).toMatchObject(refused);
  const once = newRequestId();
  const asked = await close({ request_id: once });
  expect(asked.body).toMatchObject(refused);
  // The same request hears the same, another one the rule again; so does a limit that may be reached today.
  expect((await close({ request_id: once })).body).toEqual(asked.body);
  expect((await close({ kind: "limit", price: "2860" })).body).toMatchObject(refused);
  expect((await close({ quantity: "100" })).body).toMatchObject(refused);
  // An exit that is reached waits until it may sell, while another's beside it sells.
  for (const [id, owner] of [
    [back.id, customer],
    [beside.id, neighbour],
  ] as const) {
    const exit = { id, stop_loss: "2800", request_id: newRequestId() };
    await app.accepted("/trade/set-exits", exit, owner);
  }
  app.feed.quote("jpy", "7203", "2790");
  await expect.poll(() => fillsOf(beside.id, neighbour)).toEqual(["buy 100", "sell 100"]);
  expect(await fillsOf(back.id, customer)).toEqual(["buy 200"]);
  app.feed.quote("jpy", "7203", "2780");
  // What the refusal says is missing, paid in, frees all of it.
  await payIn(customer, 540_000n);
  await expect
    .poll(async () => {
      app.feed.quote("jpy", "7203", "2785");
      return fillsOf(back.id, customer);
    })
    .toEqual(["buy 200", "sell 200"]);
  // In the evening all of it is sold for the next day.
  await goTo(0, "16:00");
  const evening = { kind: "limit", price: "2840" };
  expect((await close(evening, kept.id, sleeper)).body).toMatchObject({ msg: "ok" });
  expect(await app.ledgerFaults()).toEqual([]);
});
