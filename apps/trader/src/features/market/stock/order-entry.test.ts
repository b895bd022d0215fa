import type { OpeningKind } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { firstEntered, simplified, withHours, withKind, type Entered } from "./order-entry.ts";
import type { StockDetail } from "./stock-queries.ts";

const apple = {
  type: "usd",
  code: "AAPL",
  lot: "1",
  lot_min: "1",
  tick: "0.01",
  price: "189.20",
  bid: "189.19",
  ask: "189.21",
  extended: {
    phase: "after_hours",
    from: "",
    until: "",
    quote: { bid: "190.00", ask: "190.40" },
  },
  order_forms: {
    limit: ["until_cancelled", "day"],
    stop_limit: ["until_cancelled", "day"],
    oco: ["until_cancelled", "day"],
  },
} as unknown as StockDetail;

const begun = firstEntered(apple, { side: "long", price: null });
const choose = (entered: Entered, kind: OpeningKind) => withKind(apple, entered, kind);
const evening = withHours(apple, choose(begun, "limit"), true);

const shown = ({ ticket: { kind, price, isExtended } }: Entered) => ({ kind, price, isExtended });

describe("a ticket that is made simple again", () => {
  it("has the regular hours' limit and no evening price, whatever was chosen after the hours", () => {
    expect(shown(evening)).toEqual({ kind: "limit", price: "190.4", isExtended: true });
    const regular = { kind: "limit", price: "189.21", isExtended: false };
    expect(shown(simplified(apple, evening))).toEqual(regular);
    for (const kind of ["stop_limit", "oco"] as const) {
      expect(shown(simplified(apple, choose(evening, kind)))).toEqual(regular);
    }
    const back = choose(simplified(apple, choose(evening, "stop")), "limit");
    expect(shown(back)).toEqual(regular);
  });

  it("keeps the limit that the customer typed or touched", () => {
    const typed = { ...evening, ticket: { ...evening.ticket, price: "188" } };
    expect(shown(simplified(apple, choose(typed, "stop_limit")))).toMatchObject({ price: "188" });
    const touched = firstEntered(apple, { side: "long", price: "187.50" });
    const later = choose(withHours(apple, touched, true), "stop_limit");
    expect(shown(simplified(apple, later))).toMatchObject({ price: "187.5" });
  });

  it("holds nothing of what is folded away", () => {
    const { ticket } = begun;
    const folded = {
      timeInForce: "day",
      goodUntil: "2026-12-31",
      doNotReduce: true,
      takeProfit: "200",
      stopLoss: "180",
      exits: [{ quantity: "1", takeProfit: "", stopLoss: "180" }],
      leverage: 3,
    } as unknown as Partial<Entered["ticket"]>;
    expect(simplified(apple, { ...begun, ticket: { ...ticket, ...folded } }).ticket).toEqual(
      ticket,
    );
  });
});

it("takes the evening's price back where the hours are left behind a stop", () => {
  const behindStop = choose(evening, "stop_limit");
  expect(shown(behindStop)).toMatchObject({ price: "189.21" });
  const left = withHours(apple, behindStop, false);
  expect(shown(choose(left, "limit"))).toMatchObject({ price: "189.21", isExtended: false });
});
