import { expect, it } from "vitest";
import { createReplays } from "./replays.ts";

it("expects replays for ten seconds after the last one", () => {
  let now = 0;
  const replays = createReplays(() => now);
  expect(replays.areLikely()).toBe(false);
  replays.saw();
  now = 9_999;
  expect(replays.areLikely()).toBe(true);
  replays.saw();
  now = 19_998;
  expect(replays.areLikely()).toBe(true);
  now = 19_999;
  expect(replays.areLikely()).toBe(false);
});
