import type { CallInput, Calls } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import { instantOf, localDate, nextTradingDay, tradingDayEnds } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import type { Customer } from "../../platform/sessions.ts";
import { startOrders, type Orders } from "./orders.ts";

/**
 * Two things happen to an order at the same instant, in three order paths on one database, as three
 * processes have them: one of them comes first, and nothing is paid, sold or told twice.
 */
let app: TestApplication;
let desks: Orders[];
beforeAll(async () => {
  app = await startTestApplication();
  desks = [await startOrders(app.context), await startOrders(app.context)];
});
afterAll(async () => {
  for (const desk of desks) await desk.stop();
  await app.stop();
});
beforeEach(() => quote("2850"));

function quote(last: string, quantity = 10_000): void {
  const levels = [
    { price: price(BigInt(Number(last) * 10_000)), quantity: shares(BigInt(quantity)) },
  ];
  app.feed.quote("jpy", "7203", last, { asks: levels, bids: levels });
}

const rounds = Array.from({ length: 12 }, (_, index) => index);
const grant = 1_000_000;

type Trader = { signedIn: SignedIn; customer: Customer };
async function newTrader(): Promise<Trader> {
  const signedIn = await app.newCustomer();
  const customer = await app.context.sessions.resolve(signedIn.token, signedIn.account);
  if (customer === null) throw new Error("a new customer is signed in");
  return { signedIn, customer };
}

async function place(
  { signedIn }: Trader,
  more: Partial<CallInput<Calls["/trade/place-order"]>> = {},
): Promise<string> {
  const input: CallInput<Calls["/trade/place-order"]> = {
    type: "jpy",
    code: "7203",
    side: "long",
    kind: "limit",
    quantity: "100",
    leverage: "1",
    request_id: newRequestId(),
    ...(more.kind !== "market" && { price: "2800" }),
    ...more,
  };
  return (await app.accepted("/trade/place-order", input, signedIn)).id;
}

async function traders(more: Partial<CallInput<Calls["/trade/place-order"]>> = {}) {
  return Promise.all(
    rounds.map(async () => {
      const trader = await newTrader();
      return { ...trader, id: await place(trader, more) };
    }),
  );
}

const desk = (index: number): Orders => desks[index % desks.length]!;
const position = (id: string, { signedIn }: Trader) =>
  app.accepted("/trade/position", { id }, signedIn);
const available = async ({ signedIn }: Trader) =>
  Number((await app.accepted("/user/getUserinfo", {}, signedIn)).jpy);
const kinds = async ({ signedIn }: Trader) =>
  (await app.accepted("/user/messages", {}, signedIn)).items
    .map(({ kind }) => kind)
    .filter((kind) => kind !== "welcome");
const codeOf = (outcome: { ok: boolean; refusal?: { code: string } }) =>
  outcome.ok ? "ok" : (outcome.refusal?.code ?? "");

/** What has to happen, however late it does. */
const becomes = (trader: Trader & { id: string }, figures: object) =>
  expect.poll(() => position(trader.id, trader)).toMatchObject(figures);

/** What may not happen has had its time when nothing changes any more. */
async function settled(ids: readonly string[]): Promise<void> {
  const look = async () => {
    const { rows } = await app.context.database.pool.query(
      "SELECT id, revision FROM listed_position WHERE id = ANY ($1::bigint[]) ORDER BY id",
      [ids],
    );
    return JSON.stringify(rows, (_, value: unknown) =>
      typeof value === "bigint" ? value.toString() : value,
    );
  };
  let before = "";
  for (let now = await look(); now !== before; now = await look()) {
    before = now;
    await app.settle();
  }
}

describe("at the same instant", () => {
  it("a cancel and a fill: one of them is it", async () => {
    const all = await traders();
    quote("2800");
    const answers = await Promise.all(
      all.map(({ customer, id }, index) => desk(index).cancel(customer, BigInt(id))),
    );
    await settled(all.map(({ id }) => id));
    for (const [index, trader] of all.entries()) {
      const { status, fills } = await position(trader.id, trader);
      const cancelled = codeOf(answers[index]!) === "ok";
      expect([status, fills.length]).toEqual(cancelled ? [4, 0] : [0, 1]);
      expect(await available(trader)).toBe(cancelled ? grant : grant - 280_000);
      expect(await kinds(trader)).toEqual(cancelled ? [] : ["order_filled"]);
    }
  });

  it("an amendment and a fill: filled as it was, or as it is now", async () => {
    const all = await traders();
    quote("2800");
    const answers = await Promise.all(
      all.map(({ customer, id }, index) =>
        desk(index).replace(
          customer,
          BigInt(id),
          { price: index % 2 === 0 ? "2790" : "2801", stopPrice: undefined, quantity: "50" },
          newRequestId(),
        ),
      ),
    );
    await settled(all.map(({ id }) => id));
    for (const [index, trader] of all.entries()) {
      const after = await position(trader.id, trader);
      const code = codeOf(answers[index]!);
      if (code !== "ok") {
        expect([code, after.stock_num, after.status]).toEqual(["order_not_pending", "100", 0]);
        expect(await available(trader)).toBe(grant - 280_000);
      } else if (index % 2 === 0) {
        expect([after.status, after.reserved]).toEqual([3, "139500"]);
        expect(await available(trader)).toBe(grant - 139_500);
      } else {
        await becomes(trader, { status: 0, stock_num: "50" });
        expect(await available(trader)).toBe(grant - 140_000);
      }
    }
  });

  it("a closing and an exit: every share is sold once", async () => {
    const all = await traders({ kind: "market", stop_loss: "2800" });
    await app.advance(900);
    quote("2850");
    quote("2790");
    const closing = {
      kind: "market" as const,
      price: undefined,
      quantity: "60",
      timeInForce: "until_cancelled" as const,
    };
    const answers = await Promise.all(
      all.map(({ customer, id }, index) =>
        desk(index).close(customer, BigInt(id), closing, newRequestId()),
      ),
    );
    await settled(all.map(({ id }) => id));
    // What was just sold at a quote goes on with the next one.
    quote("2790");
    for (const trader of all) await becomes(trader, { status: 2 });
    await settled(all.map(({ id }) => id));
    for (const [index, trader] of all.entries()) {
      const after = await position(trader.id, trader);
      expect([after.status, after.quantity_closed, after.ending]).toEqual([2, "100", "stop_loss"]);
      const sold = after.fills
        .filter(({ side }) => side === "sell")
        .map(({ quantity }) => quantity);
      expect(sold).toEqual(codeOf(answers[index]!) === "ok" ? ["60", "40"] : ["100"]);
      expect(await available(trader)).toBe(grant - 285_000 + 279_000);
      expect(await kinds(trader)).toEqual(["closing_filled"]);
    }
  });

  it("an expiry and a fill: one of them is it, whatever the clock says where", async () => {
    const all = await traders({ time_in_force: "day" });
    const ends = tradingDayEnds("jpy", app.context.clock.now(), "always");
    const left = () => ends - app.context.clock.now();
    const seconds = Math.floor(left() / 1_000) - 1;
    if (seconds > 0) await app.advance(seconds);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, left() - 100)));
    quote("2800");
    await app.advance(1);
    quote("2800");
    for (const trader of all) {
      await becomes(trader, { status: expect.toBeOneOf([0, 4]) as number });
    }
    await settled(all.map(({ id }) => id));
    for (const trader of all) {
      const { status, fills, ending } = await position(trader.id, trader);
      const expired = ending === "expired";
      expect([status, fills.length]).toEqual(expired ? [4, 0] : [0, 1]);
      expect(await available(trader)).toBe(expired ? grant : grant - 280_000);
      expect(await kinds(trader)).toEqual([expired ? "order_expired" : "order_filled"]);
    }
  });

  it("many quotes: each fills an order once, by what it has", async () => {
    const all = await traders({ quantity: "30" });
    const isWhole = async (trader: (typeof all)[number]) => {
      const { fills, stock_num } = await position(trader.id, trader);
      return fills.length === 0 || stock_num === String(fills.length);
    };
    for (let count = 0; count < 40; count += 1) {
      quote("2800", 1);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await settled(all.map(({ id }) => id));
    for (const trader of all) {
      await expect.poll(() => isWhole(trader)).toBe(true);
      const { fills } = await position(trader.id, trader);
      const sequences = fills.map(({ quote: { sequence } }) => sequence);
      expect(new Set(sequences).size).toBe(fills.length);
      expect(fills.every(({ quantity }) => quantity === "1")).toBe(true);
    }
  });

  it("a bracket set and removed while the market passes them leaves nothing half done", async () => {
    const all = await traders({ kind: "market" });
    await app.advance(900);
    quote("2850");
    await Promise.all(
      all.map(async ({ customer, id }, index) => {
        const set = (stopLoss: string) =>
          desk(index).setBracket(
            customer,
            BigInt(id),
            { takeProfit: undefined, stopLoss },
            newRequestId(),
          );
        await set("2800");
        await Promise.all([set(""), Promise.resolve(quote("2800"))]);
      }),
    );
    await settled(all.map(({ id }) => id));
    for (const trader of all) {
      const { status, stop_loss, quantity_closed } = await position(trader.id, trader);
      if (status === 0) expect([stop_loss, quantity_closed]).toEqual([null, "0"]);
      else expect([status, quantity_closed]).toEqual([2, "100"]);
    }
  });

  it("a cancel and a split: cancelled in either order, and its money comes back once", async () => {
    const all = await traders();
    const now = app.context.clock.now();
    const exDate = nextTradingDay("jpy", localDate("jpy", now), "always");
    app.feed.act("jpy", "7203", { kind: "split", exDate, numerator: 2n, denominator: 1n });
    const seconds = Math.ceil((instantOf("jpy", exDate, "00:00") - now) / 1_000) + 1;
    await app.advance(seconds);
    const answers = await Promise.all(
      all.map(({ customer, id }, index) => desk(index).cancel(customer, BigInt(id))),
    );
    expect(answers.map(codeOf)).toEqual(all.map(() => "ok"));
    quote("1425");
    await settled(all.map(({ id }) => id));
    for (const trader of all) {
      expect(await position(trader.id, trader)).toMatchObject({ status: 4, fills: [] });
      expect(await available(trader)).toBe(grant);
    }
  });

  it("leave the books right", async () => {
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
