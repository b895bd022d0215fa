import { describe, expect, it } from "vitest";
import { factorAt, keptOf, lineForm, shownLine, withLine, type KeptLine } from "./drawn-prices.ts";

/** A dividend of a tenth, and later a split of two for one. */
const adjustment = [
  { until: "2026-03-01T00:00:00.000Z", factor: "0.45" },
  { until: "2026-06-01T00:00:00.000Z", factor: "0.5" },
];
const [winter, spring, summer] = ["2026-02-01", "2026-04-01", "2026-07-01"].map((date) =>
  Date.parse(`${date}T00:00:00.000Z`),
) as [number, number, number];

const kept: KeptLine = {
  id: "1",
  kind: "trend",
  from: { at: new Date(winter).toISOString(), price: "1000" },
  to: { at: new Date(summer).toISOString(), price: "600" },
};

describe("a drawn line and the chart's adjustment", () => {
  it.each([
    ["none", [1, 1, 1]],
    ["forward", [0.45, 0.5, 1]],
    ["backward", [1, 0.5 / 0.45, 1 / 0.45]],
  ] as const)("is multiplied %s by %j in winter, spring and summer", (mode, factors) => {
    const found = [winter, spring, summer].map((at) => factorAt(adjustment, mode, at));
    found.forEach((factor, index) => expect(factor).toBeCloseTo(factors[index]!, 10));
  });

  it("stands at its candles in every mode, and is kept the same from each of them", () => {
    const forward = shownLine(kept, adjustment, "forward");
    expect([forward.from.price, forward.to.price]).toEqual([450, 600]);
    for (const mode of ["none", "forward", "backward"] as const) {
      const form = lineForm(shownLine(kept, adjustment, mode), adjustment, mode);
      expect(keptOf(form)).toEqual(kept);
    }
  });

  it("keeps a level as one point, a price above nothing, and the earlier point first", () => {
    const level = { ...shownLine(kept, [], "none"), kind: "level" as const };
    const form = lineForm(level, [], "none");
    expect([form.to_at, form.to_price]).toEqual([form.from_at, form.from_price]);
    const low = lineForm({ ...level, from: { at: winter, price: 0 } }, [], "none");
    expect(low.from_price).toBe("0.0001");
    const third = lineForm({ ...level, from: { at: winter, price: 1000 / 3 } }, [], "none");
    expect(third.from_price).toBe("333.3333");
    const turned = { ...lineForm(shownLine(kept, [], "none"), [], "none") };
    const backwards = keptOf({
      ...turned,
      ...{ from_at: turned.to_at, to_at: turned.from_at },
      ...{ from_price: turned.to_price, to_price: turned.from_price },
    });
    expect(backwards).toEqual(kept);
  });

  it("takes a moved line's place, and comes last as a new one", () => {
    const other = { ...kept, id: "2" };
    const moved = { ...kept, to: { ...kept.to, price: "1" } };
    expect(withLine([kept, other], moved)).toEqual([moved, other]);
    expect(withLine([kept], other)).toEqual([kept, other]);
  });
});
