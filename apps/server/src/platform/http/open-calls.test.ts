import { setImmediate as turnOfTheEventLoop } from "node:timers/promises";
import { expect, it } from "vitest";
import { createTurns, pagesWaitingMax, turnsPassedMax } from "./open-calls.ts";

it("lets one page out in each turn of the event loop, in the order in which they came", async () => {
  const turns = createTurns(() => 0);
  const out: number[] = [];
  const asked = [0, 1, 2].map((page) => turns.next().then(() => out.push(page)));
  const seen: number[] = [];
  while (out.length < 3) {
    await turnOfTheEventLoop();
    seen.push(out.length);
  }
  await Promise.all(asked);
  expect([seen, out]).toEqual([
    [1, 2, 3],
    [0, 1, 2],
  ]);
  expect(await turns.next()).toBe(true);
});

it("refuses a page where too many wait, and takes them again when those are out", async () => {
  const turns = createTurns(() => 0);
  const asked = Array.from({ length: pagesWaitingMax }, () => turns.next());
  expect(await turns.next()).toBe(false);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([true]));
  expect(await turns.next()).toBe(true);
});

it("has a page wait while connections come, and not for ever", async () => {
  let connections = 0;
  const turns = createTurns(() => connections);
  const out: number[] = [];
  void turns.next().then(() => out.push(connections));
  for (let turn = 0; turn < turnsPassedMax; turn += 1) {
    connections += 1;
    await turnOfTheEventLoop();
  }
  expect(out).toEqual([]);
  connections += 1;
  await turnOfTheEventLoop();
  expect(out).toEqual([connections]);
  const quiet = turns.next();
  await turnOfTheEventLoop();
  expect(await quiet).toBe(true);
});
