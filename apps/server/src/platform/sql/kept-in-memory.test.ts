import { expect, it } from "vitest";
import { keepFaults } from "../../../../../tests/support/logged-faults.ts";
import { keepInMemory } from "./kept-in-memory.ts";
import type { Listener } from "./listener.ts";

/** Notifications come when the test says so. */
function scripted(isConnected: () => boolean) {
  let notify = () => {};
  const listener: Listener = {
    connected: isConnected,
    on: (_channel, deliver) => void (notify = () => deliver("")),
    onReconnected: () => undefined,
    close: async () => undefined,
  };
  return { listener, notify: () => notify() };
}

/** The reads that are named fail; each gives its own number. */
async function keep(failing: readonly number[], isConnected = () => true) {
  const { listener, notify } = scripted(isConnected);
  const { log } = keepFaults();
  const seen = { reads: 0, taken: 0 };
  await keepInMemory(
    { listener, log },
    {
      name: "numbers",
      channel: "numbers_changed",
      async load() {
        const own = ++seen.reads;
        if (failing.includes(own)) throw new Error("the database is gone");
        return own;
      },
      take: (number) => (seen.taken = number),
    },
  );
  return { seen, notify };
}

it("reads again by itself what could not be read, until it can be", async () => {
  const { seen, notify } = await keep([2, 3]);
  notify();
  await expect.poll(() => seen.taken).toBe(4);
});

it("leaves that to the reconnection while no notifications come", async () => {
  let isConnected = true;
  const { seen, notify } = await keep([2], () => isConnected);
  notify();
  isConnected = false;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(seen).toEqual({ reads: 2, taken: 1 });
});

it("takes each read that is newer than what it has, in whatever order they end", async () => {
  const { listener, notify } = scripted(() => true);
  const ends: ((number: number) => void)[] = [];
  let taken = 0;
  const kept = keepInMemory(
    { listener, log: keepFaults().log },
    {
      name: "numbers",
      channel: "numbers_changed",
      load: () => new Promise<number>((resolve) => ends.push(resolve)),
      take: (number) => (taken = number),
    },
  );
  const end = async (read: number) => {
    ends[read - 1]!(read);
    await new Promise((resolve) => setImmediate(resolve));
    return taken;
  };
  await end(1);
  await kept;
  for (let change = 0; change < 3; change += 1) notify();
  // Each was overtaken before it ended, as under changes that come faster than a read takes.
  expect(await end(2)).toBe(2);
  expect(await end(4)).toBe(4);
  expect(await end(3)).toBe(4);
});

it("has one attempt wait at a time and waits longer each time, however much changes meanwhile", async () => {
  const failing = Array.from({ length: 100 }, (_, index) => index + 2);
  const { seen, notify } = await keep(failing);
  for (let change = 0; change < 10; change += 1) notify();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  // After 250 ms and after 500 ms more; the next one waits a second.
  expect(seen.reads).toBeGreaterThan(11);
  expect(seen.reads).toBeLessThanOrEqual(13);
});
