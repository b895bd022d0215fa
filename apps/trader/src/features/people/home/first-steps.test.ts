import { describe, expect, it } from "vitest";
import { decideFirstSteps, doneBy } from "./first-steps.ts";

const account = "0900000001";
const newcomer = { stored: "", account, seenStock: false, holds: false };

describe("a newcomer's first steps", () => {
  it("begin with finding a stock, and this device remembers that they began", () => {
    expect(decideFirstSteps(newcomer)).toEqual({
      step: 1,
      taken: [],
      remember: `${account} started`,
    });
  });

  it("go on to buying once a stock was opened", () => {
    expect(decideFirstSteps({ ...newcomer, seenStock: true })).toMatchObject({
      step: 2,
      remember: `${account} 1`,
    });
  });

  it("go on to the position once something is held", () => {
    const bought = { ...newcomer, stored: `${account} started`, seenStock: true, holds: true };
    expect(decideFirstSteps(bought)).toEqual({
      step: 3,
      taken: [1, 2],
      remember: `${account} 12`,
    });
  });

  it("remember a purchase after all of it was sold", () => {
    const sold = { ...newcomer, stored: `${account} 12`, holds: false };
    expect(decideFirstSteps(sold)).toEqual({ step: 3, taken: [1, 2], remember: `${account} 12` });
  });

  it("stay away after they were done or closed", () => {
    const closed = { ...newcomer, stored: doneBy(account) };
    expect(decideFirstSteps(closed)).toMatchObject({ step: null, remember: doneBy(account) });
  });

  it("never come to somebody who holds stocks and is new on this device", () => {
    expect(decideFirstSteps({ ...newcomer, holds: true })).toMatchObject({
      step: null,
      remember: doneBy(account),
    });
  });

  it("are shown to another account on the same device, from the beginning", () => {
    for (const stored of [doneBy("0900000002"), "0900000002 12"]) {
      expect(decideFirstSteps({ ...newcomer, stored }).step).toBe(1);
    }
  });

  it("keep their place, and remember nothing, until it is known what is held", () => {
    expect(decideFirstSteps({ ...newcomer, holds: null })).toMatchObject({ step: 1, remember: "" });
  });
});
