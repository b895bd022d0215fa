import { describe, expect, it } from "vitest";
import { marginState, meterOf, ratioText } from "./margin-meter.ts";

const margin = {
  ratio: "33.33",
  initial_percent: "30",
  maintenance_percent: "20",
  forced_sale_percent: "15",
  call: null,
  unpaid_debt: "0",
};

describe("the margin ratio", () => {
  it.each([
    ["33.33", "good"],
    ["24.00", "good"],
    ["23.99", "near"],
    ["20.00", "near"],
    ["19.99", "low"],
    ["-4.00", "low"],
    [null, "good"],
  ] as const)("of %s is %s", (ratio, state) => {
    expect(marginState({ ...margin, ratio })).toBe(state);
  });

  it.each([
    ["1234.56", ">999%"],
    ["97.6", "97.60%"],
    ["-2.23", "−2.23%"],
    [null, "–"],
  ])("of %s is written %s", (ratio, text) => {
    expect(ratioText(ratio)).toBe(text);
  });

  it("is none of a debt that is left without a position", () => {
    const owing = { ...margin, ratio: null, unpaid_debt: "42992" };
    expect(marginState(owing)).toBe("debt");
    expect(meterOf(owing).now).toBe(0);
    expect(marginState({ ...owing, ratio: "40.00" })).toBe("good");
  });

  it("stays low while a call is not met, whatever the market does", () => {
    const call = {
      called_at: "",
      due_at: "",
      due_at_status: "published" as const,
      ratio: "19.00",
      missing: "1000",
    };
    expect(marginState({ ...margin, ratio: "40.00", call })).toBe("low");
  });

  it("stands on a bar that is twice what an opening needs", () => {
    expect(meterOf(margin)).toEqual({
      now: expect.closeTo(0.5555) as number,
      forced: 0.25,
      maintenance: expect.closeTo(0.3333) as number,
    });
    expect(meterOf({ ...margin, ratio: "500" }).now).toBe(1);
    expect(meterOf({ ...margin, ratio: "-5" }).now).toBe(0);
    expect(meterOf({ ...margin, ratio: null }).now).toBe(1);
  });
});
