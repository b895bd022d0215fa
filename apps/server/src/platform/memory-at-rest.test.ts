import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { givesMemoryBack } from "./memory-at-rest.ts";

const megabyte = 1024 * 1024;

/** What each look after the first does in a heap of so many megabytes, of which 50 are held. */
function lookedAt(states: readonly { active: number; idle: number; heap: number }[]) {
  let at = 0;
  let shrunk = false;
  const giveBack = givesMemoryBack({
    now: () => ({ ...states[at]!, utilization: 0 }),
    heapBytes: () => (shrunk ? 50 : states[at]!.heap) * megabyte,
    collect: () => (shrunk = true),
  });
  return states.slice(1).map(() => {
    at += 1;
    shrunk = false;
    return giveBack();
  });
}

it("gives memory back at rest, and neither under load nor where there is little", () => {
  const looks = [
    { active: 9_000, idle: 1_000, heap: 120 },
    // Half of the time since.
    { active: 39_000, idle: 31_000, heap: 120 },
    // A twelfth of it, whatever was before.
    { active: 44_000, idle: 86_000, heap: 120 },
    { active: 49_000, idle: 981_000, heap: 90 },
    { active: 54_000, idle: 1_036_000, heap: 100 },
  ];
  expect(lookedAt(looks)).toEqual([false, true, false, true]);
});

it("stops a server that is used a little four times an hour at most, however fast its heap grows", () => {
  const looks = Array.from({ length: 61 }, (_, minute) => {
    return { active: minute * 6_000, idle: minute * 54_000, heap: 200 };
  });
  expect(lookedAt(looks).filter(Boolean)).toHaveLength(4);
});

it("collects nothing where no time has passed", () => {
  const state = { active: 0, idle: 0, heap: 200 };
  expect(lookedAt([state, state])).toEqual([false]);
});

it("shrinks the heap of a process that was busy", () => {
  const program = `
    const { givesMemoryBack, ownProcess } = await import(${JSON.stringify(join(import.meta.dirname, "memory-at-rest.ts"))});
    let kept = [];
    for (let round = 0; round < 6; round += 1) {
      kept = Array.from({ length: 1_000_000 }, (_, index) => ({ index, text: "order " + index }));
    }
    const before = process.memoryUsage().heapTotal;
    // Node collects what nobody holds when it likes: it is held until the very moment.
    const collect = () => {
      kept = [];
      ownProcess.collect();
    };
    // The loop that is measured begins with the first wait.
    await new Promise((resolve) => setTimeout(resolve, 10));
    const giveBack = givesMemoryBack({ ...ownProcess, collect });
    let given = false;
    for (let look = 0; look < 100 && !given; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      given = giveBack();
    }
    console.log(JSON.stringify([given, before, process.memoryUsage().heapTotal]));
  `;
  const parameters = [
    "--max-semi-space-size=16",
    "--expose-gc",
    "--input-type=module",
    "-e",
    program,
  ];
  const { stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: "utf8" });
  expect(stderr).toBe("");
  const [given, before, after] = JSON.parse(stdout) as [boolean, number, number];
  expect(given).toBe(true);
  expect(after).toBeLessThan(before / 3);
});
