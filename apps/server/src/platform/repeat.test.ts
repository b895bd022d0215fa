import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { repeat } from "./repeat.ts";

const warnings: unknown[] = [];
const log = { warn: (...given: unknown[]) => void warnings.push(given) };
const options = { everyMs: 1, log, failure: "it was not done" };
let repeated: ReturnType<typeof repeat>;
afterEach(() => repeated.stop());

it("does its work again and again, and never twice at once", async () => {
  let done = 0;
  let under = 0;
  repeated = repeat(options, async () => {
    under += 1;
    expect(under).toBe(1);
    await sleep(5);
    under -= 1;
    done += 1;
  });
  await expect.poll(() => done).toBeGreaterThan(3);
  expect(warnings).toEqual([]);
});

it("works again after a failure, which the log tells of", async () => {
  let attempts = 0;
  repeated = repeat(options, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("not now");
  });
  await expect.poll(() => attempts).toBeGreaterThan(2);
  expect(warnings).toEqual([[{ err: new Error("not now") }, "it was not done"]]);
});

it("stops once what is under way has ended, and tells it so", async () => {
  const course: string[] = [];
  repeated = repeat(options, async (isStopped) => {
    course.push("begun");
    while (!isStopped()) await sleep(1);
    course.push("ended");
  });
  await expect.poll(() => course).toEqual(["begun"]);
  await repeated.stop();
  await sleep(10);
  expect(course).toEqual(["begun", "ended"]);
});
