import type { CallInput, Calls } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";

/**
 * Every state of a position against everything that a customer or the market can do to it: what the
 * diagram draws happens, and everything else is refused and changes nothing.
 */
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  // A short's interest is reckoned as a day turns: far from then nothing changes a position by itself.
  await advanceToWednesday(app, "10:00");
});
afterAll(() => app.stop());
beforeEach(async () => {
  quote("2850");
  customer = await app.newCustomer();
});

const yen = (units: string) => price(BigInt(Math.round(Number(units) * 10_000)));

function quote(last: string, shown: { asks?: number; bids?: number } = {}): void {
  const side = (quantity: number) =>
    quantity === 0 ? [] : [{ price: yen(last), quantity: shares(BigInt(quantity)) }];
  const { asks = 10_000, bids = 10_000 } = shown;
  app.feed.quote("jpy", "7203", last, { asks: side(asks), bids: side(bids) });
}

const place = async (more: Partial<CallInput<Calls["/trade/place-order"]>>) => {
  const input = {
    type: "jpy",
    code: "7203",
    side: "long",
    kind: "market",
    quantity: "100",
    leverage: "1",
    ...more,
    request_id: newRequestId(),
  } as CallInput<Calls["/trade/place-order"]>;
  return (await app.accepted("/trade/place-order", input, customer)).id;
};

async function hold(more: Partial<CallInput<Calls["/trade/place-order"]>> = {}): Promise<string> {
  const id = await place(more);
  await app.advance(900);
  quote("2850");
  return id;
}

async function closing(): Promise<string> {
  const id = await hold();
  await app.accepted(
    "/trade/close-position",
    { id, kind: "limit", price: "2900", request_id: newRequestId() },
    customer,
  );
  return id;
}

const status = async (id: string) =>
  (await app.accepted("/trade/position", { id }, customer)).status;
const becomes = (id: string, expected: number) => expect.poll(() => status(id)).toBe(expected);

const states = {
  "pending at a limit": () => place({ kind: "limit", price: "2800" }),
  "pending before its stop": () => place({ kind: "stop", stop_price: "2900" }),
  "pending behind its stop": async () => {
    const id = await place({ kind: "stop_limit", stop_price: "2900", price: "2900" });
    quote("2901");
    await expect
      .poll(async () => (await app.accepted("/trade/position", { id }, customer)).triggered_at)
      .not.toBeNull();
    quote("2910");
    return id;
  },
  "held in part": async () => {
    const id = await place({ kind: "limit", price: "2800", quantity: "200" });
    quote("2800", { asks: 100 });
    await becomes(id, 0);
    await app.advance(900);
    quote("2850");
    return id;
  },
  "held, still locked": () => place({}),
  held: hold,
  "held short": () => hold({ side: "short", leverage: "2" }),
  closing,
  "closing after a loss": async () => {
    const id = await hold();
    await app.accepted(
      "/trade/set-exits",
      { id, stop_loss: "2800", request_id: newRequestId() },
      customer,
    );
    quote("2800", { bids: 0 });
    await becomes(id, 1);
    return id;
  },
  closed: async () => {
    const id = await hold();
    await app.accepted(
      "/trade/close-position",
      { id, kind: "market", request_id: newRequestId() },
      customer,
    );
    return id;
  },
  cancelled: async () => {
    const id = await place({ kind: "limit", price: "2800" });
    await app.accepted("/trade/cancel-order", { id }, customer);
    return id;
  },
  rejected: async () => {
    const id = await place({ kind: "stop", stop_price: "2900" });
    quote("2900", { asks: 0 });
    await becomes(id, 6);
    return id;
  },
  "locked up": async () => {
    const id = await hold();
    await app.context.database.pool.query("UPDATE position SET state = 'locked' WHERE id = $1", [
      id,
    ]);
    return id;
  },
} satisfies Record<string, () => Promise<string>>;
type State = keyof typeof states;

const actions = {
  cancel: (id: string) => app.refused("/trade/cancel-order", { id }, customer),
  "close at the market": (id: string) =>
    app.refused(
      "/trade/close-position",
      { id, kind: "market", request_id: newRequestId() },
      customer,
    ),
  "close at a limit": (id: string) =>
    app.refused(
      "/trade/close-position",
      { id, kind: "limit", price: "2990", request_id: newRequestId() },
      customer,
    ),
  "amend the quantity": (id: string) =>
    app.refused(
      "/trade/amend-order",
      { id, quantity: "110", request_id: newRequestId() },
      customer,
    ),
  "set bracket": (id: string) =>
    app.refused(
      "/trade/set-exits",
      { id, take_profit: "3000", request_id: newRequestId() },
      customer,
    ),
} satisfies Record<string, (id: string) => Promise<string>>;
type Action = keyof typeof actions;

/** What is answered, and the status afterwards where something happened. */
type Outcome = string | { to: number };
const ended: Record<Action, Outcome> = {
  cancel: "order_not_pending",
  "close at the market": "position_not_holding",
  "close at a limit": "position_not_holding",
  "amend the quantity": "order_not_pending",
  "set bracket": "position_not_holding",
};
const pending: Record<Action, Outcome> = {
  cancel: { to: 4 },
  "close at the market": "position_not_holding",
  "close at a limit": "position_not_holding",
  "amend the quantity": { to: 3 },
  "set bracket": { to: 3 },
};
const holding: Record<Action, Outcome> = {
  cancel: "order_not_pending",
  "close at the market": { to: 2 },
  "close at a limit": { to: 1 },
  "amend the quantity": "order_not_pending",
  "set bracket": { to: 0 },
};
const table: Record<State, Record<Action, Outcome>> = {
  "pending at a limit": pending,
  "pending before its stop": pending,
  "pending behind its stop": pending,
  "held in part": { ...holding, cancel: { to: 0 }, "amend the quantity": { to: 0 } },
  "held, still locked": {
    ...holding,
    "close at the market": "sell_locked",
    "close at a limit": "sell_locked",
  },
  held: holding,
  // A short's gain lies below the market, and its closing order at 2,990 buys at once.
  "held short": {
    ...holding,
    "close at a limit": { to: 2 },
    "set bracket": "take_profit_on_wrong_side",
  },
  closing: {
    ...ended,
    cancel: { to: 0 },
    "amend the quantity": "quantity_exceeds_position",
    "set bracket": { to: 1 },
  },
  "closing after a loss": { ...ended, cancel: { to: 0 }, "set bracket": { to: 1 } },
  closed: ended,
  cancelled: ended,
  rejected: ended,
  "locked up": ended,
};

/** Everything that is kept of a position, and of its customer's money. */
async function kept(id: string): Promise<unknown[]> {
  const { rows } = await app.context.database.pool.query(
    `SELECT p.*, (SELECT json_agg(o ORDER BY o.id) FROM trade_order o
        WHERE p.id IN (o.id, o.position_id)) AS orders, (SELECT json_agg(b.balance ORDER BY b.account_id) FROM ledger_balance b
        JOIN ledger_account a ON a.id = b.account_id WHERE a.customer_id = p.customer_id) AS balances
      FROM listed_position p WHERE id = $1`,
    [id],
  );
  return rows as unknown[];
}

const cases = Object.keys(states).flatMap((state) =>
  Object.keys(actions).map((action) => [state as State, action as Action] as const),
);

describe("a position that is", () => {
  it.each(cases)("%s: %s", async (state, action) => {
    const id = await states[state]();
    const before = await kept(id);
    const expected = table[state][action];
    const answer = await actions[action](id);
    if (typeof expected === "string") {
      expect(answer).toBe(expected);
      expect(await kept(id)).toEqual(before);
    } else {
      expect(answer).toBe("ok");
      expect(await status(id)).toBe(expected.to);
    }
  });

  /** What the market's prices do, from far below to far above, to what waits for none of them. */
  it.each(["held", "held, still locked", "closed", "cancelled", "rejected", "locked up"] as const)(
    "%s: no price changes it",
    async (state) => {
      const id = await states[state]();
      const before = await kept(id);
      for (const last of ["2700", "2850", "3000"]) quote(last);
      await app.settle();
      expect(await kept(id)).toEqual(before);
    },
  );

  it("goes along the arrows only, whoever changes it", async () => {
    const { pool } = app.context.database;
    const { rows } = await pool.query<{ arrow: string }>(
      `SELECT before || '→' || after AS arrow
        FROM unnest($1::text[]) AS before, unnest($1::text[]) AS after
        WHERE position_may_go(before, after) ORDER BY before, after`,
      [["holding", "closing", "closed", "locked"]],
    );
    expect(rows.map(({ arrow }) => arrow).join(" ")).toBe(
      "closed→holding closing→closed closing→holding holding→closed holding→closing holding→locked locked→closed locked→holding",
    );
    const closed = await states.closed();
    await expect(
      pool.query("UPDATE position SET state = 'locked' WHERE id = $1", [closed]),
    ).rejects.toThrow("a position does not go from closed to locked");
    for (const state of ["cancelled", "rejected"] as const) {
      const order = await states[state]();
      await expect(
        pool.query("UPDATE trade_order SET state = 'working' WHERE id = $1", [order]),
      ).rejects.toThrow(`an order does not go from ${state} to working`);
    }
  });

  it("leaves right books, whatever was done to it", async () => {
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
