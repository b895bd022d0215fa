import { describe, expect, it } from "vitest";
import {
  exitField,
  exitsOnWire,
  missingExit,
  nextExit,
  sharesOf,
  textOf,
  withText,
  type TicketExit,
} from "./order-exits.ts";
import { fieldOfRefusal } from "./order-refusals.ts";
import type { Ticket } from "./order-ticket.ts";

const exit = (more: Partial<TicketExit>): TicketExit => ({
  ...nextExit({ quantity: "100", exits: [] }),
  ...more,
});

const ticket: Ticket = {
  side: "long",
  kind: "market",
  price: "2850",
  stop: "",
  quantity: "100",
  leverage: 1,
  timeInForce: "until_cancelled",
  goodUntil: "",
  doNotReduce: false,
  isExtended: false,
  takeProfit: "",
  stopLoss: "",
  exits: [
    exit({ quantity: "50", takeProfit: "3100." }),
    exit({ kind: "oco", quantity: "20", takeProfit: "3000", stopLoss: "2700.5" }),
  ],
  fraction: null,
  amount: null,
};

describe("exits for parts of an order", () => {
  it("stand on the wire with what their kind asks for, and nothing that was typed for another", () => {
    const typed = { takeProfit: "3000", stopLoss: "2700", trailPercent: "2.5", trailAmount: "40" };
    expect(
      exitsOnWire([
        ...ticket.exits,
        exit({ kind: "stop_loss", quantity: "10", ...typed }),
        exit({ kind: "trailing", quantity: "10", ...typed }),
        exit({ kind: "trailing", trailBy: "amount", quantity: "10", ...typed }),
      ]),
    ).toBe("50:3100:,20:3000:2700.5,10::2700,10:::2.5%,10:::40");
  });

  it("begin with the shares that the others leave", () => {
    expect(sharesOf(ticket.exits)).toBe(70n);
    expect(nextExit(ticket).quantity).toBe("30");
    expect(nextExit({ ...ticket, quantity: "70" }).quantity).toBe("");
  });

  it("are typed into one at a time, and miss what is still empty", () => {
    const field = exitField(1, "stopLoss");
    expect(textOf(ticket, field)).toBe("2700.5");
    const { exits = [] } = withText(ticket, field, "");
    expect(exits[0]).toEqual(ticket.exits[0]);
    expect(missingExit(ticket.exits)).toBeNull();
    expect(missingExit(exits)).toBe(field);
    expect(missingExit([exit({ quantity: "0" })])).toBe(exitField(0, "quantity"));
    expect(missingExit([exit({ kind: "trailing", takeProfit: "1" })])).toBe(
      exitField(0, "trailPercent"),
    );
  });

  it("are told apart in a refusal by their place and the price at fault", () => {
    const refused = (code: Parameters<typeof fieldOfRefusal>[0]["code"], params = {}) =>
      fieldOfRefusal({ code, fields: [], params: { field: "exits", ...params } });
    expect(refused("exits_exceed_order")).toBe("exits");
    expect(refused("quantity_not_in_lots", { part: "2" })).toBe(exitField(1, "quantity"));
    expect(refused("stop_loss_on_wrong_side", { part: "1" })).toBe(exitField(0, "stopLoss"));
    expect(refused("exit_price_not_on_tick", { part: "3", exit_field: "take_profit" })).toBe(
      exitField(2, "takeProfit"),
    );
    expect(refused("trail_too_wide", { part: "1" })).toBe(exitField(0, "trailPercent"));
  });
});
