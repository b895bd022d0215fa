import type { HeldStock } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import {
  untilWaitingForLocks,
  waitingForLocks,
} from "../../../../../../tests/support/waiting-for-locks.ts";
import { decideUnwitnessed } from "../../../../../../tests/support/tampering.ts";
import { sql } from "../../../platform/sql/database.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

const yen = (units: number) => price(BigInt(Math.round(units * 10_000)));
const level = (units: number, quantity: number) => ({
  price: yen(units),
  quantity: shares(BigInt(quantity)),
});

/** 100 shares at the best price of each side, 200 at the next. */
beforeEach(() => {
  app.feed.quote("jpy", "7203", "2850", {
    bid: yen(2849.5),
    ask: yen(2850.5),
    bids: [level(2849.5, 100), level(2849, 200)],
    asks: [level(2850.5, 100), level(2851, 200)],
  });
});

const order = (more: Partial<PlaceInput> = {}): PlaceInput => testOrder(more);

function previewed(input: PlaceInput) {
  const { request_id: _, ...form } = input;
  return form;
}

const place = (customer: SignedIn, more: Partial<PlaceInput> = {}) =>
  app.accepted("/trade/place-order", order(more), customer);

async function held(customer: SignedIn, id: string): Promise<HeldStock> {
  const list = await app.accepted("/trade/userstocklist", { type: "jpy" }, customer);
  const found = list[id];
  if (found === undefined || typeof found === "string") throw new Error(`no position ${id}`);
  return found;
}

/** By purpose, in yen. */
async function balances({ account }: SignedIn): Promise<Record<string, number>> {
  const { rows } = await app.context.database.pool.query<{ purpose: string; balance: string }>(
    `SELECT a.purpose, b.balance FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
      JOIN customer c ON c.id = a.customer_id WHERE c.account = $1 AND a.currency = 'JPY'`,
    [account],
  );
  return Object.fromEntries(rows.map(({ purpose, balance }) => [purpose, Number(balance)]));
}

async function sharesLent(): Promise<number> {
  const { rows } = await app.context.database.pool.query<{ lent: string }>(
    "SELECT coalesce(sum(quantity), 0) AS lent FROM share_loan",
  );
  return Number(rows[0]?.lent);
}

describe("a purchase with leverage", () => {
  it("puts in a part, borrows the rest, and the figures follow", async () => {
    const customer = await app.newCustomer();
    const preview = await app.accepted(
      "/trade/preview-order",
      previewed(order({ leverage: "3" })),
      customer,
    );
    // 100 × 2,850.5 is 285,050 yen; a third of it rounded up is 95,017.
    expect(preview).toMatchObject({
      amount: "285050",
      margin: "95017",
      borrowed: "190033",
      total: "95017",
      available_after: "904983",
      credit_limit: "10000000",
      credit_after: "9809967",
      leverages: [1, 2, 3],
      short_offered: true,
      interest_rate: "2.80",
      // 190,033 ÷ 80 and ÷ 90.
      margin_call_price: "2375.4125",
      forced_sale_price: "2111.4778",
    });
    const { id } = await place(customer, { leverage: "3" });
    expect(await balances(customer)).toMatchObject({ available: 904_983, margin_debt: -190_033 });
    expect(await held(customer, id)).toMatchObject({
      status: 0,
      leverage: 3,
      margin: "95017",
      borrowed: "190033",
    });
    const info = await app.accepted("/user/getUserinfo", {}, customer);
    expect(info).toMatchObject({ jpy: "904983", jpyyjed: "9809967" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("warns of no call where nothing is borrowed", async () => {
    const customer = await app.newCustomer();
    const preview = await app.accepted("/trade/preview-order", previewed(order()), customer);
    expect(preview).toMatchObject({
      borrowed: "0",
      interest_rate: "0",
      margin_call_price: null,
      forced_sale_price: null,
    });
  });

  it("is refused beyond what the market allows, and the rule is named", async () => {
    const customer = await app.newCustomer();
    const { body } = await app.post("/trade/place-order", order({ leverage: "5" }), customer);
    expect(body).toMatchObject({
      msg: "leverage_not_offered",
      params: { max: "3", rule: "jp_margin" },
    });
  });

  it("is refused beyond the credit limit, however many come at once, and again when asked again", async () => {
    const customer = await app.newCustomer();
    await app.context.database.pool.query(
      `UPDATE ledger_balance b SET floor = -400000 FROM ledger_account a JOIN customer c
        ON c.id = a.customer_id WHERE a.id = b.account_id AND c.account = $1
        AND a.currency = 'JPY' AND a.purpose = 'margin_debt'`,
      [customer.account],
    );
    // Each borrows 190,033 yen: two fit, whichever they are.
    const orders = Array.from({ length: 8 }, () => order({ leverage: "3" }));
    const send = () =>
      Promise.all(orders.map((one) => app.refused("/trade/place-order", one, customer)));
    const answers = await send();
    expect(answers.toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => "insufficient_credit_limit"),
      ...["ok", "ok"],
    ]);
    expect(await send()).toEqual(answers);
    expect(await balances(customer)).toMatchObject({ margin_debt: -380_066 });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is not filled while something is owed that a gap has left", async () => {
    const customer = await app.newCustomer();
    await app.context.database.pool.query(
      `WITH own AS (SELECT a.id, a.purpose FROM ledger_account a JOIN customer c ON c.id = a.customer_id
          WHERE c.account = $1 AND a.currency = 'JPY'),
        moved AS (UPDATE ledger_balance b SET balance = -1234, version = 1 FROM own
          WHERE own.id = b.account_id AND own.purpose = 'shortfall_debt'),
        house AS (SELECT id FROM ledger_account WHERE customer_id IS NULL AND currency = 'JPY' LIMIT 1)
      INSERT INTO ledger_posting (transfer_id, account_id, currency, amount, balance_after, version, kind,
          cause_id, happened_at)
        SELECT nextval('ledger_transfer_id'), id, 'JPY', -1234, -1234, 1, 'test', 1, real_now() FROM own
          WHERE purpose = 'shortfall_debt'
        UNION ALL SELECT currval('ledger_transfer_id'), id, 'JPY', 1234, NULL, NULL, 'test', 1, real_now() FROM house`,
      [customer.account],
    );
    const input = order();
    for (let attempts = 0; attempts < 2; attempts += 1) {
      const { body } = await app.post("/trade/place-order", input, customer);
      expect(body).toMatchObject({
        msg: "unpaid_debt",
        params: { amount: "1234", currency: "JPY" },
      });
    }
    const { body } = await app.post("/trade/preview-order", previewed(input), customer);
    expect(body).toMatchObject({
      msg: "unpaid_debt",
      params: { amount: "1234", currency: "JPY" },
    });
  });
});

describe("a short", () => {
  it("posts margin and proceeds, borrows its shares and gains when the price falls", async () => {
    const customer = await app.newCustomer();
    const before = await sharesLent();
    const preview = await app.accepted(
      "/trade/preview-order",
      previewed(order({ side: "short", leverage: "2" })),
      customer,
    );
    // 100 × 2,849.5 is 284,950 yen, half of it 142,475. (284,950 + 142,475) ÷ 120 and ÷ 110.
    expect(preview).toMatchObject({
      amount: "284950",
      margin: "142475",
      borrowed: "142475",
      total: "142475",
      credit_after: "10000000",
      interest_rate: "1.10",
      margin_call_price: "3561.875",
      forced_sale_price: "3885.6818",
    });
    const { id, status } = await place(customer, { side: "short", leverage: "2" });
    expect(status).toBe(0);
    expect(await balances(customer)).toMatchObject({
      available: 857_525,
      short_collateral: 427_425,
      margin_debt: 0,
    });
    expect((await sharesLent()) - before).toBe(100);
    const position = await app.accepted("/trade/position", { id }, customer);
    expect(position).toMatchObject({ side: "short", buy_price: "2849.5", margin: "142475" });
    expect(position.fills).toMatchObject([{ side: "sell", price: "2849.5", quantity: "100" }]);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is refused until its customer has switched it on, whichever call opens it, and closes either way", async () => {
    const customer = await app.newlyRegistered();
    const short = order({ side: "short" });
    const dayTrade = {
      ...({ type: "jpy", code: "7203", side: "short", leverage: "2", amount: "285000" } as const),
      request_id: newRequestId(),
    };
    const switchTo = (switched: "on" | "off") =>
      app.accepted("/user/save-trading-preferences", { setting: "short", switched }, customer);
    expect(await app.refused("/trade/place-order", short, customer)).toBe("short_not_switched_on");
    expect(await app.refused("/trade/preview-order", previewed(short), customer)).toBe(
      "short_not_switched_on",
    );
    expect(await app.refused("/trade/apply-intraday", dayTrade, customer)).toBe(
      "short_not_switched_on",
    );
    await switchTo("on");
    // A request that is known keeps its first answer.
    expect(await app.refused("/trade/place-order", short, customer)).toBe("short_not_switched_on");
    const { id } = await place(customer, { side: "short" });
    await switchTo("off");
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2850");
    const closed = await app.accepted(
      "/trade/close-position",
      { id, kind: "market", request_id: newRequestId() },
      customer,
    );
    expect(closed.quantity_left).toBe("0");
  });

  it("is looked up once for all who sell short while the look before is under way", async () => {
    const customers = await Promise.all(Array.from({ length: 5 }, () => app.newCustomer()));
    const sold = await app.owner.transaction(async (owner) => {
      await sql`LOCK TABLE trading_preferences IN ACCESS EXCLUSIVE MODE`.execute(owner);
      const placed = customers.map((customer) => place(customer, { side: "short", quantity: "1" }));
      await untilWaitingForLocks(app.context.database.reader, 1);
      // What was asked before this call has got as far by its end.
      for (const customer of customers) await app.accepted("/user/bank-cards", {}, customer);
      expect(await waitingForLocks(app.context.database.reader)).toHaveLength(1);
      return placed;
    });
    for (const { status } of await Promise.all(sold)) expect(status).toBe(0);
  });

  it("is refused where the market does not allow it, with the rule and its day", async () => {
    const customer = await app.newCustomer();
    app.feed.quote("cny", "600519", "1500.00");
    const { body } = await app.post(
      "/trade/place-order",
      order({ type: "cny", code: "600519", side: "short" }),
      customer,
    );
    expect(body).toMatchObject({
      msg: "short_not_offered",
      params: { rule: "cn_short_selling", since: "2024-07-11" },
    });
  });

  it("and leverage follow what an operator decides for a stock, at once", async () => {
    const customer = await app.newCustomer();
    const offered = async () => {
      const form = previewed(order({ kind: "limit", price: "2800" }));
      const { leverages, short_offered } = await app.accepted(
        "/trade/preview-order",
        form,
        customer,
      );
      return { leverages, short_offered };
    };
    await decideUnwitnessed(
      app,
      "stock_offer",
      sql`INSERT INTO stock_offer VALUES ('jpy', '7203', '{1,2}', false)`,
    );
    await expect.poll(offered).toEqual({ leverages: [1, 2], short_offered: false });
    const { body } = await app.post("/trade/place-order", order({ leverage: "3" }), customer);
    expect(body).toMatchObject({
      msg: "leverage_not_offered",
      params: { max: "2", rule: "site_leverage" },
    });
    await decideUnwitnessed(app, "stock_offer", sql`DELETE FROM stock_offer`);
    await expect.poll(offered).toEqual({ leverages: [1, 2, 3], short_offered: true });
  });
});

describe("an order larger than the book", () => {
  it("at the market takes what there is, and the rest is cancelled", async () => {
    const customer = await app.newCustomer();
    const placed = await place(customer, { quantity: "350" });
    expect(placed).toMatchObject({
      status: 0,
      quantity: "350",
      quantity_filled: "300",
      quantity_waiting: "0",
      // 100 × 2,850.5 + 200 × 2,851 yen.
      amount: "855250",
      price: "2850.8333",
    });
    expect(await held(customer, placed.id)).toMatchObject({
      status: 0,
      stock_num: "300",
      quantity_ordered: "350",
      quantity_waiting: "0",
      reserved: "0",
    });
    expect(await balances(customer)).toMatchObject({ available: 144_750, reserved_orders: 0 });
    const { rows } = await app.context.database.pool.query<{ levels: unknown }>(
      "SELECT levels FROM fill WHERE position_id = $1",
      [placed.id],
    );
    expect(rows).toEqual([
      {
        levels: [
          ["2850.5", "100"],
          ["2851", "200"],
        ],
      },
    ]);
  });

  it("at a limit is filled in part; the rest waits with its money reserved", async () => {
    const customer = await app.newCustomer();
    const placed = await place(customer, { kind: "limit", price: "2850.5", quantity: "300" });
    expect(placed).toMatchObject({
      status: 0,
      quantity_filled: "100",
      quantity_waiting: "200",
      amount: "285050",
    });
    expect(await held(customer, placed.id)).toMatchObject({
      status: 0,
      stock_num: "100",
      buy_price: "2850.5",
      quantity_ordered: "300",
      quantity_waiting: "200",
      reserved: "570100",
      limit_price: "2850.5",
    });
    expect(await balances(customer)).toMatchObject({
      available: 144_850,
      reserved_orders: 570_100,
    });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("gives its first answer again, whether filled as a whole, in part or not at all", async () => {
    const customer = await app.newCustomer();
    for (const more of [
      { quantity: "10" },
      { kind: "limit", price: "2850.5", quantity: "110" },
      { quantity: "210", leverage: "3" },
      { kind: "limit", price: "2800", quantity: "1" },
      { kind: "stop", stop_price: "2900", quantity: "1" },
    ] as const) {
      const input = order(more);
      const first = await app.accepted("/trade/place-order", input, customer);
      expect(await app.accepted("/trade/place-order", input, customer)).toEqual(first);
      const other = { ...input, take_profit: "9000" };
      expect(await app.refused("/trade/place-order", other, customer)).toBe("request_id_reused");
    }
  });
});

describe("a stop order", () => {
  it("waits with its money reserved, the bracket with it, until the day is over", async () => {
    const customer = await app.newCustomer();
    const input = order({
      kind: "stop",
      stop_price: "2900",
      time_in_force: "day",
      take_profit: "3000",
      stop_loss: "2800",
    });
    const preview = await app.accepted("/trade/preview-order", previewed(input), customer);
    const placed = await app.accepted("/trade/place-order", input, customer);
    expect(placed).toMatchObject({
      status: 3,
      price: "2900",
      quantity_filled: "0",
      quantity_waiting: "100",
    });
    const waiting = await held(customer, placed.id);
    expect(waiting).toMatchObject({
      status: 3,
      kind: "stop",
      time_in_force: "day",
      stop_price: "2900",
      triggered_at: null,
      // 100 × 2,900 yen and 5 %.
      reserved: "304500",
      take_profit: "3000",
      stop_loss: "2800",
    });
    expect(waiting.expires_at).toBe(preview.expires_at);
    expect(Date.parse(waiting.expires_at ?? "")).toBeGreaterThan(app.context.clock.now());
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is refused where the market is already there", async () => {
    const customer = await app.newCustomer();
    const { body } = await app.post(
      "/trade/place-order",
      order({ kind: "stop", stop_price: "2850" }),
      customer,
    );
    expect(body).toMatchObject({
      msg: "stop_price_reached",
      params: { now: "2850", currency: "JPY" },
    });
  });
});

describe("several orders of one customer at once", () => {
  it("take exactly what the money allows, loans and reservations included", async () => {
    const customer = await app.newCustomer();
    const orders = Array.from({ length: 60 }, (_, index) =>
      order(
        index % 3 === 0
          ? { quantity: "10", leverage: "2" }
          : index % 3 === 1
            ? { quantity: "10", side: "short" }
            : { quantity: "10", kind: "limit", price: "2800" },
      ),
    );
    const answers = await Promise.all(
      orders.map((one) => app.refused("/trade/place-order", one, customer)),
    );
    expect(new Set(answers)).toEqual(new Set(["ok", "insufficient_balance"]));
    const own = await balances(customer);
    expect(own["available"]).toBeGreaterThanOrEqual(0);
    // The cheapest of them would not fit any more.
    expect(own["available"]).toBeLessThan(28_495);
    const list = await app.accepted("/trade/userstocklist", { type: "jpy" }, customer);
    const positions = Object.values(list).filter((one) => typeof one !== "string");
    expect(positions.length).toBe(answers.filter((answer) => answer === "ok").length);
    const sum = (figure: (one: HeldStock) => number) =>
      positions.reduce((total, one) => total + figure(one), 0);
    expect(own["reserved_orders"]).toBe(sum(({ reserved }) => Number(reserved)));
    expect(own["margin_debt"]).toBe(
      -sum(({ side, borrowed }) => (side === "long" ? Number(borrowed) : 0)),
    );
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
