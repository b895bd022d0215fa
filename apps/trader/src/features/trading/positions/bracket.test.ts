import type { HeldStock } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { exitChanges, exitFieldOf, bracketOf, resultAt } from "./bracket.ts";

const position = {
  type: "jpy",
  side: "long",
  stock_num: "100",
  buy_price: "2480",
  nowprice: "2500",
  take_profit: "2600",
  stop_loss: null,
} as HeldStock;

describe("the bracket of a position", () => {
  it("are sent where they differ in value, and emptied ones are removed", () => {
    const before = bracketOf(position);
    expect(before).toEqual({ takeProfit: "2600", stopLoss: "" });
    expect(exitChanges(before, { takeProfit: "2600.0", stopLoss: "" })).toEqual({});
    expect(exitChanges(before, { takeProfit: "", stopLoss: "2400" })).toEqual({
      take_profit: "",
      stop_loss: "2400",
    });
  });

  it("say what they would gain or lose", () => {
    expect(resultAt(position, "2600")).toBe("12000");
    expect(resultAt({ ...position, side: "short" }, "2600")).toBe("-12000");
    expect(resultAt(position, "")).toBeNull();
    expect(resultAt(position, "0")).toBeNull();
  });

  it("have their refusals beside them", () => {
    const at = (code: "stop_loss_on_wrong_side" | "exit_price_not_on_tick", field?: string) =>
      exitFieldOf({ code, params: field === undefined ? {} : { field } });
    expect(at("stop_loss_on_wrong_side")).toBe("stopLoss");
    expect(at("exit_price_not_on_tick", "take_profit")).toBe("takeProfit");
    expect(at("exit_price_not_on_tick")).toBeNull();
  });
});
