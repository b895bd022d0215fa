import { expect, it } from "vitest";
import { minutesLeft } from "./minutes-left.ts";

it("says what is left at the speed so far, once a few parts are checked and while it is a minute or more", () => {
  const after = (checked: number, seconds: number) =>
    minutesLeft({ checked, beganAt: 5_000, at: 5_000 + seconds * 1_000 }, 256);
  expect(after(0, 0)).toBeNull();
  expect(after(3, 300)).toBeNull();
  // Ten seconds a part.
  expect(after(4, 40)).toBe(42);
  expect(after(250, 2_500)).toBe(1);
  expect(after(251, 2_510)).toBeNull();
  expect(after(256, 2_560)).toBeNull();
});
