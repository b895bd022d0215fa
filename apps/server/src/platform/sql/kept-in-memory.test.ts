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
