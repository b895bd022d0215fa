import {
  addTradingDays,
  auctionsOf,
  instantOf,
  localDate,
  type AuctionName,
} from "@sanshi/rulebook";
import { shares } from "@sanshi/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import { firstOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import type { Customer } from "../../platform/sessions.ts";
import { startOrders, type Orders } from "./orders.ts";

/** What crosses a halt, an auction or a request's own id, in Tokyo's hours and in two order paths. */
let app: TestApplication;
let paths: Orders[];
beforeAll(async () => {
  app = await startTestApplication({ MARKET_HOURS: "exchange" });
  paths = [await startOrders(app.context), await startOrders(app.context)];
});
afterAll(async () => {
  for (const path of paths) await path.stop();
  await app.stop();
});

const grant = 1_000_000;
const path = (index: number): Orders => paths[index % paths.length]!;

function dateIn(days: number): string {
  return addTradingDays("jpy", localDate("jpy", app.context.clock.now()), days);
}

async function goTo(days: number, time: string): Promise<void> {
  const at = instantOf("jpy", dateIn(days), time);
  await app.advance(Math.ceil((at - app.context.clock.now()) / 1_000));
}

function print(days: number, auction: AuctionName, price: string): void {
  const tradingDate = dateIn(days);
  const { matchesAt: at } = auctionsOf("TSE", tradingDate, "exchange").find(
    (one) => one.auction === auction,
  )!;
  const of = { market: "jpy", code: "7203", feed: "scripted", tradingDate, auction } as const;
  app.feed.print({
    ...of,
    at,
    sequence: BigInt(at),
    price: scaled(price),
    volume: null,
    locked: null,
  });
}

function quote(last: string): void {
  const levels = [{ price: scaled(last), quantity: shares(100_000n) }];
  app.feed.quote("jpy", "7203", last, {
    previousClose: scaled("2850"),
    asks: levels,
    bids: levels,
  });
}

type Trader = { signedIn: SignedIn; customer: Customer };
async function newTrader(): Promise<Trader> {
  const signedIn = await app.newCustomer();
  const customer = await app.context.sessions.resolve(signedIn.token, signedIn.account);
  if (customer === null) throw new Error("a new customer is signed in");
  return { signedIn, customer };
}

async function place({ signedIn }: Trader, more: Partial<PlaceInput>): Promise<string> {
  return (await app.accepted("/trade/place-order", testOrder(more), signedIn)).id;
}

/** Customers with an order each. */
function traders(count: number, more: Partial<PlaceInput>) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const trader = await newTrader();
      return { ...trader, id: await place(trader, more) };
    }),
  );
}

const position = (id: string, { signedIn }: Trader) =>
  app.accepted("/trade/position", { id }, signedIn);
const available = async ({ signedIn }: Trader) =>
  Number((await app.accepted("/user/getUserinfo", {}, signedIn)).jpy);
const codeOf = (outcome: { ok: boolean; refusal?: { code: string } }) =>
  outcome.ok ? "ok" : (outcome.refusal?.code ?? "");
const cancel = ({ customer, id }: Trader & { id: string }, index: number) =>
  path(index).cancel(customer, BigInt(id), newRequestId());

it("a cancel beside a halt and a price that fills: cancelled or filled, and the halt keeps nobody in", async () => {
  const admin = await firstOperator(app);
  await goTo(1, "10:00");
  quote("2850");
  const limit = { kind: "limit", price: "2800" } as const;
  const [crossing, later] = [await traders(10, limit), await traders(2, limit)];
  const halt = { scope: "market", type: "jpy", reason: "technical_fault" } as const;
  const [{ id }, ...answers] = await Promise.all([
    opsAccepted(app, "/api/ops/trading-halts/create", halt, admin),
    ...crossing.map((trader, index) => {
      if (index === 5) quote("2800");
      return cancel(trader, index);
    }),
  ]);
  for (const [index, trader] of crossing.entries()) {
    const code = codeOf(answers[index]!);
    expect(code).toBeOneOf(["ok", "order_not_pending"]);
    const filled = code !== "ok";
    const { status, fills } = await position(trader.id, trader);
    expect([status, fills.length]).toEqual(filled ? [0, 1] : [4, 0]);
    expect(await available(trader)).toBe(filled ? grant - 280_000 : grant);
  }
  // While trading is halted nothing new is taken, and whoever waits can still go.
  quote("2790");
  const [open] = later;
  expect(await app.refused("/trade/place-order", testOrder(limit), open!.signedIn)).toBe(
    "trading_halted",
  );
  for (const [index, trader] of later.entries()) {
    if ((await position(trader.id, trader)).status !== 3) continue;
    const code = codeOf(await cancel(trader, index));
    // A fill at the price from before the halt may have been under way.
    expect([code, await available(trader)]).toBeOneOf([
      ["ok", grant],
      ["order_not_pending", grant - 280_000],
    ]);
  }
  await opsAccepted(app, "/api/ops/trading-halts/:id/resume", { id }, admin);
  expect(await app.ledgerFaults()).toEqual([]);
});

it("a cancel and a change that come after the close: what the auction took has its price, the rest is cancelled once", async () => {
  await goTo(1, "14:00");
  quote("2850");
  const day = { kind: "limit", time_in_force: "day" } as const;
  print(0, "closing", "2810");
  const reached = await traders(6, { ...day, price: "2815" });
  const beyond = await traders(4, { ...day, price: "2805" });
  await goTo(0, "15:30");
  const [taken, others] = await Promise.all([
    Promise.all(
      reached.map((trader, index) =>
        index % 3 === 2
          ? path(index).replace(
              trader.customer,
              BigInt(trader.id),
              { price: "2700", stopPrice: undefined, quantity: undefined },
              newRequestId(),
            )
          : cancel(trader, index),
      ),
    ),
    Promise.all(beyond.map(cancel)),
  ]);
  expect(taken.map(codeOf)).toEqual(reached.map(() => "order_not_pending"));
  for (const trader of reached) {
    await expect
      .poll(() => position(trader.id, trader))
      .toMatchObject({ status: 0, buy_price: "2810" });
    expect(await available(trader)).toBe(grant - 281_000);
  }
  for (const [index, trader] of beyond.entries()) {
    await expect.poll(() => position(trader.id, trader)).toMatchObject({ status: 4, fills: [] });
    const code = codeOf(others[index]!);
    const { ending } = await position(trader.id, trader);
    expect([code, ending]).toBeOneOf([
      ["ok", "cancelled"],
      ["order_not_pending", "expired"],
    ]);
    expect(await available(trader)).toBe(grant);
  }
  expect(await app.ledgerFaults()).toEqual([]);
});

type Holder = Trader & { id: string };
const change = ({ customer, id }: Holder, index: number, price: string) => {
  const form = { price, stopPrice: undefined, quantity: undefined };
  return path(index).replace(customer, BigInt(id), form, newRequestId());
};
const exits = ({ customer, id }: Holder, index: number) => {
  const form = { takeProfit: "2950", stopLoss: undefined };
  return path(index).setBracket(customer, BigInt(id), form, newRequestId());
};

it("an order that was changed is not cancelled either once the close has matched it", async () => {
  await goTo(1, "14:00");
  quote("2850");
  print(0, "closing", "2810");
  const day = { kind: "limit", time_in_force: "day" } as const;
  const buyers = await traders(9, { ...day, price: "2700" });
  for (const [index, buyer] of buyers.entries()) {
    expect(codeOf(await change(buyer, index, "2815"))).toBe("ok");
  }
  // Of another one forty were to be had before.
  const asks = [{ price: scaled("2850"), quantity: shares(40n) }];
  app.feed.quote("jpy", "7203", "2850", { asks, bids: [] });
  const [part] = await traders(1, { ...day, price: "2850" });
  quote("2860");
  await goTo(0, "15:30");
  const taking = { id: part!.id, request_id: newRequestId() };
  expect(await app.refused("/trade/cancel-order", taking, part!.signedIn)).toBe(
    "order_not_pending",
  );
  const answers = await Promise.all(
    buyers.map((buyer, index) => {
      // An exit of what was bought is taken, and keeps nobody from it.
      if (index % 3 === 0) return exits(buyer, index);
      return index % 3 === 1 ? cancel(buyer, index) : change(buyer, index, "2600");
    }),
  );
  const codes = ["ok", "order_not_pending", "order_not_pending"];
  expect(answers.map(codeOf)).toEqual(buyers.map((_, index) => codes[index % 3]));
  for (const buyer of buyers) {
    const bought = { status: 0, buy_price: "2810" };
    await expect.poll(() => position(buyer.id, buyer)).toMatchObject(bought);
    expect(await available(buyer)).toBe(grant - 281_000);
  }
  await expect.poll(async () => (await position(part!.id, part!)).fills.length).toBe(2);
  expect(await available(part!)).toBe(grant - 40 * 2850 - 60 * 2810);
});

it("a sale that the close has matched is not cancelled, and one beyond its price is", async () => {
  await goTo(1, "10:00");
  quote("2850");
  const holders = await traders(10, {});
  await goTo(0, "14:00");
  quote("2790");
  print(0, "closing", "2810");
  const sell = (holder: Holder, index: number, price: string, quantity = "100") => {
    const form = { kind: "limit", price, quantity, timeInForce: "day" } as const;
    return path(index).close(holder.customer, BigInt(holder.id), form, newRequestId());
  };
  const matched = (index: number) => index < 7;
  for (const [index, holder] of holders.entries()) {
    const price = matched(index) ? "2805" : "2860";
    expect(codeOf(await sell(holder, index, price))).toBe("ok");
    // A sale that was changed counts as one that was placed so.
    if (index === 1) expect(codeOf(await change(holder, index, "2800"))).toBe("ok");
  }
  await goTo(0, "15:30");
  const answers = await Promise.all(
    holders.map((holder, index) =>
      index % 3 === 2 && matched(index) ? change(holder, index, "2900") : cancel(holder, index),
    ),
  );
  for (const [index, holder] of holders.entries()) {
    const code = codeOf(answers[index]!);
    const isSold = matched(index);
    expect(code).toBe(isSold ? "order_not_pending" : "ok");
    const shown = isSold ? { status: 2, sell_price: "2810" } : { status: 0, quantity_closed: "0" };
    await expect.poll(() => position(holder.id, holder)).toMatchObject(shown);
    expect(await available(holder)).toBe(grant - 285_000 + (isSold ? 281_000 : 0));
  }
  expect(await app.ledgerFaults()).toEqual([]);
});

it("nothing else that is asked of a position keeps its order from the auction that has matched it", async () => {
  await goTo(1, "10:00");
  quote("2850");
  const holders = await traders(4, {});
  await goTo(0, "14:00");
  quote("2790");
  print(0, "closing", "2810");
  const sell = async (holder: Holder, index: number, price: string, quantity: string) => {
    const form = { kind: "limit", price, quantity, timeInForce: "day" } as const;
    const { customer, id } = holder;
    return codeOf(await path(index).close(customer, BigInt(id), form, newRequestId()));
  };
  for (const [index, holder] of holders.entries()) {
    expect(await sell(holder, index, "2805", "60")).toBe("ok");
    if (index < 2) expect(await sell(holder, index, "2860", "20")).toBe("ok");
  }
  const other = await Promise.all(
    holders.slice(0, 2).map(async (holder) => {
      const { closing_orders: orders } = await position(holder.id, holder);
      return { ...holder, id: orders.find(({ price }) => price === "2860")!.id };
    }),
  );
  await goTo(0, "15:30");
  await Promise.all([
    ...other.map(cancel),
    sell(holders[2]!, 2, "2900", "40"),
    exits(holders[3]!, 3),
  ]);
  for (const holder of holders) {
    const sold = { quantity_closed: "60", sell_price: "2810" };
    await expect.poll(() => position(holder.id, holder)).toMatchObject(sold);
  }
  expect(await app.ledgerFaults()).toEqual([]);
});

it("a change of an order that the market has just filled finds nothing to change", async () => {
  await goTo(1, "10:00");
  quote("2850");
  const [trader] = await traders(1, { kind: "limit", price: "2800" });
  const { id } = trader!;
  quote("2800");
  await expect.poll(() => position(id, trader!)).toMatchObject({ status: 0 });
  const change = { id, price: "2790", request_id: newRequestId() };
  expect(await app.refused("/trade/amend-order", change, trader!.signedIn)).toBe(
    "order_not_pending",
  );
  expect(await available(trader!)).toBe(grant - 280_000);
});

it("one id of a request for an order and a sale at once stands for one of them", async () => {
  await goTo(1, "10:00");
  quote("2850");
  const holders = await traders(8, { quantity: "10" });
  await app.advance(900);
  quote("2850");
  const form = { kind: "market", price: undefined, quantity: "10" } as const;
  await Promise.all(
    holders.map(async (trader, index) => {
      const requestId = newRequestId();
      const { code, side, kind, quantity, leverage } = testOrder({ quantity: "10" });
      const timeInForce = "until_cancelled";
      const bought = () =>
        path(index).place(
          trader.customer,
          {
            ...{ type: "jpy", code, side, kind, quantity, leverage, timeInForce },
            ...{ price: undefined, takeProfit: undefined, stopLoss: undefined },
          },
          requestId,
        );
      const sold = () =>
        path(index + 1).close(
          trader.customer,
          BigInt(trader.id),
          { ...form, timeInForce },
          requestId,
        );
      const both = await Promise.all(
        index % 2 === 0 ? [bought(), sold()] : [sold(), bought()].toReversed(),
      );
      const codes = both.map(codeOf);
      expect(codes.toSorted()).toEqual(["ok", "request_id_reused"]);
      const { quantity_closed } = await position(trader.id, trader);
      const isBought = codes[0] === "ok";
      expect(quantity_closed).toBe(isBought ? "0" : "10");
      expect(await available(trader)).toBe(isBought ? grant - 57_000 : grant);
    }),
  );
  expect(await app.ledgerFaults()).toEqual([]);
});
