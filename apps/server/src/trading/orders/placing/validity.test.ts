import type { CallInput, Calls, HeldStock } from "@sanshi/contract";
import {
  addTradingDays,
  auctionsOf,
  instantOf,
  isHalfDay,
  isTradingDay,
  localDate,
  type AuctionName,
} from "@sanshi/rulebook";
import { shares } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../../tests/support/builders.ts";
import { scaled } from "../../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import { startOrders, type Orders } from "../orders.ts";

/** Orders of an auction alone, until a date and at once, where Tokyo's hours are kept; in two order paths. */
let app: TestApplication;
let other: Orders;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_HOURS: "exchange" });
  other = await startOrders(app.context);
  customer = await app.newCustomer();
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

function dateIn(days: number): string {
  return addTradingDays("jpy", localDate("jpy", app.context.clock.now()), days);
}

function dayIn(days: number): string {
  return localDate("jpy", app.context.clock.now() + days * 86_400_000);
}

const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();

async function goTo(days: number, time: string): Promise<void> {
  const at = instantOf("jpy", dateIn(days), time);
  await app.advance(Math.ceil((at - app.context.clock.now()) / 1_000));
}

function momentOf(days: number, name: AuctionName): number {
  return auctionsOf("TSE", dateIn(days), "exchange").find(({ auction }) => auction === name)!
    .matchesAt;
}

/** What an auction of a coming day comes to. */
function print(days: number, auction: AuctionName, price: string, locked: "buy" | null = null) {
  const at = momentOf(days, auction);
  const of = { market: "jpy", code: "7203", feed: "scripted", tradingDate: dateIn(days) } as const;
  const sequence = BigInt(at);
  app.feed.print({ ...of, auction, sequence, at, price: scaled(price), volume: null, locked });
}

function quote(last: string, quantity = 10_000): void {
  const levels = [{ price: scaled(last), quantity: shares(BigInt(quantity)) }];
  app.feed.quote("jpy", "7203", last, { previousClose: scaled(last), asks: levels, bids: levels });
}

type PlaceInput = Partial<CallInput<Calls["/trade/place-order"]>>;
const order = (more: PlaceInput) => testOrder({ quantity: "10", ...more });
const place = (more: PlaceInput) => app.accepted("/trade/place-order", order(more), customer);
const refused = (more: PlaceInput) => app.refused("/trade/place-order", order(more), customer);
type CloseInput = Partial<CallInput<Calls["/trade/close-position"]>>;
const close = (id: string, more: CloseInput) =>
  app.accepted(
    "/trade/close-position",
    { id, kind: "market", request_id: newRequestId(), ...more },
    customer,
  );

async function found(id: string): Promise<HeldStock> {
  const held = await app.accepted("/trade/userstocklist", { type: "jpy" }, customer);
  const ended = await app.accepted("/trade/userstocklists", { type: "jpy" }, customer);
  const one = held[id] ?? ended[id];
  if (one === undefined || typeof one === "string") throw new Error(`no position ${id}`);
  return one;
}
const becomes = (id: string, figures: object) =>
  expect.poll(() => found(id)).toMatchObject(figures);

describe("an order for an auction alone", () => {
  it("gets that auction's price and no other's, at the market or at a limit, or is over with it", async () => {
    await goTo(1, "20:00");
    quote("2850");
    print(1, "opening", "2880");
    print(1, "morning_closing", "2890");
    const atOpen = await place({ kind: "market", time_in_force: "at_open" });
    expect(atOpen).toMatchObject({
      status: 3,
      meets: { by: "opening", at: new Date(momentOf(1, "opening")).toISOString() },
    });
    const limit = { kind: "limit", price: "2885" } as const;
    const limitAtOpen = await place({ ...limit, time_in_force: "at_open" });
    const beyond = await place({ kind: "limit", price: "2879.5", time_in_force: "at_open" });
    const atClose = await place({ kind: "market", time_in_force: "at_close" });
    expect(atClose.meets?.by).toBe("morning_closing");
    const tooLow = await place({ ...limit, time_in_force: "at_close" });
    const turned = await place({ ...limit, price: "2860", time_in_force: "market_at_close" });
    // The opening is past and the session goes on: nothing of the close is filled in it.
    await goTo(1, "09:30");
    quote("2870");
    await becomes(atOpen.id, { status: 0, buy_price: "2880" });
    await becomes(limitAtOpen.id, { status: 0, buy_price: "2880" });
    await becomes(beyond.id, { status: 4, ending: "expired" });
    quote("2871");
    for (const { id } of [atClose, tooLow, turned])
      expect(await found(id)).toMatchObject({ status: 3 });
    expect(await refused({ kind: "market", time_in_force: "at_open" })).toBe("opening_has_passed");
    await goTo(0, "12:00");
    await becomes(atClose.id, { status: 0, buy_price: "2890" });
    await becomes(tooLow.id, { status: 4, ending: "expired" });
    await becomes(turned.id, { status: 0, buy_price: "2890" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is neither cancelled nor changed once its auction has matched", async () => {
    await goTo(1, "20:00");
    quote("2850");
    print(1, "opening", "2880");
    const { id } = await place({ kind: "limit", price: "2900", time_in_force: "at_open" });
    const found = await app.context.sessions.resolve(customer.token, customer.account);
    await goTo(1, "09:00");
    const [here, there] = await Promise.all([
      app.post("/trade/cancel-order", { id, request_id: newRequestId() }, customer),
      other.cancel(found!, BigInt(id), newRequestId()),
    ]);
    expect([here.body.status === 1, there.ok]).toEqual([false, false]);
    await becomes(id, { status: 0, buy_price: "2880" });
  });

  it("closes too, several parts of one position in one auction", async () => {
    await goTo(1, "10:00");
    quote("2850");
    const { id } = await place({ kind: "market" });
    await goTo(0, "11:00");
    quote("2850");
    print(0, "morning_closing", "2860");
    const first = await close(id, { quantity: "4", time_in_force: "at_close" });
    expect(first).toMatchObject({ status: 1, meets: { by: "morning_closing" } });
    await close(id, { kind: "limit", price: "2855", quantity: "3", time_in_force: "at_close" });
    await close(id, { kind: "limit", price: "2900", quantity: "3", time_in_force: "at_close" });
    await goTo(0, "11:30");
    await becomes(id, { status: 0, stock_num: "3", closing_orders: [] });
    const { fills } = await app.accepted("/trade/position", { id }, customer);
    expect(fills.map(({ price, quantity }) => `${quantity} ${price}`)).toEqual([
      "10 2850",
      "4 2860",
      "3 2860",
    ]);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is refused with the rule where a market has none", async () => {
    const shanghai = { type: "cny", code: "600519", kind: "limit", price: "1500" } as const;
    for (const time_in_force of [
      "at_open",
      "at_close",
      "market_at_close",
      "fill_or_kill",
    ] as const) {
      const { body } = await app.post(
        "/trade/place-order",
        order({ ...shanghai, quantity: "100", time_in_force }),
        customer,
      );
      expect(body).toMatchObject({
        msg: "order_form_not_offered",
        params: { rule: "cn_order_forms" },
      });
    }
    const stop = { kind: "stop", stop_price: "2900", time_in_force: "at_open" } as const;
    expect(await refused(stop)).toBe("order_form_not_offered");
    const tokyo = { kind: "limit", price: "2850", time_in_force: "fill_or_kill" } as const;
    expect(await refused(tokyo)).toBe("order_form_not_offered");
  });
});

describe("an order at the market outside of a session", () => {
  it("holds the money of the day's highest price, and gets the opening's", async () => {
    await goTo(1, "20:00");
    quote("2850");
    print(1, "opening", "2870");
    const waiting = await place({ kind: "market" });
    expect(waiting).toMatchObject({ status: 3, meets: { by: "opening" } });
    // The day's limit above 2,850 yen is 500 yen away.
    expect(await found(waiting.id)).toMatchObject({ time_in_force: "day", margin: "33500" });
    await goTo(1, "09:00");
    await becomes(waiting.id, { status: 0, buy_price: "2870" });
    await goTo(0, "12:00");
    const sale = await close(waiting.id, {});
    expect(sale).toMatchObject({ status: 1, meets: { by: "afternoon_opening" } });
    print(0, "afternoon_opening", "2875");
    await goTo(0, "12:30");
    await becomes(waiting.id, { status: 2, sell_price: "2875" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("waits on where nobody stands on the other side, and is over with its day", async () => {
    await goTo(1, "20:00");
    quote("2850");
    print(1, "opening", "2870", "buy");
    const { id } = await place({ kind: "market" });
    await goTo(1, "10:00");
    app.feed.quote("jpy", "7203", "2870", { previousClose: scaled("2850"), asks: [] });
    expect(await found(id)).toMatchObject({ status: 3 });
    await goTo(0, "16:00");
    await becomes(id, { status: 4, ending: "expired" });
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("an order until a date", () => {
  const until = (good_until?: string, more: PlaceInput = {}): PlaceInput => ({
    kind: "limit",
    price: "2800",
    time_in_force: "until_date",
    ...(good_until !== undefined && { good_until }),
    ...more,
  });

  it("names a day that is not over, no holiday and no further than a year", async () => {
    await goTo(1, "10:00");
    quote("2850");
    expect(await refused(until())).toBe("good_until_required");
    expect(await refused(until(dateIn(-1)))).toBe("good_until_past");
    expect(await refused(until("2026-13-01"))).toBe("invalid_request");
    expect(await refused(until(dayIn(730)))).toBe("good_until_too_far");
    const saturday = Array.from({ length: 7 }, (_, index) =>
      localDate("jpy", app.context.clock.now() + index * 86_400_000),
    ).find((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 6);
    expect(await refused(until(saturday))).toBe("good_until_not_trading_day");
    // A holiday in the middle of a week, and either side of the year's end.
    const [later] = Array.from({ length: 365 }, (_, index) => dayIn(index + 1)).filter(
      (date) => !isTradingDay("jpy", date, "exchange") && ![0, 6].includes(weekday(date)),
    );
    // Where no calendar has been published, no weekday is known to be a holiday.
    if (later !== undefined) {
      expect(await refused(until(later))).toBe("good_until_not_trading_day");
    }
    expect(await refused(until(dayIn(365)))).toBeOneOf(["ok", "good_until_not_trading_day"]);
    expect(await refused(until(dayIn(366)))).toBe("good_until_too_far");
    expect(await refused(until(dateIn(0), { time_in_force: "day" }))).toBe(
      "good_until_not_allowed",
    );
  });

  it("stands to the end of it and no longer", async () => {
    await goTo(1, "10:00");
    quote("2850");
    const { id } = await place(until(dateIn(2)));
    await goTo(1, "16:00");
    quote("2850");
    expect(await found(id)).toMatchObject({ status: 3, time_in_force: "until_date" });
    await goTo(1, "16:00");
    await becomes(id, { status: 4, ending: "expired" });
  });
});

describe("an order at once", () => {
  it("takes what there is and leaves nothing, or is not placed at all", async () => {
    await goTo(1, "10:00");
    quote("2850", 4);
    const ioc = { kind: "limit", price: "2850", time_in_force: "immediate_or_cancel" } as const;
    const part = await place(ioc);
    expect(part).toMatchObject({ quantity_filled: "4", quantity_waiting: "0" });
    expect(await found(part.id)).toMatchObject({ status: 0, stock_num: "4", reserved: "0" });
    expect(await refused({ ...ioc, price: "2849" })).toBe("not_fillable_now");
    await app.advance(900);
    quote("2850", 3);
    const sale = { kind: "limit", price: "2850", time_in_force: "immediate_or_cancel" } as const;
    expect(await close(part.id, sale)).toMatchObject({ quantity: "3", quantity_waiting: "0" });
    expect(await found(part.id)).toMatchObject({ status: 0, stock_num: "1", closing_orders: [] });
    await goTo(0, "12:00");
    expect(await refused(ioc)).toBe("immediate_only_while_open");
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a limit on close that comes late for Nasdaq's closing cross", () => {
  it("is taken until 15:58 within the exchange's reference prices, and is not cancelled", async () => {
    const today = localDate("usd", app.context.clock.now());
    // On a half day there is no 15:00.
    const date = [1, 2, 3, 4]
      .map((days) => addTradingDays("usd", today, days))
      .find((day) => !isHalfDay("usd", day))!;
    const [, closing] = auctionsOf("NASDAQ", date, "exchange");
    const hour = instantOf("usd", date, "15:00");
    const goToMinute = async (minute: number) => {
      await app.advance(Math.ceil((hour + minute * 60_000 - app.context.clock.now()) / 1_000));
      app.feed.quote("usd", "AAPL", "189.20");
    };
    const late = (more: PlaceInput) =>
      order({
        type: "usd",
        code: "AAPL",
        quantity: "1",
        kind: "limit",
        time_in_force: "at_close",
        ...more,
      });
    const answer = async (more: PlaceInput) =>
      (await app.post("/trade/place-order", late(more), customer)).body;
    // The order as the rule has it is Nasdaq's: 15:55 for the market, 15:58 for limits.
    await goToMinute(56);
    const since = new Date(closing?.namedUntil ?? 0).toISOString();
    const tooLate = {
      msg: "auction_takes_no_more",
      params: { rule: "nasdaq_crosses", time: since },
    };
    expect(await answer({ kind: "market" })).toMatchObject(tooLate);
    // The exchange has told no price: none is taken at a limit either.
    expect(await answer({ price: "189.00" })).toMatchObject(tooLate);
    app.feed.close("usd", "AAPL", hour + 49 * 60_000, "189.50");
    app.feed.close("usd", "AAPL", hour + 54 * 60_000, "189.10");
    const beyond = (limit: string) => ({
      msg: "late_limit_too_far",
      params: { limit, currency: "USD", rule: "nasdaq_crosses" },
    });
    expect(await answer({ price: "189.51" })).toMatchObject(beyond("189.50"));
    expect(await answer({ price: "189.09", side: "short" })).toMatchObject(beyond("189.10"));
    const placed = await app.accepted("/trade/place-order", late({ price: "189.50" }), customer);
    expect(placed).toMatchObject({ status: 3, meets: { by: "closing" } });
    expect(await app.refused("/trade/cancel-order", { id: placed.id }, customer)).toBe(
      "cancel_not_accepted",
    );
    await goToMinute(58);
    const over = new Date(closing?.late?.until ?? 0).toISOString();
    expect(await answer({ price: "189.00" })).toMatchObject({
      msg: "auction_takes_no_more",
      params: { time: over },
    });
  });
});
