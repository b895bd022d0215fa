import { addTradingDays, instantOf, localDate } from "@sanshi/rulebook";
import { price } from "@sanshi/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newBlock } from "../../../../../tests/support/test-blocks.ts";
import { sql } from "../../platform/sql/database.ts";
import { lockPurchases, startOrders, type OrderForm } from "./orders.ts";
import { calm, createSlowVenue } from "../../../../../tests/support/slow-venue.ts";
import { scriptedInstruments } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

/** Of one stock under a risk warning 500,000 shares a day, bought and waiting; another customer has a cap of his own. */
const grant = { SIMULATED_GRANT: "CNY:90000000,JPY:1000000" };
let app: TestApplication;
let practice: TestApplication;
beforeAll(async () => {
  // The feed's Moutai comes under a risk warning.
  const stock = scriptedInstruments.find(({ code }) => code === "600519") ?? {};
  Object.assign(stock, { limitClass: "special_treatment" });
  app = await startTestApplication({ MARKET_RULES: "exchange", ...grant });
  practice = await startTestApplication({ MARKET_HOURS: "exchange", ...grant });
  await goTo("10:00");
});
afterAll(async () => {
  await app.stop();
  await practice.stop();
});

async function goTo(time: string, days = 1): Promise<void> {
  for (const one of [app, practice]) {
    const now = one.context.clock.now();
    const date = addTradingDays("cny", localDate("cny", now), days);
    await one.advance(Math.round((instantOf("cny", date, time) - now) / 1_000));
    const top = { bid: price(45_900n), ask: price(46_000n), previousClose: price(46_000n) };
    one.feed.quote("cny", "600519", "4.60", top);
  }
}

const order = (quantity: string, more: object = {}) => ({
  type: "cny",
  code: "600519",
  side: "long",
  kind: "limit",
  price: "4.60",
  quantity,
  leverage: "1",
  time_in_force: "day",
  request_id: newRequestId(),
  ...more,
});

const formOf = (quantity: string): OrderForm => ({
  ...{ type: "cny", code: "600519", side: "long", kind: "limit" },
  ...{ price: "4.60", quantity, leverage: "1", timeInForce: "day" },
});

async function place(of: TestApplication, by: SignedIn, ...asked: Parameters<typeof order>) {
  const { body } = await of.post("/trade/place-order", order(...asked), by);
  return body as { status: number; msg: string; params?: Record<string, string>; data: unknown };
}

it("refuses what is beyond the day's most, with the rule, and counts what waits", async () => {
  const customer = await app.newCustomer();
  expect(await place(app, customer, "300000")).toMatchObject({ msg: "ok" });
  // It waits below the market.
  const waiting = await place(app, customer, "150000", { price: "4.50" });
  expect(waiting).toMatchObject({ msg: "ok" });
  const beyond = { max: "50000", rule: "cn_risk_warning_cap", rule_confirmed: "false" };
  expect(await place(app, customer, "50100")).toMatchObject({
    status: 0,
    msg: "quantity_above_maximum",
    params: beyond,
  });
  const { request_id: _, ...asked } = order("50100");
  const previewed = await app.post("/trade/preview-order", asked, customer);
  expect(previewed.body).toMatchObject({ msg: "quantity_above_maximum", params: beyond });
  const { id } = waiting.data as { id: string };
  const enlarge = async (quantity: string) => {
    const form = { id, quantity, request_id: newRequestId() };
    return (await app.post("/trade/amend-order", form, customer)).body;
  };
  expect(await enlarge("200100")).toMatchObject({
    msg: "quantity_above_maximum",
    params: { ...beyond, max: "200000" },
  });
  expect(await enlarge("160000")).toMatchObject({ msg: "ok" });
  expect(await enlarge("150000")).toMatchObject({ msg: "ok" });
  expect(await place(app, customer, "50000")).toMatchObject({ msg: "ok" });
  expect(await place(app, customer, "100")).toMatchObject({ params: { max: "0" } });
  // Nobody else has bought any of it.
  const other = await app.newCustomer();
  expect(await place(app, other, "500000")).toMatchObject({ msg: "ok" });
});

it("holds two orders that come at once to one day's most", async () => {
  const customer = await app.newCustomer();
  const answers = await Promise.all(
    ["300000", "300000"].map((quantity) => place(app, customer, quantity)),
  );
  expect(answers.map(({ msg }) => msg).toSorted()).toEqual(["ok", "quantity_above_maximum"]);
});

it("holds processes that take orders at once to one day's most, and a block with them", async () => {
  const desks = [await startOrders(app.context), await startOrders(app.context)];
  const block = await newBlock(app, {
    ...{ type: "cny", code: "600519", price: "4.40", lot: "100" },
    ...{ total: "900000", minimum: "100", maximum: "600000" },
  });
  try {
    for (const round of [0, 1, 2]) {
      const signedIn = await app.newCustomer();
      const customer = await app.context.sessions.resolve(signedIn.token, signedIn.account);
      if (customer === null) throw new Error("a new customer is signed in");
      const asked = desks.flatMap((desk) =>
        [0, 1].map(() => desk.place(customer, formOf("200000"), newRequestId())),
      );
      const applied = { id: `${block}`, quantity: "200000", request_id: newRequestId() };
      const [byBlock, ...orders] = await Promise.all([
        round === 0 ? null : app.post("/trade/apply-block", applied, signedIn),
        ...asked,
      ]);
      const codes = [
        ...orders.map((one) => (one.ok ? "ok" : one.refusal.code)),
        ...(byBlock === null ? [] : [byBlock.body.msg]),
      ];
      expect(codes.filter((code) => code === "ok")).toHaveLength(2);
      expect(new Set(codes)).toEqual(new Set(["ok", "quantity_above_maximum"]));
    }
  } finally {
    for (const desk of desks) await desk.stop();
  }
});

it("counts a block that is applied for with what is bought, either way round", async () => {
  const block = await newBlock(app, {
    ...{ type: "cny", code: "600519", price: "4.40", lot: "100" },
    ...{ total: "900000", minimum: "100", maximum: "600000" },
  });
  const ask = (quantity: string) => ({ id: `${block}`, quantity, request_id: newRequestId() });
  const customer = await app.newCustomer();
  const rule = { rule: "cn_risk_warning_cap" };
  expect((await app.post("/trade/apply-block", ask("500100"), customer)).body).toMatchObject({
    msg: "quantity_above_maximum",
    params: { ...rule, max: "500000" },
  });
  expect((await app.post("/trade/apply-block", ask("300000"), customer)).body.msg).toBe("ok");
  expect(await place(app, customer, "200100")).toMatchObject({
    params: { ...rule, max: "200000" },
  });
  expect(await place(app, customer, "200000")).toMatchObject({ msg: "ok" });
  const { request_id: _, ...preview } = ask("100");
  expect((await app.post("/trade/preview-block", preview, customer)).body).toMatchObject({
    params: { ...rule, max: "0" },
  });
});

it("counts a block that is delivered in the evening for the next day", async () => {
  const customer = await app.newCustomer();
  expect(await place(app, customer, "500000")).toMatchObject({ msg: "ok" });
  await goTo("16:00", 0);
  const block = await newBlock(app, {
    ...{ type: "cny", code: "600519", price: "4.40", lot: "100" },
    ...{ total: "500000", minimum: "100", maximum: "500000" },
  });
  const ask = { id: `${block}`, quantity: "500000", request_id: newRequestId() };
  expect((await app.post("/trade/apply-block", ask, customer)).body.msg).toBe("ok");
  await app.advance(3_700);
  const bought = async () => {
    const { rows } = await sql<{ quantity: bigint }>`SELECT f.quantity FROM fill f
      JOIN position p ON p.id = f.position_id JOIN customer c ON c.id = p.customer_id
      WHERE c.account = ${customer.account}`.execute(app.context.database.reader);
    return rows.length;
  };
  await expect.poll(bought).toBe(2);
  await goTo("10:00");
  expect(await place(app, customer, "100")).toMatchObject({ params: { max: "0" } });
  await goTo("10:00");
  expect(await place(app, customer, "100")).toMatchObject({ msg: "ok" });
});

it("keeps a block that waits for an order of its customer from the money that the order needs", async () => {
  const customer = await app.newCustomer();
  const block = await newBlock(app, {
    ...{ type: "cny", code: "600519", price: "4.40", lot: "100" },
    ...{ total: "900000", minimum: "100", maximum: "600000" },
  });
  const row = await sql<{ id: bigint }>`SELECT id FROM customer
    WHERE account = ${customer.account}`.execute(app.context.database.reader);
  const customerId = row.rows[0]!.id;
  const ask = { id: `${block}`, quantity: "100", request_id: newRequestId() };
  // The order of another process is in the middle of its work.
  const applied = await app.context.database.transaction(async (order) => {
    await lockPurchases(order, [customerId]);
    const waits = app.post("/trade/apply-block", ask, customer);
    await expect
      .poll(async () => {
        const found = await sql`SELECT FROM pg_locks
          WHERE locktype = 'advisory' AND NOT granted`.execute(order);
        return found.rows.length;
      })
      .toBeGreaterThan(0);
    await sql`SELECT FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id
      WHERE a.customer_id = ${customerId} FOR UPDATE OF b NOWAIT`.execute(order);
    return { waits };
  });
  expect((await applied.waits).body.msg).toBe("ok");
});

it("gives back what is cancelled, and answers a repeated order as before", async () => {
  const customer = await app.newCustomer();
  const waiting = await place(app, customer, "500000", { price: "4.50" });
  expect(await place(app, customer, "100")).toMatchObject({ params: { max: "0" } });
  const { id } = waiting.data as { id: string };
  const cancel = { id, request_id: newRequestId() };
  expect((await app.post("/trade/cancel-order", cancel, customer)).body).toMatchObject({
    msg: "ok",
  });
  const request_id = newRequestId();
  const first = await place(app, customer, "500000", { request_id });
  expect(first).toMatchObject({ msg: "ok" });
  expect(await place(app, customer, "500000", { request_id })).toEqual(first);
});

it("holds an order that comes with the enlargement of another", async () => {
  const customer = await app.newCustomer();
  const waiting = await Promise.all(
    ["100000", "100000"].map((quantity) => place(app, customer, quantity, { price: "4.50" })),
  );
  const enlarged = waiting.map(({ data }) => {
    const form = {
      id: (data as { id: string }).id,
      quantity: "300000",
      request_id: newRequestId(),
    };
    return app
      .post("/trade/amend-order", form, customer)
      .then(({ body }) => body as { msg: string });
  });
  const answers = await Promise.all([...enlarged, place(app, customer, "200000")]);
  const ok = answers.filter(({ msg }) => msg === "ok");
  expect(ok).toHaveLength(1);
});

it("begins anew on the next day", async () => {
  const customer = await app.newCustomer();
  expect(await place(app, customer, "300000")).toMatchObject({ msg: "ok" });
  // The first ends with its day, the second waits on.
  const low = { price: "4.50" };
  expect(await place(app, customer, "150000", low)).toMatchObject({ msg: "ok" });
  const standing = { ...low, time_in_force: "until_cancelled" };
  expect(await place(app, customer, "50000", standing)).toMatchObject({ msg: "ok" });
  await goTo("10:00");
  expect(await place(app, customer, "450100")).toMatchObject({ params: { max: "450000" } });
  expect(await place(app, customer, "450000")).toMatchObject({ msg: "ok" });
});

it("gets no room from a trade of another day that a venue busts", async () => {
  const customer = await app.newCustomer();
  const { data } = await place(app, customer, "300000");
  await goTo("10:00");
  const busted = JSON.stringify({
    ...{ number: 1, reverses: 0, quantity: -300_000, amount: 0, fee: 0 },
    ...{ fee_items: [], levels: null, filled_at: new Date(app.context.clock.now()) },
  });
  const id = BigInt((data as { id: string }).id);
  await app.owner.transaction((transaction) =>
    sql`INSERT INTO fill SELECT (jsonb_populate_record(f, ${busted}::jsonb)).* FROM fill f
      WHERE f.position_id = ${id}::bigint`.execute(transaction),
  );
  expect(await place(app, customer, "500100")).toMatchObject({ params: { max: "500000" } });
});

it("lets nobody wait for it who buys another stock", async () => {
  const desk = await startOrders(app.context);
  app.feed.quote("jpy", "7203", "2850");
  const customers = await Promise.all([0, 1, 2].map(() => app.newCustomer()));
  const resolved = await Promise.all(
    customers.map(({ token, account }) => app.context.sessions.resolve(token, account)),
  );
  const known = resolved.filter((one) => one !== null);
  // Two of three have the same lane, and so one batch.
  const [buyer, other] =
    ["0", "1"]
      .map((lane) => known.filter(({ customerId }) => String(customerId % 2n) === lane))
      .find(({ length }) => length > 1) ?? [];
  if (buyer === undefined || other === undefined) throw new Error("three customers have two lanes");
  const done: string[] = [];
  const place = (who: typeof buyer, form: OrderForm, name: string) =>
    desk.place(who, form, newRequestId()).then((outcome) => {
      done.push(name);
      return outcome;
    });
  try {
    const both = await app.context.database.transaction(async (transaction) => {
      await lockPurchases(transaction, [buyer.customerId]);
      const answers = [
        place(buyer, formOf("100"), "capped"),
        place(other, { ...formOf("100"), type: "jpy", code: "7203", price: "2800" }, "free"),
      ];
      await expect.poll(() => done).toEqual(["free"]);
      return { answers };
    });
    const answers = await Promise.all(both.answers);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
  } finally {
    await desk.stop();
  }
});

it("counts what a venue is asked to enlarge, before it has agreed", async () => {
  const slow = createSlowVenue(1, { ...calm });
  const at = await startTestApplication(
    { MARKET_RULES: "exchange", ...grant },
    { venue: slow.venue },
  );
  try {
    const date = addTradingDays("cny", localDate("cny", at.context.clock.now()), 1);
    const ahead = instantOf("cny", date, "10:00") - at.context.clock.now();
    await at.advance(Math.round(ahead / 1_000));
    const top = { bid: price(45_900n), ask: price(46_000n), previousClose: price(46_000n) };
    at.feed.quote("cny", "600519", "4.60", top);
    const customer = await at.newCustomer();
    const ids: string[] = [];
    for (const quantity of ["240000", "240000"]) {
      const { data } = await place(at, customer, quantity);
      ids.push((data as { id: string }).id);
    }
    const isTaken = async (id: string) => {
      slow.tick();
      const isThere = slow.book.has(`${id}-1`);
      return (
        isThere && (await at.accepted("/trade/position", { id }, customer)).at_venue === undefined
      );
    };
    for (const id of ids) await expect.poll(() => isTaken(id)).toBe(true);
    // As much money at a lower price.
    const enlarge = async (id: string) => {
      const form = { id, price: "4.40", quantity: "250900", request_id: newRequestId() };
      return (await at.post("/trade/amend-order", form, customer)).body as { msg: string };
    };
    const answers = await Promise.all(ids.map(enlarge));
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(["ok", "quantity_above_maximum"]);
  } finally {
    await at.stop();
  }
});

it("does not hold in a market to learn in", async () => {
  const learner = await practice.newCustomer();
  expect(await place(practice, learner, "500100")).toMatchObject({ msg: "ok" });
});
