import { positionStatuses } from "@sanshi/contract";
import { price } from "@sanshi/money";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import type { RawJson } from "../../platform/http/answers.ts";
import type { Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { startOrders, type OrderForm, type Orders } from "./orders.ts";
import { createTriggers } from "./working/triggers.ts";
import type { WatchedOrder } from "./working/watched.ts";

/** Two order paths on one database, as two API processes have them: only the database is between them. */
let app: TestApplication;
let desks: [Orders, Orders];
beforeAll(async () => {
  app = await startTestApplication();
  desks = [await startOrders(app.context), await startOrders(app.context)];
});
afterAll(async () => {
  for (const desk of desks) await desk.stop();
  await app.stop();
});
beforeEach(() => void app.feed.quote("jpy", "7203", "2850"));

const form = (more: Partial<OrderForm> = {}): OrderForm => ({
  type: "jpy",
  code: "7203",
  side: "long",
  kind: "market",
  price: undefined,
  quantity: "10",
  leverage: "1",
  timeInForce: "until_cancelled",
  ...more,
});

async function newTrader(): Promise<{ signedIn: SignedIn; customer: Customer }> {
  const signedIn = await app.newCustomer();
  const customer = await app.context.sessions.resolve(signedIn.token, signedIn.account);
  if (customer === null) throw new Error("a new customer is signed in");
  return { signedIn, customer };
}

const desk = (index: number): Orders => desks[index % 2 === 0 ? 0 : 1];
const codeOf = (outcome: Outcome<RawJson>) => (outcome.ok ? "ok" : outcome.refusal.code);
const dataOf = (outcome: Outcome<RawJson>): { id: string } => {
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return JSON.parse(outcome.value.text) as { id: string };
};

describe("two processes", () => {
  it("together let a customer spend exactly the money there is", async () => {
    const { signedIn, customer } = await newTrader();
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        desk(index).place(customer, form(), newRequestId()),
      ),
    );
    const codes = outcomes.map(codeOf);
    expect(codes.filter((code) => code === "ok")).toHaveLength(35);
    expect(codes.filter((code) => code === "insufficient_balance")).toHaveLength(165);
    const info = await app.accepted("/user/getUserinfo", {}, signedIn);
    expect(info.jpy).toBe(String(1_000_000 - 35 * 28_500));
  });

  it("give one answer to one request id", async () => {
    const { signedIn, customer } = await newTrader();
    const ids = Array.from({ length: 20 }, () => newRequestId());
    const outcomes = await Promise.all(
      ids.flatMap((id) =>
        [0, 1, 0, 1].map((index) => desk(index).place(customer, form({ quantity: "1" }), id)),
      ),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(20);
    const info = await app.accepted("/user/getUserinfo", {}, signedIn);
    expect(info.jpy).toBe(String(1_000_000 - 20 * 2_850));
  });

  it("together sell exactly what is left, each request once", async () => {
    const { customer } = await newTrader();
    const { id } = dataOf(await desk(0).place(customer, form({ quantity: "50" }), newRequestId()));
    await app.advance(900);
    app.feed.quote("jpy", "7203", "2850");
    const closing = {
      kind: "market" as const,
      price: undefined,
      quantity: "3",
      timeInForce: "until_cancelled" as const,
    };
    const ids = Array.from({ length: 30 }, () => newRequestId());
    const outcomes = await Promise.all(
      ids.flatMap((request) =>
        [0, 1].map((index) => desk(index).close(customer, BigInt(id), closing, request)),
      ),
    );
    const byRequest = ids.map((_, place) => outcomes.slice(2 * place, 2 * place + 2));
    for (const [one, other] of byRequest) expect(one).toEqual(other);
    const codes = byRequest.map(([one]) => (one === undefined ? "" : codeOf(one)));
    expect(codes.filter((code) => code === "ok")).toHaveLength(16);
    expect(new Set(codes)).toEqual(new Set(["ok", "quantity_exceeds_position"]));
  });

  it("fill a working order once", async () => {
    const { signedIn, customer } = await newTrader();
    const waiting = form({ kind: "limit", price: "2800" });
    const placed = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        desk(index).place(customer, waiting, newRequestId()),
      ),
    );
    expect(new Set(placed.map(codeOf))).toEqual(new Set(["ok"]));
    // A process that starts now knows them all from the database, and competes with the others.
    const third = await startOrders(app.context);
    app.feed.quote("jpy", "7203", "2790");
    await expect
      .poll(async () => {
        const list = await app.accepted("/trade/userstocklist", { type: "jpy" }, signedIn);
        return Object.values(list).filter(
          (one) => typeof one !== "string" && one.status === positionStatuses.holding,
        ).length;
      })
      .toBe(10);
    await third.stop();
    const info = await app.accepted("/user/getUserinfo", {}, signedIn);
    expect(info.jpy).toBe(String(1_000_000 - 10 * 27_900));
  });

  it("leave the books right", async () => {
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a process that starts", () => {
  it("watches every order that was waiting before", async () => {
    const { customer } = await newTrader();
    const bought = dataOf(await desk(0).place(customer, form(), newRequestId()));
    const waiting = dataOf(
      await desk(0).place(customer, form({ kind: "limit", price: "2500" }), newRequestId()),
    );
    await app.advance(900);
    app.feed.quote("jpy", "7203", "2850");
    const sale = {
      kind: "limit" as const,
      price: "3200",
      quantity: undefined,
      timeInForce: "until_cancelled" as const,
    };
    await desk(0).close(customer, BigInt(bought.id), sale, newRequestId());
    const reached: WatchedOrder[] = [];
    const triggers = createTriggers(app.context, (order) => {
      if (order.customerId === customer.customerId) reached.push(order);
      return Promise.resolve(true);
    });
    await triggers.start();
    app.feed.quote("jpy", "7203", "2500");
    app.feed.quote("jpy", "7203", "3200");
    triggers.stop();
    expect(reached.map(({ positionId }) => positionId.toString())).toEqual([waiting.id, bought.id]);
  });
});

describe("a process that ends", () => {
  it("leaves what it watched to the others, and what it changed is watched as it is", async () => {
    const { signedIn, customer } = await newTrader();
    const ending = await startOrders(app.context);
    const limit = form({ kind: "limit", price: "2700" });
    const left = dataOf(await ending.place(customer, limit, newRequestId()));
    const moved = dataOf(await desk(0).place(customer, limit, newRequestId()));
    const amendment = { price: "2750", stopPrice: undefined, quantity: undefined };
    await ending.replace(customer, BigInt(moved.id), amendment, newRequestId());
    await ending.stop();
    const statusAt = (id: string, last: string) =>
      expect.poll(
        async () => {
          app.feed.quote("jpy", "7203", last);
          return (await app.accepted("/trade/position", { id }, signedIn)).status;
        },
        { interval: 200 },
      );
    await statusAt(moved.id, "2750").toBe(positionStatuses.holding);
    expect((await app.accepted("/trade/position", { id: left.id }, signedIn)).status).toBe(3);
    await statusAt(left.id, "2700").toBe(positionStatuses.holding);
  });
});

describe("a market that reaches thousands at once", () => {
  it("has each of them tried once, no more than some hundred at a time", async () => {
    const found = { count: 0, now: 0, most: 0 };
    const triggers = createTriggers(app.context, async () => {
      found.count += 1;
      found.now += 1;
      found.most = Math.max(found.most, found.now);
      await sleep(1);
      found.now -= 1;
      return true;
    });
    const watch = (positionId: bigint) =>
      triggers.watch({
        positionId,
        customerId: 1n,
        market: "usd",
        code: "AAPL",
        revision: 0,
        watches: [{ side: "last_at_or_below", level: price(1_000_000n), notBefore: null }],
        after: null,
      });
    for (let id = 1n; id <= 5_000n; id += 1n) watch(id);
    expect(found.count).toBe(0);
    app.feed.quote("usd", "AAPL", "99.00");
    // Not started, they look at the newest quote with the next order.
    watch(5_001n);
    await expect.poll(() => found.count).toBe(5_001);
    expect(found.most).toBeLessThanOrEqual(512);
    triggers.stop();
  });
});

describe("an order path that is full", () => {
  it("sheds at once instead of queueing for ever, and keeps nothing of what it shed", async () => {
    const { signedIn, customer } = await newTrader();
    const shedId = newRequestId();
    const waiting = Array.from({ length: 320 }, () =>
      desk(0).place(customer, form({ quantity: "1" }), newRequestId()),
    );
    const shed = await desk(0).place(customer, form({ quantity: "1" }), shedId);
    expect(codeOf(shed)).toBe("overloaded");
    const outcomes = (await Promise.all(waiting)).map(codeOf);
    expect(new Set(outcomes)).toEqual(new Set(["ok", "overloaded"]));
    await sleep(1);
    expect(codeOf(await desk(0).place(customer, form({ quantity: "1" }), shedId))).toBe("ok");
    const list = await app.accepted("/trade/userstocklist", { type: "jpy" }, signedIn);
    const filled = outcomes.filter((code) => code === "ok").length;
    expect(Object.keys(list)).toHaveLength(filled + 1 + 2);
  });
});
