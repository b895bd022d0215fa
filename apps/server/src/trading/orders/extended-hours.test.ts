import { localDate } from "@sanshi/rulebook";
import { afterAll, describe, expect, it } from "vitest";
import { extendedHoursOf } from "../../../../../tests/support/extended-hours.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
} from "../../../../../tests/support/test-application.ts";
import { firstOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import { setSetting } from "../../../../../tests/support/test-money.ts";

/** Orders on US stocks before and after the regular hours, where the house and the customer have switched that on. */
const app = await startTestApplication({
  MARKET_HOURS: "exchange",
  SIMULATED_GRANT: "JPY:1000000,USD:1000000",
});
afterAll(() => app.stop());
const customer = await app.newCustomer();
const other = await app.newCustomer();

const code = "AAPL";
const { today, nextDay, ordinaryDay, moment, goTo, extend, order, place, refusal, found, agree } =
  extendedHoursOf(app, code, customer);

describe("orders for extended hours", () => {
  it("are refused until the house offers them and the customer has agreed to their risks", async () => {
    await goTo(ordinaryDay(), "15:59");
    app.feed.quote("usd", code, "100");
    await goTo(today(), "17:00");
    expect(await refusal()).toBe("extended_hours_not_offered");
    await setSetting(app, "extended_hours", "on");
    expect(await refusal()).toBe("extended_hours_not_switched_on");
    const before = await app.accepted("/user/preferences", {}, customer);
    expect(before.trading).toMatchObject({ extended: false, extended_since: null });
    const { trading } = await agree(customer);
    const now = new Date(app.context.clock.now()).toISOString().slice(0, 16);
    expect(trading.extended).toBe(true);
    expect(trading.extended_since?.slice(0, 16)).toBe(now);
    // Agreeing again is no new consent, and the other switches leave it alone.
    expect((await agree(customer)).trading).toEqual(trading);
    expect(await refusal({ kind: "market" })).toBe("extended_hours_limit_only");
    expect(await refusal({ kind: "stop", stop_price: "110" })).toBe("extended_hours_limit_only");
    expect(await refusal({ take_profit: "120" })).toBe("extended_hours_limit_only");
    expect(await refusal({ time_in_force: "immediate_or_cancel" })).toBe(
      "extended_hours_limit_only",
    );
    expect(await refusal({ time_in_force: "at_open" })).toBe("extended_hours_limit_only");
    expect(await refusal({ side: "short" })).toBe("extended_hours_own_money_only");
    expect(await refusal({ leverage: "2" })).toBe("extended_hours_own_money_only");
    expect(await refusal({ type: "jpy", code: "7203", price: "2850", quantity: "100" })).toBe(
      "extended_hours_not_offered",
    );
    const { body } = await app.post("/trade/place-order", order({ take_profit: "120" }), customer);
    expect(body).toMatchObject({ params: { rule: "us_extended_hours" } });
    await agree(customer, "off");
    expect(await refusal()).toBe("extended_hours_not_switched_on");
    await agree(customer);
  });

  it("fill at extended quotes up to their limits, what is left waits until 20:00", async () => {
    extend("99", "101", 4n);
    const { request_id: _, ...form } = order({ time_in_force: "day" });
    const preview = await app.accepted("/trade/preview-order", form, customer);
    expect(preview).toMatchObject({ quantity_filled: "4", meets: null });
    expect(preview.expires_at).toBe(moment(today(), "20:00"));
    const placed = await place({ time_in_force: "day" });
    expect(placed).toMatchObject({ status: 0, quantity_filled: "4", quantity_waiting: "6" });
    // The levels of one quote are there once.
    await app.settle();
    expect((await found(placed.id)).quantity_waiting).toBe("6");
    await app.advance(10);
    extend("98", "100.5", 100n);
    await app.settle();
    const position = await found(placed.id);
    expect(position).toMatchObject({
      quantity_waiting: "0",
      hours: "extended",
      nowprice: "100.00",
    });
    expect(position.fills.map(({ price: at, hours, quote }) => [at, hours, quote.feed])).toEqual([
      ["101.00", "extended", "extended:scripted"],
      ["100.50", "extended", "extended:scripted"],
    ]);
  });

  it("leave orders of the regular hours, stops and exits untouched", async () => {
    await agree(other);
    extend("90", "90.5", 100n);
    const waits = await place({ hours: "regular", price: "95" }, other);
    const stop = await place({ hours: "regular", kind: "stop", stop_price: "105" }, other);
    expect(waits).toMatchObject({ status: 3 });
    await app.advance(10);
    extend("120", "120.5", 100n);
    await app.settle();
    await app.advance(10);
    extend("80", "80.5", 100n);
    await app.settle();
    expect(await found(waits.id, other)).toMatchObject({ status: 3, quantity_waiting: "10" });
    expect(await found(waits.id, other)).not.toHaveProperty("hours");
    expect(await found(stop.id, other)).toMatchObject({ status: 3, triggered_at: null });
  });

  it("sell held shares", async () => {
    extend("79", "80", 100n);
    const held = await place({ price: "80" });
    expect(held).toMatchObject({ status: 0, quantity_filled: "10" });
    expect(await found(held.id)).toMatchObject({ hours: "extended" });
    await app.advance(16 * 60);
    extend("78", "80", 4n);
    const close = { id: held.id, kind: "limit" as const, price: "78", hours: "extended" as const };
    const sold = await app.accepted(
      "/trade/close-position",
      { ...close, request_id: newRequestId() },
      customer,
    );
    expect(sold).toMatchObject({ quantity: "4", quantity_waiting: "6" });
    expect((await found(held.id)).closing_orders).toMatchObject([{ hours: "extended" }]);
    await app.advance(10);
    extend("79", "80", 100n);
    await app.settle();
    const { items: messages } = await app.accepted("/user/messages", {}, customer);
    expect(messages[0]).toMatchObject({ kind: "closing_filled", params: { hours: "extended" } });
    const closed = await found(held.id);
    expect(closed.status).toBe(2);
    expect(closed.fills.map(({ hours }) => hours)).toEqual(["extended", "extended", "extended"]);
  });

  it("are marked in the records' file, in statements and at the desk", async () => {
    const exported = await app.accepted("/user/export-records", { language: "us" }, customer);
    const trades = exported.csv.split("\r\n").filter((line) => line.includes(code));
    expect(trades.length).toBeGreaterThan(2);
    expect(trades.every((line) => line.includes("(extended hours)"))).toBe(true);
    // A statement's days are those of Tokyo.
    const days = { from: today(), to: localDate("jpy", app.context.clock.now()) };
    for (const [language, mark] of [
      ["jp", "（時間外）"],
      ["cn", "（盘前盘后）"],
      ["us", " (extended hours)"],
    ] as const) {
      const asked = { ...days, format: "csv", language } as const;
      const file = await app.accepted("/user/statement", asked, customer);
      const text = Buffer.from(file.base64, "base64").toString();
      expect(text).toContain(mark);
    }
    const operator = await firstOperator(app);
    const path = "/api/ops/customers/:account/positions";
    const hoursOf = async ({ account }: SignedIn) => {
      const { items } = await opsAccepted(app, path, { account }, operator);
      return new Set(items.map(({ hours }) => hours));
    };
    expect(await hoursOf(customer)).toEqual(new Set(["extended"]));
    expect(await hoursOf(other)).toEqual(new Set(["regular"]));
  });

  it("end with their day at 20:00, and those of the regular hours did at its close", async () => {
    const waits = await place({ price: "50", time_in_force: "day" });
    const lasts = await place({ price: "51" });
    await goTo(today(), "19:59");
    await app.settle();
    expect((await found(waits.id)).status).toBe(3);
    await goTo(today(), "20:01");
    await app.settle();
    expect(await found(waits.id)).toMatchObject({ status: 4, ending: "expired" });
    // At night it says when it meets the market; a quote of before is none.
    const { request_id: _, ...form } = order({ price: "52", time_in_force: "day" });
    const { meets, expires_at } = await app.accepted("/trade/preview-order", form, customer);
    expect(meets).toMatchObject({ by: "pre_market", at: moment(nextDay(), "04:00") });
    expect(expires_at).toBe(moment(nextDay(), "20:00"));
    extend("50", "50.5", 100n);
    await app.settle();
    expect((await found(lasts.id)).status).toBe(3);
    await goTo(nextDay(), "05:00");
    extend("50", "50.9", 100n);
    await app.settle();
    expect((await found(lasts.id)).fills).toMatchObject([{ hours: "extended", price: "50.90" }]);
  });

  it("fill in the regular hours as any limit order", async () => {
    extend("95", "96");
    const waits = await place({ price: "90", time_in_force: "day" });
    await app.settle();
    await goTo(today(), "11:00");
    app.feed.quote("usd", code, "89");
    await app.settle();
    const position = await found(waits.id);
    expect(position.fills).toMatchObject([{ price: "89.00" }]);
    expect(position.fills[0]).not.toHaveProperty("hours");
    expect(position.hours).toBe("extended");
  });

  it("close nothing that borrowed money has bought", async () => {
    const { price: _, ...bought } = order({ kind: "market", hours: "regular", leverage: "2" });
    const { id } = await app.accepted("/trade/place-order", bought, other);
    await app.advance(16 * 60);
    app.feed.quote("usd", code, "89");
    const sale = { id, kind: "limit", price: "88", hours: "extended" } as const;
    const asked = { ...sale, request_id: newRequestId() };
    expect(await app.refused("/trade/close-position", asked, other)).toBe(
      "extended_hours_own_money_only",
    );
  });

  it("take on other hours, and end with the day of those", async () => {
    const amend = (id: string, hours: "regular" | "extended", by = customer) =>
      app.accepted("/trade/amend-order", { id, hours, request_id: newRequestId() }, by);
    const waits = await place({ price: "40", time_in_force: "day", hours: "regular" });
    expect((await found(waits.id)).expires_at).toBe(moment(today(), "16:00"));
    await amend(waits.id, "extended");
    expect(await found(waits.id)).toMatchObject({
      hours: "extended",
      expires_at: moment(today(), "20:00"),
    });
    await goTo(today(), "17:00");
    extend("39", "39.5", 4n);
    await app.settle();
    expect((await found(waits.id)).fills).toMatchObject([{ price: "39.50", hours: "extended" }]);
    // What was filled stays; the rest trades in the regular hours alone, and their day is over.
    await amend(waits.id, "regular");
    await app.settle();
    expect(await found(waits.id)).toMatchObject({ quantity_waiting: "0", quantity_opened: "4" });
    const bracketed = await place({ hours: "regular", price: "40", take_profit: "60" });
    expect(
      await app.refused(
        "/trade/amend-order",
        { id: bracketed.id, hours: "extended", request_id: newRequestId() },
        customer,
      ),
    ).toBe("extended_hours_limit_only");
  });

  it("wait for the regular hours alone once the house has switched them off", async () => {
    const waits = await place({ price: "31" });
    await setSetting(app, "extended_hours", "off");
    await app.advance(25 * 3_600);
    await goTo(today(), "17:30");
    extend("29", "29.5", 100n);
    await app.settle();
    expect((await found(waits.id)).status).toBe(3);
    expect(await refusal()).toBe("extended_hours_not_offered");
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
