import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRest, touchableTreemap, treemap, type Box, type Tile } from "./treemap.ts";

const box = { x: 10, y: 20, width: 360, height: 520 };
const own = (value: number) => value;
const area = ({ width, height }: Box) => width * height;
const values = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), {
  minLength: 1,
  maxLength: 60,
});

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

describe("a treemap", () => {
  it("gives each item an area in proportion to its value, inside the box and beside the others", () => {
    fc.assert(
      fc.property(values, (all) => {
        const tiles = treemap(all, own, box);
        const total = all.reduce((sum, value) => sum + value, 0);
        expect(tiles).toHaveLength(all.length);
        for (const [index, tile] of tiles.entries()) {
          expect(area(tile.box)).toBeCloseTo((tile.item / total) * area(box), 3);
          expect(tile.box.x).toBeGreaterThanOrEqual(box.x - 0.01);
          expect(tile.box.y).toBeGreaterThanOrEqual(box.y - 0.01);
          expect(tile.box.x + tile.box.width).toBeLessThanOrEqual(box.x + box.width + 0.01);
          expect(tile.box.y + tile.box.height).toBeLessThanOrEqual(box.y + box.height + 0.01);
          for (const other of tiles.slice(index + 1)) {
            expect(overlap(tile.box, other.box)).toBeLessThan(1);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("makes tiles as square as the classic example does", () => {
    const tiles = treemap([6, 6, 4, 3, 2, 2, 1], own, { x: 0, y: 0, width: 6, height: 4 });
    const ratios = tiles.map(
      ({ box: { width, height } }) => Math.max(width, height) / Math.min(width, height),
    );
    expect(Math.max(...ratios)).toBeLessThan(3);
  });

  it("has no tile for what is worth nothing", () => {
    expect(treemap([0, -1, Number.NaN, 5], own, box).map(({ item }) => item)).toEqual([5]);
    expect(treemap([], own, box)).toEqual([]);
  });
});

describe("a treemap for fingers", () => {
  const count = (tiles: readonly Tile<number | { rest: readonly number[] }>[]) =>
    tiles.reduce((sum, { item }) => sum + (isRest(item) ? item.rest.length : 1), 0);

  it("has no tile that is too small, loses nobody, and keeps the proportions", () => {
    fc.assert(
      fc.property(values, (all) => {
        const tiles = touchableTreemap(all, own, box, 44);
        const total = all.reduce((sum, value) => sum + value, 0);
        expect(count(tiles)).toBe(all.length);
        for (const { item, box: own } of tiles) {
          expect(Math.min(own.width, own.height)).toBeGreaterThanOrEqual(44);
          const value = isRest(item) ? item.rest.reduce((sum, one) => sum + one, 0) : item;
          expect(area(own)).toBeCloseTo((value / total) * area(box), 3);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("is one tile where there is room for no more", () => {
    const [tile, ...others] = touchableTreemap(
      [3, 2, 1],
      own,
      { ...box, width: 50, height: 50 },
      44,
    );
    expect(others).toEqual([]);
    expect(tile!.item).toEqual({ rest: [3, 2, 1] });
    expect(touchableTreemap([], own, box, 44)).toEqual([]);
  });
});
