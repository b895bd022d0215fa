import { describe, expect, it } from "vitest";
import { closingInput, holdingAt, sharesAsked, type ClosingForm, type Holding } from "./holding.ts";
import { noTrail } from "../close-order.ts";

const opening = (id: string, free: string): Holding["openings"][number] => ({
  id,
  order_number: `J-${id}`,
  status: 0,
  leverage: 1,
  quantity: "100",
  quantity_free: free,
  quantity_waiting: "0",
  buy_price: "2000",
  buy_time: "2026-11-20T00:00:00.000Z",
  sellable_at: "2026-11-20T00:15:00.000Z",
  market_value: "250000",
  yingkui: "50000",
});
const toyota: Holding = {
  type: "jpy",
  code: "7203",
  name: "トヨタ自動車",
  names: { jp: "トヨタ自動車", cn: "丰田汽车", us: "Toyota Motor" },
  side: "long",
  funding: "cash",
  quantity: "200",
  quantity_free: "150",
  quantity_waiting: "0",
  quantity_locked: "50",
  next_sellable_at: null,
  sellable_at: null,
  sellable_at_status: "published",
  average_cost: "2101",
  average_method: "moving_average",
  cost: "420200",
  nowprice: "2500",
  market_value: "500000",
  profit: "79800",
  profit_percent: "18.99",
  day_profit: "0",
  dividends: "0",
  borrowed: "0",
  interest: "0",
  openings_count: 2,
  openings: [opening("7", "100"), opening("9", "50")],
};
const form = (more: Partial<ClosingForm> = {}): ClosingForm => ({
  kind: "market",
  price: "",
  stop: "",
  ...noTrail,
  timeInForce: "until_cancelled",
  goodUntil: "",
  doNotReduce: false,
  isExtended: false,
  how: "oldest",
  quantity: "150",
  chosen: {},
  ...more,
});

describe("a holding at a newer price", () => {
  it("is the server's own figures at the price that came with them", () => {
    const { market_value: marketValue, profit, profit_percent: percent } = toyota;
    expect(holdingAt(toyota, "2500")).toEqual({ marketValue, profit, percent });
    expect(holdingAt(toyota, "")).toEqual({ marketValue, profit, percent });
  });

  it("moves with the price, a short the other way round", () => {
    expect(holdingAt(toyota, "2510")).toEqual({
      marketValue: "502000",
      profit: "81800",
      percent: "19.47",
    });
    const short = { ...toyota, side: "short" as const, profit: "-79800" };
    expect(holdingAt(short, "2510")).toMatchObject({ marketValue: "502000", profit: "-81800" });
  });
});

describe("what a closing asks for", () => {
  it("is a quantity, the oldest first", () => {
    expect(closingInput(toyota, form())).toEqual({
      type: "jpy",
      code: "7203",
      side: "long",
      funding: "cash",
      kind: "market",
      quantity: "150",
    });
    expect(
      closingInput(toyota, form({ kind: "limit", price: "2600", timeInForce: "day" })),
    ).toEqual(expect.objectContaining({ kind: "limit", price: "2600", time_in_force: "day" }));
  });

  it("or the chosen openings, each with its shares", () => {
    const chosen = form({ how: "choose", chosen: { "9": "20", "7": "100", "5": "3" } });
    expect(sharesAsked(toyota, chosen)).toBe(120n);
    expect(closingInput(toyota, chosen)).toMatchObject({ openings: "7:100,9:20" });
    expect(closingInput(toyota, chosen)).not.toHaveProperty("quantity");
  });

  it("is nothing while a number is missing, or is more than can be sold", () => {
    expect(closingInput(toyota, form({ quantity: "" }))).toBeNull();
    expect(closingInput(toyota, form({ kind: "limit" }))).toBeNull();
    expect(closingInput(toyota, form({ how: "choose" }))).toBeNull();
    expect(sharesAsked(toyota, form({ how: "choose", chosen: { "9": "51" } }))).toBeNull();
  });
});
