import { describe, expect, test } from "vitest";
import { moveBy, transformOf, turn, wholePhoto, zoomBy, zoomMax } from "./photo-view.ts";

describe("a photo", () => {
  test("turns by quarters and comes round", () => {
    const quarter = turn(wholePhoto);
    expect(quarter.turns).toBe(1);
    expect(turn(turn(turn(quarter)))).toEqual(wholePhoto);
  });

  test("comes nearer towards the point that is pointed at, which stays where it is", () => {
    const at = { x: 100, y: -40 };
    const near = zoomBy(wholePhoto, 3, at);
    // The photo's own point under the pointer, before and after.
    const under = (view: typeof near) => [(at.x - view.x) / view.zoom, (at.y - view.y) / view.zoom];
    expect(under(near)[0]).toBeCloseTo(under(wholePhoto)[0] ?? 0);
    expect(under(near)[1]).toBeCloseTo(under(wholePhoto)[1] ?? 0);
  });

  test("comes no nearer than it can, and is whole and in the middle at the farthest", () => {
    expect(zoomBy(wholePhoto, 100).zoom).toBe(zoomMax);
    expect(zoomBy(zoomBy(wholePhoto, 2, { x: 50, y: 50 }), -2)).toEqual(wholePhoto);
  });

  test("that is whole does not move; one that is near does", () => {
    expect(moveBy(wholePhoto, 5, 5)).toEqual(wholePhoto);
    expect(moveBy(zoomBy(wholePhoto, 1), 5, -5)).toMatchObject({ x: 5, y: -5 });
  });

  test("is turned before it is enlarged and moved", () => {
    expect(transformOf({ turns: 1, zoom: 2, x: 3, y: 4 })).toBe(
      "translate(3px, 4px) scale(2) rotate(90deg)",
    );
  });
});
