import { minor, price, shares, zeroMinor } from "@sanshi/money";
import { feeSchedule, withCommission } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import type { Quote } from "../../../market-feed/market-feed.ts";
import type { StoredPosition, WorkingClosing } from "../storing/positions.store.ts";
import { closed, stopsClosing } from "./position-changes.ts";
import { triggerWork } from "./change-step.ts";
import { isExpired } from "../cancelling/cancelling.ts";
import { askedAt, closingsAfter, type ClosingOrder } from "./closing-orders.ts";
import type { TradingAccounts } from "../storing/openings.store.ts";

const at = price(10_000_000n);
const now = Date.parse("2026-11-20T02:00:00Z");

/** 0.1 % of the value, at least 500 yen. */
const schedule = withCommission(feeSchedule("jpy", "2026-11-20"), {
  validFrom: "2026-11-20",
  rate: 1_000n,
  minimumMinor: minor(500n),
  maximumMinor: null,
});
const fees = { of: () => schedule, stop: async () => undefined };
const accounts = {} as TradingAccounts;
const quote = { feed: "scripted", sequence: 1n, bid: at, ask: at, at: now } as Quote;

/** 300 shares at 1,000 yen, all of them the customer's own. */
function held(more: Partial<StoredPosition> = {}): StoredPosition {
  return {
    id: 1n,
    customer_id: 1n,
    customer_state: "active",
    market: "jpy",
    code: "7203",
    closing_barred_until: null,
    side: "long",
    kind: "market",
    time_in_force: "until_cancelled",
    leverage: 1,
    status: "holding",
    revision: 0,
    last_resumed_at: null,
    quantity: shares(300n),
    limit_price: null,
    hold_price: null,
    stop_price: null,
    triggered_at: null,
    opening_works: false,
    placed_at: now,
    opened_at: now,
    sellable_at: now,
    opened: shares(300n),
    closed: shares(0n),
    open_price: at,
    open_value: at * 300n,
    close_value: 0n,
    cost: minor(300_000n),
    open_fee: zeroMinor,
    margin: minor(300_000n),
    borrowed: zeroMinor,
    reserved: zeroMinor,
    margin_left: minor(300_000n),
    borrowed_left: zeroMinor,
    collateral_left: zeroMinor,
    interest_units: 0n,
    interest_through: null,
    interest_paid: zeroMinor,
    newest_lot: null,
    newest_lot_on: null,
    basis_closed: zeroMinor,
    proceeds: zeroMinor,
    close_fee: zeroMinor,
    stamp_duty: zeroMinor,
    realised: zeroMinor,
    closing_shares: shares(0n),
    closings: [],
    exits: null,
    asked_id: 1n,
    expires_at: null,
    take_profit: null,
    stop_loss: null,
    ending: null,
    matched_feed: null,
    matched_sequence: null,
    is_behind: false,
    do_not_reduce: false,
    extended_hours: false,
    available: zeroMinor,
    credit: zeroMinor,
    shortfall: zeroMinor,
    loan: zeroMinor,
    is_called: false,
    now,
    ...more,
  };
}

/** The fees of the position's fills, a hundred shares each, by what each order finds of it. */
function feesOf(order: Partial<ClosingOrder>): bigint[] {
  let stored = held();
  const paid: bigint[] = [];
  for (let left = 300n; left > 0n; left -= 100n) {
    const asked: ClosingOrder = {
      id: 7n,
      working: stored.closings[0] ?? null,
      quantity: shares(left),
      limit: null,
      asked: askedAt(order.limit ?? null),
      triggers: false,
      reason: null,
      ...order,
    };
    const quantity = shares(100n);
    const match = { quantity, value: at * quantity, price: at, slices: [], hasCounterparty: true };
    const { change, part } = closed(stored, asked, { quote, match, now, fees }, accounts);
    stored = { ...stored, ...change.to, closings: closingsAfter(stored, change.orders) };
    paid.push(part.fee);
  }
  return paid;
}

describe("the fees of what is closed in parts", () => {
  it("have a minimum once where one order goes on", () => {
    expect(feesOf({ limit: at })).toEqual([500n, 0n, 0n]);
    expect(feesOf({ reason: "stop_loss" })).toEqual([500n, 0n, 0n]);
  });

  it("have it once where the position is sold by force, whatever the parts", () => {
    expect(feesOf({ reason: "forced_sale" })).toEqual([500n, 0n, 0n]);
  });

  it("have it each time where the customer orders each time", () => {
    expect(feesOf({})).toEqual([500n, 500n, 500n]);
  });
});

describe("a closing order that is cancelled", () => {
  const [gain, loss] = [price(11_000_000n), price(9_000_000n)];
  const order = (id: bigint, origin: WorkingClosing["origin"]): WorkingClosing => ({
    id,
    origin,
    ...askedAt(origin === "stop_loss" ? null : gain),
    triggered_at: null,
    closing_group: null,
    group_filled: null,
    group_value: null,
    revision: 0,
    quantity: shares(100n),
    filled: shares(20n),
    filled_value: 1n,
    expires_at: now,
  });
  const closing = (...closings: WorkingClosing[]) =>
    held({
      status: "closing",
      closing_shares: shares(80n * BigInt(closings.length)),
      closings,
      take_profit: gain,
      stop_loss: loss,
    });
  const waiting = (origin: WorkingClosing["origin"]) => {
    const stored = closing(order(7n, origin));
    return stopsClosing(stored, stored.closings, "cancelled").to;
  };

  it("takes the exit that has placed it with it, and leaves the other", () => {
    expect(waiting("take_profit")).toMatchObject({ take_profit: null, stop_loss: loss });
    expect(waiting("stop_loss")).toMatchObject({ take_profit: gain, stop_loss: null });
    expect(waiting("customer")).toMatchObject({ take_profit: gain, stop_loss: loss });
  });

  it("leaves nothing of itself", () => {
    expect(waiting("customer")).toMatchObject({ status: "holding", closing_shares: 0n });
  });

  it("leaves the others at work, and only the position whose last it was held", () => {
    const stored = closing(order(7n, "customer"), order(8n, "customer"));
    const change = stopsClosing(stored, stored.closings.slice(0, 1), "cancelled");
    expect(change.to).toMatchObject({ status: "closing", closing_shares: 80n });
    expect(change.orders).toMatchObject([{ id: 7n, isNew: false, state: "cancelled" }]);
    expect(closingsAfter(stored, change.orders).map(({ id }) => id)).toEqual([8n]);
  });
});

it("an order is over from the very moment at which its day ends", () => {
  expect(isExpired({ expires_at: now }, now - 1)).toBe(false);
  expect(isExpired({ expires_at: now }, now)).toBe(true);
  expect(isExpired({ expires_at: null }, now)).toBe(false);
});

describe("a working order for extended hours", () => {
  const watch = { side: "ask_at_or_below" as const, level: price(1_000_000n), notBefore: null };
  const order = {
    ...{ positionId: 1n, customerId: 2n, market: "usd" as const, code: "AAPL", revision: 0 },
    ...{ watches: [watch], extended: [watch], after: null },
  };

  it("meets their quote where that has reached it, and not where another price has", () => {
    expect(triggerWork(order, "reached")).not.toHaveProperty("extended");
    expect(triggerWork(order, "keeps")).not.toHaveProperty("extended");
    expect(triggerWork({ ...order, atExtended: true }, "reached").extended).toBe(true);
  });
});
