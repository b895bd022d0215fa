import { minor, price, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { aboutKind } from "./order-choices.tsx";
import { limitInHours, priceFor } from "./order-entry.ts";
import { typeKey, typeText, wireNumber } from "./keypad-text.ts";
import { plainPrice, stepPrice } from "./order-price.ts";
import { feeMillionthsOf, quantityForFraction, stepQuantity } from "./order-quantity.ts";
import { dailyInterest, holdsRoom, isBehind, mostLost } from "./order-figures.ts";
import { outcomeOf } from "./order-outcome.ts";
import type { PlacedOrder } from "./order-placing.ts";
import { fieldOfRefusal } from "./order-refusals.ts";
import {
  amountQuantity,
  borrows,
  firstStop,
  firstTicket,
  fractionAmount,
  orderInput,
  type OrderInput,
  type Ticket,
} from "./order-ticket.ts";
import type { StockDetail } from "./stock-queries.ts";

const yen = (amount: number) => minor(BigInt(amount));
const at = (amount: number) => price(BigInt(Math.round(amount * 10_000)));
const lots = (quantity: number) => shares(BigInt(quantity));

describe("a limit that nobody typed", () => {
  const first = "2850.5";
  it.each([
    ["stop_limit", "2850.5", "", "2851"],
    ["limit", "2851", "2851", "2850.5"],
    ["limit", "2800", "2851", "2800"],
    ["stop_limit", "2800", "", "2800"],
  ] as const)("is of a %s, from %s with a stop at %s: %s", (kind, price, stopBefore, becomes) => {
    const ticket = { price, stop: stopBefore };
    expect(priceFor(kind, ticket, { stop: "2851", first })).toBe(becomes);
  });
});

it("says of an order at the market that it waits where the market is closed", () => {
  expect(aboutKind("market", true)).toBe("about_market");
  expect(aboutKind("market", false)).toBe("about_market_waits");
  expect(aboutKind("limit", false)).toBe("about_limit");
});

describe("a fraction of the buying power", () => {
  const budget = {
    available: yen(1_000_000),
    percent: 100,
    price: at(2480),
    lot: lots(100),
    currency: "JPY",
    leverage: 1,
    credit: null,
    feeMillionths: 0n,
  } as const;

  it.each([
    [25, 100n],
    [50, 200n],
    [75, 300n],
    [100, 400n],
  ] as const)("of %d %% buys %d shares, whole lots only", (percent, quantity) => {
    expect(quantityForFraction({ ...budget, percent })).toBe(quantity);
  });

  it("leaves room for the fees", () => {
    const exact = { ...budget, available: yen(992_000) };
    expect(quantityForFraction(exact)).toBe(400n);
    expect(quantityForFraction({ ...exact, feeMillionths: 1n })).toBe(300n);
  });

  it("never costs more than there is, down to the cent", () => {
    for (let cents = 0; cents < 3000; cents += 7) {
      const quantity = quantityForFraction({
        ...budget,
        available: minor(BigInt(cents)),
        price: at(1.2345),
        lot: lots(1),
        currency: "USD",
      });
      const cost = (quantity * 12_345n + 99n) / 100n;
      expect(cost).toBeLessThanOrEqual(BigInt(cents));
    }
  });

  it("counts the customer's own part only where the rest is borrowed", () => {
    expect(quantityForFraction({ ...budget, leverage: 3 })).toBe(1200n);
    expect(quantityForFraction({ ...budget, leverage: 3, percent: 50 })).toBe(600n);
    // The fee is on all of it: 1,200 shares cost 992,000 and 14,880 of fee.
    const dear = { ...budget, leverage: 3, feeMillionths: 5_000n };
    expect(quantityForFraction(dear)).toBe(1100n);
  });

  it("borrows no more than the credit limit, and shares are no credit", () => {
    const wide = { ...budget, leverage: 3, credit: yen(1_000_000) };
    // 600 shares: 1,488,000, of which 992,000 are borrowed.
    expect(quantityForFraction(wide)).toBe(600n);
    expect(quantityForFraction({ ...wide, credit: yen(0) })).toBe(0n);
    expect(quantityForFraction({ ...wide, leverage: 1 })).toBe(400n);
    expect(quantityForFraction({ ...wide, credit: null })).toBe(1200n);
  });

  it("never lies beyond the money or the credit, whatever the leverage", () => {
    for (let leverage = 1; leverage <= 10; leverage++) {
      for (const credit of [0, 777, 123_456, 9_999_999]) {
        const own = { ...budget, leverage, credit: yen(credit), feeMillionths: 333n, lot: lots(1) };
        const quantity = quantityForFraction(own);
        const cost = quantity * 2480n;
        const margin = (cost + BigInt(leverage) - 1n) / BigInt(leverage);
        const fee = (cost * 333n + 999_999n) / 1_000_000n;
        expect(margin + fee).toBeLessThanOrEqual(1_000_000n);
        if (leverage > 1) expect(cost - margin).toBeLessThanOrEqual(BigInt(credit));
      }
    }
  });

  it("is nothing when one lot is too dear, and without a price or money", () => {
    expect(quantityForFraction({ ...budget, available: yen(247_999) })).toBe(0n);
    expect(quantityForFraction({ ...budget, price: at(0) })).toBe(0n);
    expect(quantityForFraction({ ...budget, available: yen(-5) })).toBe(0n);
  });

  it("takes the fees' proportion from the preview, rounded up", () => {
    expect(feeMillionthsOf(yen(5), yen(100_000))).toBe(50n);
    expect(feeMillionthsOf(yen(1), yen(3))).toBe(333_334n);
    expect(feeMillionthsOf(null, yen(3))).toBe(0n);
    expect(feeMillionthsOf(yen(1), yen(0))).toBe(0n);
  });
});

describe("stepping the quantity", () => {
  it.each([
    [0, 1, 100],
    [100, 1, 200],
    [150, 1, 200],
    [150, -1, 100],
    [100, -1, 0],
    [0, -1, 0],
    [950, 1, 1000],
    [1000, 1, 1000],
  ] as const)("from %d by %d lot gives %d", (from, steps, to) => {
    expect(stepQuantity(lots(from), lots(100), steps, lots(1000))).toBe(BigInt(to));
  });
});

describe("stepping the price", () => {
  const grid = { tick: at(0.5), low: at(1980.5), high: at(2980.5) };

  it.each([
    [2480, 1, 2480.5],
    [2480, -1, 2479.5],
    [2480.3, 1, 2480.5],
    [2480.3, -1, 2480],
    [2980.5, 1, 2980.5],
    [1980.5, -1, 1980.5],
    [1, 1, 1980.5],
  ] as const)("from %d by %d tick gives %d", (from, steps, to) => {
    expect(stepPrice({ ...grid, from: at(from), steps })).toBe(at(to));
  });

  it("stops at one tick where the market has no limits", () => {
    const open = { tick: at(0.01), low: null, high: null };
    expect(stepPrice({ ...open, from: at(0.01), steps: -1 })).toBe(at(0.01));
    expect(stepPrice({ ...open, from: at(196.98), steps: 1 })).toBe(at(196.99));
  });

  it("drops the zeros that nobody types", () => {
    expect(plainPrice("2480.00")).toBe("2480");
    expect(plainPrice("2480.50")).toBe("2480.5");
    expect(plainPrice("2480")).toBe("2480");
  });
});

describe("the keypad", () => {
  it.each([
    ["", "5", 0, "5"],
    ["0", "5", 0, "5"],
    ["5", "00", 0, "500"],
    ["", "00", 0, "0"],
    ["12", "delete", 0, "1"],
    ["", "delete", 0, ""],
    ["12", "clear", 0, ""],
    ["12", ".", 0, "12"],
    ["12", ".", 2, "12."],
    ["", ".", 2, "0."],
    ["12.3", ".", 2, "12.3"],
    ["12.34", "5", 2, "12.34"],
    ["9999999999", "1", 0, "9999999999"],
  ] as const)("%j and the key %s with %d decimals gives %j", (text, key, decimals, after) => {
    expect(typeKey(text, key, decimals)).toBe(after);
  });

  it("takes no letters, signs or exponents from a keyboard", () => {
    for (const text of ["1e3", "-1", "abc", "１", "1.5"]) {
      expect(typeText(text, "7", 0)).toBe("7");
    }
    expect(typeText("1,200", "", 0)).toBe("1200");
  });

  it("finishes a number for the wire", () => {
    expect(wireNumber("12.")).toBe("12");
    expect(wireNumber("12.5")).toBe("12.5");
  });
});

describe("a refusal", () => {
  it.each([
    ["quantity_not_in_lots", "quantity"],
    ["insufficient_balance", "quantity"],
    ["price_beyond_limit", "price"],
    ["price_not_on_tick", "price"],
    ["leverage_not_offered", "leverage"],
    ["short_not_offered", "ticket"],
    ["cannot_sell_short", "ticket"],
    ["stop_price_reached", "stop"],
    ["insufficient_credit_limit", "leverage"],
    ["order_form_not_offered", "validity"],
    ["stop_loss_on_wrong_side", "stopLoss"],
    ["unpaid_debt", "ticket"],
    ["margin_call_open", "ticket"],
    ["request_id_reused", null],
  ] as const)("%s stands at %s", (code, field) => {
    expect(fieldOfRefusal({ code, fields: [] })).toBe(field);
  });

  it("of an exit's or a stop's price stands at the one that it names", () => {
    const at = (code: "exit_price_not_on_tick" | "price_beyond_limit", field: string) =>
      fieldOfRefusal({ code, fields: [], params: { field } });
    expect(at("exit_price_not_on_tick", "take_profit")).toBe("takeProfit");
    expect(at("exit_price_not_on_tick", "stop_loss")).toBe("stopLoss");
    expect(at("price_beyond_limit", "stop_price")).toBe("stop");
    expect(fieldOfRefusal({ code: "price_beyond_limit", fields: [] })).toBe("price");
  });

  it("of a malformed request stands at the field that it names", () => {
    expect(fieldOfRefusal({ code: "invalid_request", fields: ["price"] })).toBe("price");
    expect(fieldOfRefusal({ code: "invalid_request", fields: ["type"] })).toBeNull();
  });
});

describe("the form of a ticket", () => {
  const stock = {
    type: "jpy",
    code: "7203",
    lot: "100",
    tick: "0.5",
    price: "2480",
    bid: "2479.5",
    ask: "2480.5",
    limit_up: "2980",
    limit_down: "1980",
  } as StockDetail;
  const ticket = (changed: Partial<Ticket>) => ({
    ...firstTicket(stock, { side: "long", price: null }),
    ...changed,
  });

  it("has the prices of its kind and no others", () => {
    const typed = { price: "2480.5", stop: "2490", quantity: "100" };
    const pricesOf = (kind: Ticket["kind"]) => {
      const { price: limit, stop_price: stop } = orderInput(stock, ticket({ ...typed, kind }))!;
      return [limit, stop];
    };
    expect(pricesOf("market")).toEqual([undefined, undefined]);
    expect(pricesOf("limit")).toEqual(["2480.5", undefined]);
    expect(pricesOf("stop")).toEqual([undefined, "2490"]);
    expect(pricesOf("stop_limit")).toEqual(["2480.5", "2490"]);
  });

  it("is none while a price or the quantity is missing", () => {
    expect(orderInput(stock, ticket({ quantity: "" }))).toBeNull();
    expect(orderInput(stock, ticket({ kind: "limit", price: "" }))).toBeNull();
    expect(orderInput(stock, ticket({ kind: "stop_limit", price: "1", stop: "" }))).toBeNull();
  });

  it("says how long it waits only where it can wait, and its bracket only where it is set", () => {
    expect(orderInput(stock, ticket({ timeInForce: "day" }))).not.toHaveProperty("time_in_force");
    const waiting = ticket({ kind: "limit", timeInForce: "day", takeProfit: "2600." });
    expect(orderInput(stock, waiting)).toMatchObject({ time_in_force: "day", take_profit: "2600" });
    expect(orderInput(stock, waiting)).not.toHaveProperty("stop_loss");
  });

  it("says its hours where the house takes such orders, at a limit and with own money", () => {
    const quote = null;
    const offered = { phase: "pre_market", from: "", until: "", quote } as const;
    const inNewYork = { ...stock, type: "usd", extended: offered } as const;
    const extended = ticket({ kind: "limit", isExtended: true });
    expect(orderInput(inNewYork, extended)).toMatchObject({ hours: "extended" });
    for (const [where, what] of [
      [stock, extended],
      [inNewYork, { ...extended, isExtended: false }],
      [inNewYork, { ...extended, kind: "market" as const }],
      [inNewYork, { ...extended, leverage: 2 }],
      [inNewYork, { ...extended, side: "short" as const }],
    ] as const) {
      expect(orderInput(where, what)).not.toHaveProperty("hours");
    }
  });

  it("begins in extended hours at their own ask", () => {
    const quote = { bid: "2470", ask: "2485.50" };
    const offered = { phase: "after_hours", from: "", until: "", quote };
    const inNewYork = { ...stock, type: "usd", extended: offered } as StockDetail;
    expect(limitInHours(inNewYork, "long", true)).toBe("2485.5");
    expect(limitInHours(inNewYork, "long", false)).toBe("2480.5");
    expect(limitInHours(stock, "long", true)).toBe("2480.5");
  });

  it("is marked do not reduce in New York alone, and where it lasts beyond its day", () => {
    const marked = ticket({ kind: "limit", doNotReduce: true });
    const inNewYork = { ...stock, type: "usd" } as const;
    expect(orderInput(inNewYork, marked)).toMatchObject({ do_not_reduce: "true" });
    expect(orderInput(stock, marked)).not.toHaveProperty("do_not_reduce");
    const ofTheDay = { ...marked, timeInForce: "day" } as const;
    expect(orderInput(inNewYork, ofTheDay)).not.toHaveProperty("do_not_reduce");
  });

  it("begins a limit at the other side of the book, and a stop beyond the market", () => {
    expect(firstTicket(stock, { side: "long", price: null }).price).toBe("2480.5");
    expect(firstTicket(stock, { side: "short", price: null }).price).toBe("2479.5");
    expect(firstStop(stock, "long", "2480")).toBe("2480.5");
    expect(firstStop(stock, "short", "2480")).toBe("2479.5");
  });
});

const toyota = { name: "Toyota", currency: "JPY" } as const;

describe("what became of an order", () => {
  const input = { side: "long", kind: "limit", price: "2490" } as OrderInput;
  const order = (filled: string, waiting: string) =>
    ({
      quantity: "300",
      quantity_filled: filled,
      quantity_waiting: waiting,
      price: "2480",
      filled_at: filled === "0" ? null : "2026-11-20T02:00:00Z",
    }) as PlacedOrder;

  it.each([
    ["300", "0", "filled", "bought_sentence"],
    ["100", "200", "part_waiting", "bought_part_waiting"],
    ["100", "0", "part_ended", "bought_part_ended"],
    ["0", "300", "waiting", "waiting_limit"],
  ] as const)("%s of 300 filled and %s waiting: %s", (filled, waiting, state, sentence) => {
    const outcome = outcomeOf(order(filled, waiting), input, toyota);
    expect([outcome.state, outcome.sentence]).toEqual([state, sentence]);
  });

  it("names the prices of a stop that waits", () => {
    const stop = { side: "short", kind: "stop_limit", price: "2390", stop_price: "2400" };
    const { sentence, words } = outcomeOf(order("0", "300"), stop as OrderInput, toyota);
    expect(sentence).toBe("waiting_stop_limit");
    expect(words).toMatchObject({ stop: "2,400.00 JPY", limit: "2,390.00 JPY", quantity: "300" });
  });
});

describe("room for a dearer fill", () => {
  it.each([
    ["stop", "long", "0", true],
    ["stop", "long", "1", false],
    ["stop", "short", "0", false],
    ["stop_limit", "long", "0", false],
    ["limit", "long", "0", false],
  ] as const)("is held by a %s %s of which %s is filled: %s", (kind, side, filled, held) => {
    expect(holdsRoom({ kind, side }, { quantity_filled: filled })).toBe(held);
  });
});

describe("a day's interest", () => {
  const preview = { amount: "300000", borrowed: "200000", interest_rate: "2.8" };

  it("is on the loan of a long, and on the value of a short", () => {
    // 200,000 × 2.8 % ÷ 365 is 15.3; 300,000 × 2.8 % ÷ 365 is 23.01.
    expect(dailyInterest({ type: "jpy" }, "long", preview, 365)).toBe("15");
    expect(dailyInterest({ type: "jpy" }, "short", preview, 365)).toBe("23");
    expect(dailyInterest({ type: "usd" }, "long", preview, 360)).toBe("15.56");
  });

  it("is none without a loan or a rate", () => {
    expect(dailyInterest({ type: "jpy" }, "long", { ...preview, borrowed: "0" }, 365)).toBeNull();
    expect(
      dailyInterest({ type: "jpy" }, "long", { ...preview, interest_rate: "0" }, 365),
    ).toBeNull();
  });
});

describe("an order by amount", () => {
  const stock = { type: "jpy", lot: "100", lot_min: "100", tick: "0.5" } as StockDetail;
  const live = { ask: "2480", bid: "2479.5", price: "2480" } as never;
  const preview = { fee: "992", amount: "992000" } as never;
  const ticketOf = (amount: string): Ticket => ({
    ...firstTicket({ ...stock, ask: "2480", bid: "2479.5", price: "2480" } as StockDetail, {
      side: "long",
      price: null,
    }),
    amount,
  });
  const power = { available: "5000000", credit: "0", live };

  it.each([
    ["247999", 0n],
    ["248000", 100n],
    ["992000", 400n],
    ["1000000", 400n],
  ] as const)("of %s yen buys %d shares", (amount, quantity) => {
    expect(amountQuantity(stock, ticketOf(amount), { ...power, preview: undefined })).toBe(
      quantity,
    );
  });

  it("pays the fees out of the amount, and whatever is typed never costs more than it", () => {
    expect(amountQuantity(stock, ticketOf("992000"), { ...power, preview })).toBe(300n);
    for (let amount = 1; amount < 3_000_000; amount += 77_777) {
      const quantity = amountQuantity(stock, ticketOf(String(amount)), { ...power, preview });
      const cost = Number(quantity) * 2480;
      expect(cost + Math.ceil(cost * 0.001)).toBeLessThanOrEqual(amount);
      // Another lot would be more than it.
      const next = cost + 248_000;
      expect(next + Math.ceil(next * 0.001)).toBeGreaterThan(amount);
    }
  });

  it("is nothing before an amount is typed, and takes a part of what is available", () => {
    expect(amountQuantity(stock, ticketOf(""), { ...power, preview: undefined })).toBeNull();
    expect(fractionAmount(stock, { available: "1000001" }, 25)).toBe("250000");
    expect(fractionAmount(stock, { available: "0" }, 25)).toBeNull();
  });
});

describe("the most that an order can lose", () => {
  const preview = { amount: "300000.00", fee: "12.34" };
  it("is all that its shares cost, borrowed money included; of a short it has no end", () => {
    expect(mostLost({ type: "usd" }, "long", preview)).toBe("300012.34");
    expect(mostLost({ type: "usd" }, "short", preview)).toBeNull();
  });
});

it("a preview is behind once the quote above it is newer, except of what waits for its stop", () => {
  const preview = { quote_at: "2026-11-20T01:00:00.000Z" };
  const at = Date.parse(preview.quote_at);
  expect(isBehind({ kind: "market" }, preview, { at })).toBe(false);
  expect(isBehind({ kind: "market" }, preview, { at: at + 1 })).toBe(true);
  expect(isBehind({ kind: "limit" }, preview, { at: at + 1 })).toBe(true);
  expect(isBehind({ kind: "stop" }, preview, { at: at + 1 })).toBe(false);
  expect(isBehind({ kind: "market" }, undefined, { at })).toBe(false);
});

it("an order borrows on margin and of a short, with or without leverage", () => {
  expect(borrows({ side: "long", leverage: 1 })).toBe(false);
  expect(borrows({ side: "long", leverage: 2 })).toBe(true);
  expect(borrows({ side: "short", leverage: 1 })).toBe(true);
});
