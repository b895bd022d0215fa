import { setImmediate as turnOfTheEventLoop } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { createTurns, pagesAtOnceMax, pagesWaitingMax, turnsPassedMax } from "./open-calls.ts";

/** Takes a page's turn, and has it written at once. */
async function writeNext(turns: ReturnType<typeof createTurns>): Promise<boolean> {
  const written = await turns.next();
  written?.();
  return written !== null;
}

it("lets one page out in each turn of the event loop, in the order in which they came", async () => {
  const turns = createTurns(() => 0);
  const out: number[] = [];
  const asked = [0, 1, 2].map((page) => writeNext(turns).then(() => out.push(page)));
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
  expect(await writeNext(turns)).toBe(true);
});

it("lets the next page out once one is written, and not for ever later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const turns = createTurns(() => 0);
  const out: (() => void)[] = [];
  for (let page = 0; page <= pagesAtOnceMax; page += 1) {
    void turns.next().then((written) => written !== null && out.push(written));
  }
  for (let turn = 0; turn < 10; turn += 1) await turnOfTheEventLoop();
  expect(out).toHaveLength(pagesAtOnceMax);
  out[0]!();
  // A page that is said to be written twice makes room for one.
  out[0]!();
  void turns.next().then((written) => written !== null && out.push(written));
  for (let turn = 0; turn < 10; turn += 1) await turnOfTheEventLoop();
  expect(out).toHaveLength(pagesAtOnceMax + 1);
  // The readers of the others are slow.
  vi.advanceTimersByTime(10);
  for (let turn = 0; turn < 10; turn += 1) await turnOfTheEventLoop();
  expect(out).toHaveLength(pagesAtOnceMax + 2);
  vi.useRealTimers();
});

it("refuses a page where too many wait, and takes them again when those are out", async () => {
  const turns = createTurns(() => 0);
  const asked = Array.from({ length: pagesWaitingMax }, () => writeNext(turns));
  expect(await writeNext(turns)).toBe(false);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([true]));
  expect(await writeNext(turns)).toBe(true);
});

it("has a page wait while connections come, and not for ever", async () => {
  let connections = 0;
  const turns = createTurns(() => connections);
  const out: number[] = [];
  void writeNext(turns).then(() => out.push(connections));
  for (let turn = 0; turn < turnsPassedMax; turn += 1) {
    connections += 1;
    await turnOfTheEventLoop();
  }
  expect(out).toEqual([]);
  connections += 1;
  await turnOfTheEventLoop();
  expect(out).toEqual([connections]);
  const quiet = writeNext(turns);
  await turnOfTheEventLoop();
  expect(await quiet).toBe(true);
});
