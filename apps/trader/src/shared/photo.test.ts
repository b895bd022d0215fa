import { expect, it } from "vitest";
import { fitted } from "./photo.ts";

it("makes a large photo smaller, keeps its shape, and leaves a small one as it is", () => {
  expect(fitted(4_800, 3_600)).toEqual({ width: 2_400, height: 1_800 });
  expect(fitted(1_200, 4_800)).toEqual({ width: 600, height: 2_400 });
  expect(fitted(800, 600)).toEqual({ width: 800, height: 600 });
});
