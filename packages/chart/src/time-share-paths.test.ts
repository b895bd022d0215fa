import { describe, expect, it } from "vitest";
import { buildSessionAxis } from "./session-axis.ts";
import { symmetricScale } from "./price-scale.ts";
import { pointIndexAt } from "./point-index.ts";
import { timeSharePaths } from "./time-share-paths.ts";

const box = { width: 100, priceHeight: 100, volumeTop: 110, volumeHeight: 20 };
const points = [
  { at: 0, price: 100, average: 100, volume: 10 },
  { at: 50, price: 110, average: 105, volume: 20 },
  { at: 100, price: 90, average: 100, volume: 0 },
];

describe("the scale around the previous close", () => {
  it("has the previous close in its middle and every price inside", () => {
    const scale = symmetricScale([110, 95], 100, 200);
    expect(scale.y(100)).toBeCloseTo(100);
    expect(scale.y(110)).toBeGreaterThan(0);
    expect(scale.high - 100).toBeCloseTo(100 - scale.low);
  });

  it("does not blow up a price at rest", () => {
    expect(symmetricScale([100], 100, 200).high).toBeGreaterThan(100.2);
  });
});

describe("the paths of a day", () => {
  const axis = buildSessionAxis([[0, 100]]);
  const scale = symmetricScale([110, 90], 100, 100);
  const paths = timeSharePaths(points, axis, scale, box);

  it("draws the price through every minute", () => {
    expect(paths.price).toMatch(/^M0 50L50 2\.8L100 97\.2$/);
  });

  it("closes the area at the bottom of the prices", () => {
    expect(paths.area.endsWith("L100 100L0 100Z")).toBe(true);
  });

  it("scales volume to the busiest minute and leaves out minutes without trades", () => {
    expect(paths.volumeUp).toBe("M0 130v-10M50 130v-20");
    expect(paths.volumeDown).toBe("");
  });

  it("leads no line across lunch", () => {
    const day = buildSessionAxis([
      [0, 50],
      [80, 130],
    ]);
    const minutes = [0, 49, 80, 129].map((at) => ({ at, price: 100, average: 100, volume: 1 }));
    const drawn = timeSharePaths(minutes, day, scale, box);
    for (const path of [drawn.price, drawn.average, drawn.area]) {
      expect(path.match(/M/g)).toHaveLength(2);
    }
  });

  it("is empty before the first trade", () => {
    expect(timeSharePaths([], axis, scale, box).price).toBe("");
  });
});

describe("picking a point", () => {
  it.each([
    [-5, 0],
    [0, 0],
    [49, 0],
    [50, 1],
    [99, 1],
    [500, 2],
  ])("at %d takes point %d", (at, index) => {
    expect(pointIndexAt(points, at)).toBe(index);
  });
});
