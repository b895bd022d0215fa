import { drawBundlePath } from "@sanshi/contract/constants";
import { expect, test } from "vitest";
import { drawOfLink, withRoot, type HeardRoot } from "./heard-roots.ts";

const heard = (draw: number, root: string): HeardRoot => {
  return { draw: drawBundlePath(String(draw)), root, at: "2026-11-28T00:00:00.000Z" };
};

test("the first list of a draw stays, whatever is heard of it later", () => {
  const first = withRoot([], heard(1, "aa"));
  expect(withRoot(first, heard(1, "bb"))).toBe(first);
  expect(withRoot(first, heard(2, "cc"))).toEqual([heard(1, "aa"), heard(2, "cc")]);
});

test("a hundred draws are kept, the oldest go first", () => {
  let kept: readonly HeardRoot[] = [];
  for (let draw = 1; draw <= 120; draw += 1) kept = withRoot(kept, heard(draw, "aa"));
  expect(kept).toHaveLength(100);
  expect(kept[0]).toEqual(heard(21, "aa"));
});

test.each([
  ["/home/newShareInfo?id=12", drawBundlePath("12")],
  ["/home/largeInfo?id=7", "/api/draws/block-7.json"],
  ["/home/newShareInfo?id=12&x=1", null],
  ["/position/index", null],
  [null, null],
])("the draw of %j is %j", (link, draw) => {
  expect(drawOfLink(link)).toBe(draw);
});
