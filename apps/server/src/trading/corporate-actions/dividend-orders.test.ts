import type { CallOutput, Calls } from "@sanshi/contract";
import { parseMinor, price, readPerShare, roundToPrice, type MarketKey } from "@sanshi/money";
import { instantOf, localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import {
  createScriptedFeed,
  type ScriptedFeed,
} from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { untilTraded } from "../../../../../tests/support/until-traded.ts";

type Position = CallOutput<Calls["/trade/position"]>;

let app: TestApplication;
let customer: SignedIn;
/** Of other processes. */
const others: ScriptedFeed[] = [];
const startAnother = () =>
  app.startAnother((clock) => {
    const feed = createScriptedFeed(clock);
    others.push(feed);
    return feed;
  });
beforeAll(async () => {
  app = await startTestApplication(
    { SIMULATED_GRANT: "USD:100000,JPY:5000000" },
    { jobsByThemselves: true },
  );
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.feed.quote("usd", "AAPL", "189.20");
  app.feed.quote("jpy", "7203", "2850");
  customer = await app.newCustomer();
  // A dividend of the test before may not be everywhere yet.
  await untilTraded(app, customer, { type: "usd", code: "AAPL" });
});

const place = async (more: Partial<PlaceInput> = {}, who = customer): Promise<string> => {
  const limit = { kind: "limit", price: "180.00" } as const;
  const usual = { type: "usd", code: "AAPL", ...(more.kind === undefined && limit) } as const;
  const order = testOrder({ ...usual, quantity: "10", ...more });
  return (await app.accepted("/trade/place-order", order, who)).id;
};
const position = (id: string, who = customer): Promise<Position> =>
  app.accepted("/trade/position", { id }, who);

function dividend(
  exDate: string,
  text: string,
  stock: readonly [MarketKey, string] = ["usd", "AAPL"],
): void {
  const exact = readPerShare(text);
  if (exact === null) throw new Error(`${text} is no amount per share`);
  const perShare = roundToPrice(exact);
  const feeds = [app.feed, ...others];
  for (const feed of feeds) feed.act(...stock, { kind: "dividend", exDate, perShare, exact });
}

const nextDay = () => nextTradingDay("usd", localDate("usd", app.context.clock.now()), "always");

async function overTo(exDate: string, last = "189.00"): Promise<void> {
  const ahead = instantOf("usd", exDate, "00:00") - app.context.clock.now();
  await app.advance(Math.ceil(ahead / 1_000) + 1);
  app.feed.quote("usd", "AAPL", last);
  app.feed.quote("jpy", "7203", "2850");
}

const lowerMessages = async (who = customer) => {
  const { items } = await app.accepted("/user/messages", {}, who);
  return items.filter(({ kind }) => kind === "order_lowered");
};

describe("the ex-date of a dividend", () => {
  it("lowers what waits to buy at a limit or to sell at a stop, and nothing else, with a message of each", async () => {
    const limit = await place();
    const bracketed = await place({ take_profit: "200.00", stop_loss: "170.00" });
    const stop = await place({ kind: "stop", stop_price: "195.00" });
    const marked = await place({ do_not_reduce: "true" });
    const held = await place({ kind: "market", stop_loss: "150.00" });
    const keeping = await place({
      kind: "market",
      stop_loss: "150.00",
      do_not_reduce: "true",
    });
    await app.advance(900);
    app.feed.quote("usd", "AAPL", "189.20");
    const sell = <More>(more: More) => ({
      id: held,
      quantity: "2",
      request_id: newRequestId(),
      ...more,
    });
    const stopping = { kind: "stop_limit", stop_price: "160.00", price: "159.00" } as const;
    const selling = { kind: "limit", price: "210.00" } as const;
    const trailing = { kind: "trailing_stop", trail_amount: "20.00" } as const;
    for (const form of [
      stopping,
      selling,
      trailing,
      { ...stopping, do_not_reduce: "true" } as const,
    ]) {
      await app.accepted("/trade/close-position", sell(form), customer);
    }
    const date = nextDay();
    dividend(date, "0.255000000001");
    dividend(date, "0.25");
    await overTo(date);
    await expect.poll(async () => (await position(limit)).limit_price).toBe("179.49");

    expect(await position(bracketed)).toMatchObject({
      limit_price: "179.49",
      take_profit: "200.00",
      stop_loss: "169.49",
    });
    expect(await position(stop)).toMatchObject({ stop_price: "195.00" });
    expect(await position(marked)).toMatchObject({ limit_price: "180.00", do_not_reduce: true });
    expect(await position(keeping)).toMatchObject({ stop_loss: "150.00", do_not_reduce: true });
    const after = await position(held);
    expect(after.stop_loss).toBe("149.49");
    expect(after.do_not_reduce).toBeUndefined();
    expect(after.actions.map(({ amount }) => amount)).toEqual(["2.55", "2.50"]);
    expect(
      after.closing_orders.map(({ stop_price, price, do_not_reduce }) => [
        stop_price,
        price,
        do_not_reduce,
      ]),
    ).toEqual([
      ["159.49", "158.49", undefined],
      [undefined, "210.00", undefined],
      ["169.20", null, undefined],
      ["160.00", "159.00", true],
    ]);
    expect((await position(limit)).actions).toEqual([]);
    const messages = await lowerMessages();
    expect(messages.map(({ params }) => [params["before"], params["after"]]).toSorted()).toEqual([
      ["150.00", "149.49"],
      ["160.00 / 159.00", "159.49 / 158.49"],
      ["170.00", "169.49"],
      ["180.00", "179.49"],
      ["180.00", "179.49"],
    ]);
    expect(messages[0]?.params["per_share"]).toBe("0.505000000001");
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("lowers before the first price of the day: what would have been reached is not", async () => {
    const id = await place({ price: "180.00" });
    const date = nextDay();
    dividend(date, "5.00");
    await overTo(date, "178.00");
    await expect.poll(async () => (await position(id)).limit_price).toBe("175.00");
    expect(await position(id)).toMatchObject({ status: 3 });
    app.feed.quote("usd", "AAPL", "174.00");
    await expect.poll(async () => (await position(id)).status).toBe(0);
  });

  it("needs less money for a lower limit from then on, with leverage too, and all of it is back at the end", async () => {
    const cents = (text: string) => Number(parseMinor(text, "USD"));
    const dollars = async () => cents((await app.accepted("/user/getUserinfo", {}, customer)).usd);
    const held = async (id: string) => cents((await position(id)).reserved);
    const free = await dollars();
    const plain = await place();
    const borrowing = await place({ leverage: "2", quantity: "7" });
    const before = (await held(plain)) + (await held(borrowing));
    expect(free - (await dollars())).toBe(before);
    const date = nextDay();
    dividend(date, "1.00");
    dividend(date, "0.50");
    await overTo(date);
    await expect.poll(async () => (await position(plain)).limit_price).toBe("178.50");
    await expect.poll(async () => (await position(borrowing)).limit_price).toBe("178.50");
    const after = (await held(plain)) + (await held(borrowing));
    expect(free - (await dollars())).toBe(after);
    expect(before - after).toBeGreaterThanOrEqual(1_500 + 525);
    // As much as an order that is placed at that limit.
    const twin = await place({ price: "178.50" });
    expect(await held(plain)).toBe(await held(twin));
    expect(await app.ledgerFaults()).toEqual([]);
    for (const id of [plain, borrowing, twin]) {
      await app.accepted("/trade/cancel-order", { id }, customer);
    }
    expect(await dollars()).toBe(free);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("keeps a mark when the order is replaced, and lowers what was replaced before it", async () => {
    const marked = await place({ do_not_reduce: "true" });
    const usual = await place();
    for (const id of [marked, usual]) {
      const asked = { id, price: "170.00", request_id: newRequestId() };
      await app.accepted("/trade/amend-order", asked, customer);
    }
    const date = nextDay();
    dividend(date, "1.00");
    await overTo(date);
    await expect.poll(async () => (await position(usual)).limit_price).toBe("169.00");
    expect(await position(marked)).toMatchObject({ limit_price: "170.00", do_not_reduce: true });
  });

  it("lowers once a dividend, in two processes and after a restart, and not in Tokyo", async () => {
    const id = await place();
    const tokyo = await place({ type: "jpy", code: "7203", price: "2500" });
    await startAnother();
    const date = nextDay();
    dividend(date, "0.50");
    dividend(date, "30", ["jpy", "7203"]);
    await overTo(date);
    await expect.poll(async () => (await position(id)).limit_price).toBe("179.50");
    const restarted = await startAnother();
    others.at(-1)?.act("usd", "AAPL", { kind: "dividend", exDate: date, perShare: price(5_000n) });
    await app.settle();
    await restarted.close();
    others.pop();
    expect(await position(id)).toMatchObject({ limit_price: "179.50" });
    expect(await position(tokyo)).toMatchObject({ limit_price: "2500" });
    expect(await lowerMessages()).toHaveLength(1);
    const later = nextTradingDay("usd", date, "always");
    dividend(later, "0.50");
    await overTo(later);
    await expect.poll(async () => (await position(id)).limit_price).toBe("179.00");
    expect(await lowerMessages()).toHaveLength(2);
  });

  it("ends an order of which it leaves nothing, releases its money and says so", async () => {
    const { usd: before } = await app.accepted("/user/getUserinfo", {}, customer);
    const id = await place({ price: "40.00" });
    const date = nextDay();
    dividend(date, "40.00");
    await overTo(date, "149.00");
    await expect.poll(async () => (await position(id)).status).toBe(4);
    expect(await app.accepted("/user/getUserinfo", {}, customer)).toMatchObject({ usd: before });
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items[0]).toMatchObject({ kind: "order_rejected", params: { reason: "dividend" } });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("lowers exits for parts, before and after the order that they belong to has ended", async () => {
    const form = { quantity: "20", exits: "10:200.00:170.00,10::160.00" };
    const pending = await place(form);
    const begun = await place({ ...form, kind: "market", do_not_reduce: "true" });
    const date = nextDay();
    dividend(date, "1.00");
    await overTo(date);
    await expect.poll(async () => (await position(pending)).limit_price).toBe("179.00");
    expect((await position(pending)).exits?.map(({ stop_loss: at }) => at)).toEqual([
      "169.00",
      "159.00",
    ]);
    const kept = (await position(begun)).closing_orders;
    expect(kept.map(({ stop_price: at, do_not_reduce }) => [at, do_not_reduce])).toEqual([
      ["170.00", true],
      ["160.00", true],
    ]);
  });
});
