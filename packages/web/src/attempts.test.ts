import { afterEach, expect, test, vi } from "vitest";
import type { AskedOf } from "./asked.ts";
import { createAttempts, pageMemory, type AttemptMemory } from "./attempts.ts";

afterEach(() => {
  vi.useRealTimers();
});

type Answered = AskedOf<null, string>;
const done: Answered = { ok: true, data: null };
const refused = (code: string, httpStatus = 200): Answered => ({
  ok: false,
  refusal: { code, params: {}, fields: [], httpStatus },
});
const lost = refused("network_error", 0);

function setUp(memory: AttemptMemory<{ key: string }> = pageMemory()) {
  let made = 0;
  const { sendOnce, unanswered } = createAttempts({ memory, newId: () => `id ${(made += 1)}` });
  const send = async (key: string, answer: Answered) => {
    let used = "";
    const { isUnknown } = await sendOnce({ key }, (id) => {
      used = id;
      return Promise.resolve(answer);
    });
    return isUnknown ? `${used}, unknown` : used;
  };
  return { send, unanswered };
}

test("the same form whose answer never arrived keeps its id", async () => {
  const { send } = setUp();
  expect(await send("a", lost)).toBe("id 1, unknown");
  expect(await send("a", lost)).toBe("id 1, unknown");
  expect(await send("a", done)).toBe("id 1");
});

test("a commit whose answer was lost leaves open what happened, and keeps its id", async () => {
  const { send } = setUp();
  expect(await send("a", refused("outcome_unknown", 503))).toBe("id 1, unknown");
  expect(await send("a", done)).toBe("id 1");
});

test("a transport that refuses to look says nothing of what was sent before", async () => {
  const { send } = setUp();
  expect(await send("a", refused("too_many_requests", 429))).toBe("id 1");
  expect(await send("b", lost)).toBe("id 2, unknown");
  expect(await send("b", refused("too_many_requests", 429))).toBe("id 2, unknown");
  expect(await send("b", done)).toBe("id 2");
});

test("whatever was answered, and a changed form, is a new intention", async () => {
  const { send } = setUp();
  expect(await send("a", refused("insufficient_balance"))).toBe("id 1");
  expect(await send("a", done)).toBe("id 2");
  expect(await send("a", lost)).toBe("id 3, unknown");
  expect(await send("b", done)).toBe("id 4");
  expect(await send("a", done)).toBe("id 3");
});

test("whoever sends the same form a day later means another time", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  const { send, unanswered } = setUp();
  await send("a", lost);
  vi.setSystemTime(24 * 3_600_000 - 1);
  expect(unanswered()).toHaveLength(1);
  vi.setSystemTime(24 * 3_600_000);
  expect(unanswered()).toEqual([]);
  expect(await send("a", done)).toBe("id 2");
});

test("what another page has kept counts here, and only the newest are kept", async () => {
  const memory = pageMemory<{ key: string }>();
  const { send } = setUp(memory);
  for (let number = 0; number < 60; number += 1) await send(`form ${number}`, lost);
  expect(memory.read()).toHaveLength(50);
  const other = setUp(memory);
  expect(await other.send("form 59", done)).toBe("id 60");
  expect(await other.send("form 0", done)).toBe("id 1");
});
