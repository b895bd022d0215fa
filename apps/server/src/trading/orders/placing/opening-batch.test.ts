import { workingOrdersMax } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import { scaled } from "../../../../../../tests/support/scripted-feed.ts";
import { sql } from "../../../platform/sql/database.ts";
import { startOrders } from "../orders.ts";

/** Orders of one customer that come in the same moment share a batch. */
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());
beforeEach(() => quote("1000"));

function quote(last: string): void {
  app.feed.quote("jpy", "7203", last, { bid: scaled(last), ask: scaled(last) });
}

const order = (quantity: number, more: object = {}) => ({
  type: "jpy" as const,
  code: "7203",
  side: "long" as const,
  kind: "market" as const,
  quantity: String(quantity),
  leverage: "1",
  request_id: newRequestId(),
  ...more,
});

async function place(customer: SignedIn, input: Record<string, string>): Promise<string> {
  const { body } = await app.post("/trade/place-order", input, customer);
  return body.status === 1 ? "ok" : String(body.msg);
}

async function available(customer: SignedIn): Promise<number> {
  return Number((await app.accepted("/user/getUserinfo", {}, customer)).jpy);
}

describe("orders of many customers in one batch", () => {
  it("are each settled once, whatever the others are: known, too dear or used for something else", async () => {
    const [early, late] = [order(100), order(200)];
    const asksAgain = await app.newCustomer();
    const mixesUp = await app.newCustomer();
    const wantsTooMuch = await app.newCustomer();
    const others = await Promise.all(Array.from({ length: 9 }, () => app.newCustomer()));
    const first = await app.post("/trade/place-order", early, asksAgain);
    await app.accepted("/trade/place-order", late, mixesUp);
    // Twice: a batch in which a request is known is written in another form than those before it.
    for (let round = 1; round <= 2; round += 1) {
      const [again, mixedUp, tooMuch, ...outcomes] = await Promise.all([
        app.post("/trade/place-order", early, asksAgain).then(({ body }) => JSON.stringify(body)),
        place(mixesUp, { ...late, quantity: "300" }),
        place(wantsTooMuch, order(1_100)),
        ...others.map((customer) => place(customer, order(100))),
      ]);
      expect(again).toBe(JSON.stringify(first.body));
      expect([mixedUp, tooMuch]).toEqual(["request_id_reused", "insufficient_balance"]);
      expect(new Set(outcomes)).toEqual(new Set(["ok"]));
      expect(await Promise.all(others.map(available))).toEqual(
        others.map(() => 1_000_000 - round * 100_000),
      );
    }
    expect(await Promise.all([asksAgain, mixesUp, wantsTooMuch].map(available))).toEqual([
      900_000, 800_000, 1_000_000,
    ]);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

/** Of every table that has rows of what customers do: how many there are. Totals are of a batch, and a job adds them up. */
async function rowsByTable(): Promise<Map<string, number>> {
  const { pool } = app.context.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname ~ '^(client|position|fill|trade|order|ledger|share|stock_lending|message|venue|copy|intraday|margin)'
      AND relname NOT IN ('ledger_increment', 'ledger_total', 'share_pool_increment', 'share_pool_total')`,
  );
  const counted = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ count: string }>(`SELECT count(*) FROM ${name}`);
      return [name, Number(rows[0]?.count)] as const;
    }),
  );
  return new Map(counted);
}

it("an order that fills at once writes its request, position, fill and two postings, and no row more", async () => {
  const customer = await app.newCustomer();
  const before = await rowsByTable();
  expect(await place(customer, order(100))).toBe("ok");
  const after = await rowsByTable();
  const written = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)]);
  expect(Object.fromEntries(written.filter(([, count]) => count !== 0))).toEqual({
    client_request: 1,
    position: 1,
    fill: 1,
    ledger_posting: 2,
  });
});

describe("orders of one customer in one batch", () => {
  it("take their money in turn: what does not fit is refused, what fits behind it is filled", async () => {
    const customer = await app.newCustomer();
    // 1,000,000 yen at 1,000 yen a share.
    const sizes = [300, 400, 500, 200, 101, 100, 1, 300, 50];
    const outcomes = await Promise.all(sizes.map((size) => place(customer, order(size))));
    const filled = sizes.filter((_, index) => outcomes[index] === "ok");
    const spent = filled.reduce((sum, size) => sum + size, 0);
    expect(new Set(outcomes)).toEqual(new Set(["ok", "insufficient_balance"]));
    expect(await available(customer)).toBe((1_000 - spent) * 1_000);
    for (const [index, size] of sizes.entries()) {
      if (outcomes[index] !== "ok") expect(size).toBeGreaterThan(1_000 - spent);
    }
  });

  it("each keep an answer of their own, and one that came before is not bought again", async () => {
    const customer = await app.newCustomer();
    const first = order(100);
    const before = await app.post("/trade/place-order", first, customer);
    const others = Array.from({ length: 8 }, () => order(100));
    const answers = await Promise.all(
      [...others.slice(0, 4), first, ...others.slice(4), first].map((input) =>
        app.post("/trade/place-order", input, customer),
      ),
    );
    expect(answers.map(({ body }) => body.status)).toEqual(answers.map(() => 1));
    expect(JSON.stringify(answers[4]?.body)).toBe(JSON.stringify(before.body));
    expect(JSON.stringify(answers[9]?.body)).toBe(JSON.stringify(before.body));
    expect(await available(customer)).toBe(100_000);
  });

  it("do not wait in greater number than may wait", async () => {
    quote("2850");
    const customer = await app.newCustomer();
    const outcomes = await Promise.all(
      Array.from({ length: workingOrdersMax + 5 }, () =>
        place(customer, order(1, { kind: "limit", price: "2800" })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(workingOrdersMax);
    expect(outcomes.filter((outcome) => outcome === "orders_waiting_too_many")).toHaveLength(5);
    expect(await available(customer)).toBe(1_000_000 - workingOrdersMax * 2_800);
  });

  it("leave versions without a gap, and balances that are their postings' sums", async () => {
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("the first answer", () => {
  it("is given again letter by letter after its position was sold", async () => {
    const customer = await app.newCustomer();
    const input = order(100);
    const first = await app.post("/trade/place-order", input, customer);
    await app.advance(900);
    quote("1100");
    const { id } = first.body.data as { id: string };
    await app.accepted(
      "/trade/close-position",
      { id, kind: "market", request_id: newRequestId() },
      customer,
    );
    const again = await app.post("/trade/place-order", input, customer);
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
  });
});

describe("an account that was stopped after its call had begun", () => {
  it.each([
    ["frozen", "account_frozen"],
    ["banned", "account_frozen"],
    ["trading_disabled", "trading_disabled"],
  ])("opens nothing where it is %s by the time its order is settled", async (state, code) => {
    const signedIn = await app.newCustomer();
    const customer = await app.context.sessions.resolve(signedIn.token, signedIn.account);
    if (customer === null) throw new Error("a new customer is signed in");
    // What the call was let in with says that nothing is wrong: the statement alone can know better.
    expect(customer.state).toBe("active");
    await sql`UPDATE customer SET state = ${state} WHERE account = ${signedIn.account}`.execute(
      app.context.database.reader,
    );
    const desk = await startOrders(app.context);
    try {
      const { request_id: requestId, ...form } = order(1);
      const outcome = await desk.place(
        customer,
        {
          ...form,
          price: undefined,
          stopPrice: undefined,
          timeInForce: "until_cancelled",
          takeProfit: undefined,
          stopLoss: undefined,
        },
        requestId,
      );
      expect(outcome.ok ? "ok" : outcome.refusal.code).toBe(code);
      const held =
        await sql`SELECT FROM listed_position WHERE customer_id = ${customer.customerId}`.execute(
          app.context.database.reader,
        );
      expect(held.rows).toEqual([]);
    } finally {
      await desk.stop();
    }
  });
});
