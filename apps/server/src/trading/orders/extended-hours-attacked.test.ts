import { afterAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { extendedHoursOf } from "../../../../../tests/support/extended-hours.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
} from "../../../../../tests/support/test-application.ts";
import { setSetting } from "../../../../../tests/support/test-money.ts";
import { newOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";

/** What customers, operators and processes may do to orders for extended hours at awkward moments. */
const app = await startTestApplication({
  MARKET_HOURS: "exchange",
  SIMULATED_GRANT: "JPY:1000000,USD:1000000",
});
afterAll(() => app.stop());
const customer = await app.newCustomer();
const code = "AAPL";
const { today, nextDay, ordinaryDay, goTo, extend, order, place, refusal, found, agree } =
  extendedHoursOf(app, code, customer);

const available = async (by: SignedIn) => {
  const { currencies } = await app.accepted("/user/assets", {}, by);
  return currencies.find(({ currency }) => currency === "USD")!.available;
};
const amend = (id: string, more: object, by = customer) => ({
  call: "/trade/amend-order" as const,
  input: { id, request_id: newRequestId(), ...more },
  by,
});
const amended = ({ call, input, by }: ReturnType<typeof amend>) => app.accepted(call, input, by);
const notAmended = ({ call, input, by }: ReturnType<typeof amend>) => app.refused(call, input, by);

await setSetting(app, "extended_hours", "on");
await agree(customer);
await goTo(ordinaryDay(), "11:00");
app.feed.quote("usd", code, "100");

describe("an order for extended hours", () => {
  it("is none that was a stop once, nor one that is given exits afterwards", async () => {
    const stopped = await place({
      ...{ hours: "regular", kind: "stop_limit", stop_price: "101", price: "100.5" },
    });
    app.feed.quote("usd", code, "102");
    await app.settle();
    expect(await found(stopped.id)).toMatchObject({ status: 3, triggered_at: expect.any(String) });
    expect(await notAmended(amend(stopped.id, { hours: "extended" }))).toBe(
      "extended_hours_limit_only",
    );
    const held = await place({ hours: "regular", price: "102" });
    await app.advance(16 * 60);
    app.feed.quote("usd", code, "102");
    const closing = {
      ...{ id: held.id, kind: "stop_limit" as const, stop_price: "101", price: "103" },
      request_id: newRequestId(),
    };
    await app.accepted("/trade/close-position", closing, customer);
    app.feed.quote("usd", code, "100.8");
    await app.settle();
    // It is a limit order by now, on whose record the stop stays.
    expect(await notAmended(amend(held.id, { stop_price: "100" }))).toBe("stop_price_not_allowed");
    expect(await notAmended(amend(held.id, { hours: "extended" }))).toBe(
      "extended_hours_limit_only",
    );
    const waits = await place({ price: "50" });
    const exits = (more: object) => ({ id: waits.id, request_id: newRequestId(), ...more });
    for (const exit of [{ take_profit: "60" }, { stop_loss: "40" }]) {
      expect(await app.refused("/trade/set-exits", exits(exit), customer)).toBe(
        "extended_hours_limit_only",
      );
    }
    await app.accepted("/trade/set-exits", exits({ stop_loss: "" }), customer);
    for (const { id } of [stopped, held, waits]) {
      await app.accepted("/trade/cancel-order", { id }, customer);
    }
  });

  it("works on without its customer's consent, and grows no more", async () => {
    const waits = await place({ price: "50" });
    await agree(customer, "off");
    expect(await notAmended(amend(waits.id, { quantity: "11" }))).toBe(
      "extended_hours_not_switched_on",
    );
    await amended(amend(waits.id, { price: "51" }));
    await amended(amend(waits.id, { quantity: "9" }));
    await agree(customer);
    await setSetting(app, "extended_hours", "off");
    expect(await notAmended(amend(waits.id, { quantity: "11" }))).toBe(
      "extended_hours_not_offered",
    );
    await amended(amend(waits.id, { quantity: "11", hours: "regular" }));
    expect(await found(waits.id)).not.toHaveProperty("hours");
    await setSetting(app, "extended_hours", "on");
    await app.accepted("/trade/cancel-order", { id: waits.id }, customer);
  });

  it("is the same order where it is asked for again, whatever was switched since; not with other hours", async () => {
    const regular = testOrder({ type: "usd", code, kind: "limit", price: "45" });
    const said = await app.accepted("/trade/place-order", regular, customer);
    const again = { ...regular, hours: "regular" as const };
    expect(await app.accepted("/trade/place-order", again, customer)).toEqual(said);
    const other = { ...regular, hours: "extended" as const };
    expect(await app.refused("/trade/place-order", other, customer)).toBe("request_id_reused");
    const asked = order({ price: "46" });
    const placed = await app.accepted("/trade/place-order", asked, customer);
    const changed = amend(said.id, { hours: "extended" });
    const change = await amended(changed);
    await agree(customer, "off");
    expect(await app.accepted("/trade/place-order", asked, customer)).toEqual(placed);
    expect(await amended(changed)).toEqual(change);
    await agree(customer);
    const night: Record<string, unknown> = { ...order(), hours: "night" };
    const { code: status } = await app.post("/trade/place-order", night as never, customer);
    expect(status).toBe(400);
    for (const { id } of [said, placed])
      await app.accepted("/trade/cancel-order", { id }, customer);
  });

  it("is filled once at a quote, by two processes", async () => {
    const another = await app.startAnother();
    await goTo(today(), "17:00");
    const waits = await place({ price: "90", quantity: "50" });
    for (const ask of ["89", "88", "87"]) {
      await app.advance(10);
      extend("80", ask, 4n);
      extend("80", ask, 4n, another.context.feed as typeof app.feed);
      await app.settle();
      await app.settle();
    }
    const { fills } = await found(waits.id);
    expect(fills.map(({ price, quantity }) => [price, quantity])).toEqual([
      ["89.00", "4"],
      ["88.00", "4"],
      ["87.00", "4"],
    ]);
    await app.accepted("/trade/cancel-order", { id: waits.id }, customer);
  });

  it("gives back at 20:00 what it held for the rest that 19:59 has not filled", async () => {
    extend("95", "96");
    const before = Number(await available(customer));
    const waits = await place({ price: "90", quantity: "50", time_in_force: "day" });
    await goTo(today(), "19:59");
    extend("85", "86", 4n);
    await app.settle();
    expect(await found(waits.id)).toMatchObject({ quantity_waiting: "46" });
    expect(Number(await available(customer))).toBeLessThan(before - 46 * 90);
    await goTo(today(), "20:00");
    extend("85", "86", 40n);
    await app.settle();
    const position = await found(waits.id);
    expect(position).toMatchObject({ quantity_waiting: "0", quantity_opened: "4" });
    expect(position.fills).toHaveLength(1);
    const spent = 4 * 86 + Number(position.fills[0]!.fee);
    expect(Number(await available(customer))).toBeCloseTo(before - spent, 2);
  });

  it("ends with a day that an operator closes, and meets no price of it", async () => {
    const reviewer = await newOperator(app, "reviewer");
    await goTo(nextDay(), "11:00");
    app.feed.quote("usd", code, "100");
    const day = await place({ price: "90", time_in_force: "day" });
    const lasts = await place({ price: "90" });
    const closing = { type: "usd" as const, date: today(), reason: "mourning" as const };
    await opsAccepted(app, "/api/ops/calendars/close", closing, reviewer);
    await app.settle();
    await app.settle();
    expect(await found(day.id)).toMatchObject({ status: 4, ending: "expired" });
    await goTo(today(), "17:00");
    extend("80", "81", 100n);
    await app.settle();
    expect(await found(lasts.id)).toMatchObject({ status: 3, quantity_waiting: "10" });
    expect(await refusal()).toBe("trading_halted");
    await goTo(nextDay(), "05:00");
    extend("80", "81", 100n);
    await app.settle();
    expect(await found(lasts.id)).toMatchObject({ fills: [{ price: "81.00", hours: "extended" }] });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("sells what was bought the same day once the lock is over, and no take-profit or stop hears of its prices", async () => {
    await goTo(nextDay(), "11:00");
    app.feed.quote("usd", code, "100");
    const held = await place({ hours: "regular", price: "100", quantity: "20", leverage: "1" });
    const exits = { id: held.id, take_profit: "110", stop_loss: "90" };
    await app.accepted("/trade/set-exits", { ...exits, request_id: newRequestId() }, customer);
    await goTo(today(), "17:00");
    extend("85", "120", 100n);
    await app.settle();
    await app.advance(10);
    extend("115", "120", 5n);
    await app.settle();
    expect(await found(held.id)).toMatchObject({ status: 0, quantity_opened: "20" });
    const close = {
      ...{ type: "usd" as const, code, side: "long" as const, funding: "cash" as const },
      ...{ kind: "limit" as const, price: "114", hours: "extended" as const },
      ...{ openings: `${held.id}:8`, request_id: newRequestId() },
    };
    const closed = await app.accepted("/trade/close-holding", close, customer);
    expect(closed).toMatchObject({ parts: [{ closed: { quantity: "5", quantity_waiting: "3" } }] });
    await app.advance(10);
    extend("116", "120", 5n);
    await app.settle();
    expect((await found(held.id)).fills.map(({ price }) => price)).toEqual([
      "100.00",
      "115.00",
      "116.00",
    ]);
    await goTo(nextDay(), "11:00");
    app.feed.quote("usd", code, "111");
    await app.settle();
    expect(await found(held.id)).toMatchObject({ status: 2 });
  });

  it("meets no price while its stock is halted", async () => {
    const reviewer = await newOperator(app, "reviewer");
    await goTo(nextDay(), "17:00");
    const waits = await place({ price: "90" });
    const halt = { scope: "market", type: "usd", reason: "technical_fault" } as const;
    await opsAccepted(app, "/api/ops/trading-halts/create", halt, reviewer);
    await expect.poll(() => app.context.halts.of("usd", code)).not.toBeNull();
    extend("80", "81", 100n);
    await app.settle();
    expect(await found(waits.id)).toMatchObject({ status: 3, quantity_waiting: "10" });
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
