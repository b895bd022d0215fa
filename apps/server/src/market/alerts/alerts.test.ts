import { alertsMax, type CustomerEvent } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";
import type { Listener } from "../../platform/sql/listener.ts";
import { createAlertWatch } from "./alert-watch.ts";
import { startAlerts } from "./alerts.ts";

/** Two more watches on the same database stand for two more processes. */
let app: TestApplication;
let others: { stop(): Promise<void> }[];
let customer: SignedIn;
const heard: CustomerEvent[] = [];
beforeAll(async () => {
  app = await startTestApplication();
  others = [await startAlerts(app.context), await startAlerts(app.context)];
  app.context.events.subscribe((_, event) => heard.push(event));
});
beforeEach(async () => {
  app.feed.quote("jpy", "7203", "2850");
  customer = await app.newCustomer();
  heard.length = 0;
});
afterAll(async () => {
  for (const other of others) await other.stop();
  await app.stop();
});

const toyota = { type: "jpy", code: "7203", kind: "price_at_or_above", value: "2900" } as const;
const add = (more: object = {}, who = customer, requestId = newRequestId()) =>
  app.refused("/market/add-alert", { ...toyota, ...more, request_id: requestId }, who);
const added = async (more: object = {}) =>
  (
    await app.accepted(
      "/market/add-alert",
      { ...toyota, ...more, request_id: newRequestId() },
      customer,
    )
  ).id;
const list = (who = customer) => app.accepted("/market/alerts", {}, who);
const news = async (who = customer) => {
  const { items } = await app.accepted("/user/messages", {}, who);
  return items.filter(({ kind }) => kind === "price_alert");
};

describe("price alerts", () => {
  it("are listed newest first, with the stock's names and its price now", async () => {
    await added();
    await added({ kind: "percent_down", value: "3.5" });
    expect(await list()).toMatchObject([
      {
        type: "jpy",
        code: "7203",
        kind: "percent_down",
        value: "3.50",
        names: { us: "Toyota Motor" },
      },
      { kind: "price_at_or_above", value: "2900", price: "2850", change_percent: "0.00" },
    ]);
  });

  it("become one message when the price is there, and one event, whoever watches", async () => {
    const id = await added();
    app.feed.quote("jpy", "7203", "2899.5");
    expect(await list()).toHaveLength(1);
    app.feed.quote("jpy", "7203", "2912");
    await expect.poll(() => list()).toEqual([]);
    app.feed.quote("jpy", "7203", "2930");
    const [message, ...more] = await news();
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      link: "/quotes/info?type=jpy&code=7203",
      read_at: null,
      params: {
        name_jp: "トヨタ自動車",
        alert: "price_at_or_above",
        value: "2900",
        price: "2912",
        change_percent: "2.18",
      },
    });
    const events = () => heard.filter((event) => event.kind === "price_alert" && event.id === id);
    await expect
      .poll(events)
      .toEqual([{ kind: "price_alert", id, type: "jpy", code: "7203", price: "2912" }]);
  });

  it("are reached by the first of several quotes, in every process that watches", async () => {
    const reached: bigint[] = [];
    const watch = createAlertWatch(
      app.context,
      async (alerts) => void reached.push(...alerts.map(({ quote }) => quote.last)),
      () => undefined,
    );
    watch.start();
    watch.add({
      id: 1n,
      customerId: 1n,
      market: "jpy",
      code: "7203",
      kind: "price_at_or_above",
      value: scaled("2900"),
      scaleOf: app.context.clock.now(),
    });
    for (const price of ["2899.5", "2912", "2930"]) app.feed.quote("jpy", "7203", price);
    await watch.stop();
    expect(reached).toEqual([scaled("2912")]);
  });

  it("keep the quote that reached them", async () => {
    const id = await added({ kind: "price_at_or_below", value: "2800" });
    const quote = app.feed.quote("jpy", "7203", "2799");
    await expect.poll(() => list()).toEqual([]);
    const row = await firstRow(
      app.context.database.reader,
      sql<{ feed: string; quote_sequence: bigint; fired_price: bigint }>`
        SELECT feed, quote_sequence, fired_price FROM price_alert WHERE id = ${id}::bigint`,
    );
    expect(row).toEqual({
      feed: "scripted",
      quote_sequence: quote.sequence,
      fired_price: quote.last,
    });
  });

  it("of the day's change follow the previous close", async () => {
    await added({ kind: "percent_up", value: "5" });
    app.feed.quote("jpy", "7203", "2992");
    expect(await list()).toHaveLength(1);
    app.feed.quote("jpy", "7203", "2992.5");
    await expect.poll(() => list()).toEqual([]);
    expect((await news())[0]?.params).toMatchObject({ value: "5.00", change_percent: "5.00" });
  });

  it("are read again where that failed, after a reconnection and at a notification", async () => {
    const { database } = app.context;
    let fails = false;
    const reader = database.reader.withPlugin({
      transformQuery: ({ node }) => {
        if (fails) throw new Error("the database is gone");
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    let notify: (id: string) => void = () => undefined;
    let reconnect: () => void = () => undefined;
    const listener: Listener = {
      connected: () => true,
      on: (_channel, deliver) => void (notify = deliver),
      onReconnected: (deliver) => void (reconnect = deliver),
      close: async () => undefined,
    };
    const { customerId } = (await app.context.sessions.resolve(customer.token, customer.account))!;
    // Written past every other watch, and reached.
    const write = async () =>
      (await firstRow(
        database.reader,
        sql<{ id: string }>`INSERT INTO price_alert
            (customer_id, market, code, kind, value, created_at, scale_of)
          VALUES (${customerId}, 'jpy', '7203', 'price_at_or_above', 28400000, real_now(), real_now())
          RETURNING id::text AS id`,
      ))!.id;
    const other = await startAlerts({
      ...app.context,
      listener,
      database: { ...database, reader },
    });
    for (const [told, hear] of [() => reconnect(), (id: string) => notify(id)].entries()) {
      fails = true;
      hear(await write());
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await news()).toHaveLength(told);
      fails = false;
      await expect.poll(() => news()).toHaveLength(told + 1);
    }
    await other.stop();
  });

  it("that wait are found again after a start, and one that is reached by then is told", async () => {
    const { token, account } = customer;
    const customerId = (await app.context.sessions.resolve(token, account))?.customerId;
    // Written past every running watch.
    await sql`INSERT INTO price_alert (customer_id, market, code, kind, value, created_at, scale_of)
      VALUES (${customerId}, 'jpy', '7203', 'price_at_or_above', 28400000, real_now(), real_now()),
        (${customerId}, 'jpy', '7203', 'price_at_or_above', 29500000, real_now(), real_now())`.execute(
      app.context.database.reader,
    );
    const restarted = await startAlerts(app.context);
    await expect
      .poll(async () => (await news()).map(({ params }) => params["value"]))
      .toEqual(["2840"]);
    app.feed.quote("jpy", "7203", "2950");
    await expect.poll(() => list()).toEqual([]);
    expect(await news()).toHaveLength(2);
    await restarted.stop();
  });

  it("fire once each where many wait for one price and several processes watch", async () => {
    const { reader } = app.context.database;
    await sql`WITH crowd AS (
        INSERT INTO customer (account, password_hash, invitation_code, registered_at)
        SELECT (7000000000 + n)::text, '-', (SELECT code FROM invitation_code LIMIT 1), real_now()
        FROM generate_series(1, 250) AS n RETURNING id
      )
      INSERT INTO price_alert (customer_id, market, code, kind, value, created_at, scale_of)
      SELECT id, 'jpy', '6758', 'price_at_or_above', 40000000, real_now(), real_now() FROM crowd`.execute(
      reader,
    );
    const watches = await Promise.all([1, 2, 3].map(() => startAlerts(app.context)));
    app.feed.quote("jpy", "6758", "4000");
    const counted = async () =>
      firstRow(
        reader,
        sql`SELECT count(*)::int AS messages, count(DISTINCT customer_id)::int AS customers
          FROM message WHERE kind = 'price_alert' AND params->>'code' = '6758'`,
      );
    await expect.poll(counted).toEqual({ messages: 250, customers: 250 });
    for (const watch of watches) await watch.stop();
    expect(await counted()).toEqual({ messages: 250, customers: 250 });
  });
});

describe("taking an alert back", () => {
  it("keeps it from firing", async () => {
    const id = await added();
    await app.accepted("/market/remove-alert", { id }, customer);
    expect(await list()).toEqual([]);
    app.feed.quote("jpy", "7203", "2900");
    expect(await added({ value: "3000" })).not.toBe(id);
    app.feed.quote("jpy", "7203", "3000");
    await expect.poll(() => list()).toEqual([]);
    expect((await news()).map(({ params }) => params["value"])).toEqual(["3000"]);
  });

  it("is refused for one that is gone, was reached, or is another's", async () => {
    const id = await added();
    const stranger = await app.newCustomer();
    expect(await app.refused("/market/remove-alert", { id }, stranger)).toBe("alert_not_found");
    expect(await app.refused("/market/remove-alert", { id }, customer)).toBe("ok");
    expect(await app.refused("/market/remove-alert", { id }, customer)).toBe("alert_not_found");
    const reached = await added();
    app.feed.quote("jpy", "7203", "2900");
    await expect.poll(() => list()).toEqual([]);
    expect(await app.refused("/market/remove-alert", { id: reached }, customer)).toBe(
      "alert_not_found",
    );
  });

  it("and reaching it at the same instant: either it was told or it was cancelled", async () => {
    for (let round = 0; round < 10; round += 1) {
      app.feed.quote("jpy", "7203", "2850");
      const id = await added();
      const before = (await news()).length;
      app.feed.quote("jpy", "7203", "2900");
      const answer = await app.refused("/market/remove-alert", { id }, customer);
      await expect.poll(() => list()).toEqual([]);
      const told = (await news()).length - before;
      expect([answer, told]).toEqual(told === 1 ? ["alert_not_found", 1] : ["ok", 0]);
    }
  });
});

describe("adding an alert", () => {
  it("gives one answer to one request, a refusal included, and refuses the id with other input", async () => {
    const id = newRequestId();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.post("/market/add-alert", { ...toyota, request_id: id }, customer),
      ),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await list()).toHaveLength(1);
    expect(await add({ value: "2901" }, customer, id)).toBe("request_id_reused");

    const refused = newRequestId();
    expect(await add({ value: "2850" }, customer, refused)).toBe("alert_already_reached");
    app.feed.quote("jpy", "7203", "2840");
    expect(await add({ value: "2850" }, customer, refused)).toBe("alert_already_reached");
  });

  it("is refused where the same waits already, and is fine again once that was reached", async () => {
    expect([await add(), await add(), await add({ value: "2900.0" })]).toEqual([
      "ok",
      "alert_exists",
      "alert_exists",
    ]);
    app.feed.quote("jpy", "7203", "2900");
    await expect.poll(() => list()).toEqual([]);
    app.feed.quote("jpy", "7203", "2850");
    expect(await add()).toBe("ok");
  });

  it("holds its limit also when the last places are asked for all at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: alertsMax + 10 }, (_, index) => add({ value: String(2_900 + index) })),
    );
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(alertsMax);
    expect(answers.filter((answer) => answer === "alerts_too_many")).toHaveLength(10);
    expect(await list()).toHaveLength(alertsMax);
    expect(await list(await app.newCustomer())).toEqual([]);
  });

  it.each([
    [{ code: "0000" }, "instrument_not_found"],
    [{ value: "0" }, "alert_value_out_of_range"],
    [{ kind: "percent_down", value: "100" }, "alert_value_out_of_range"],
    [{ value: "2850" }, "alert_already_reached"],
    [{ value: "1e3" }, "invalid_request"],
    [{ kind: "volume" }, "invalid_request"],
    [{ request_id: "1" }, "invalid_request"],
  ])("refuses %j with %s", async (more, code) => {
    const form = { ...toyota, request_id: newRequestId(), ...more };
    expect(await app.refused("/market/add-alert", form, customer)).toBe(code);
  });
});
