import { expect, test } from "vitest";
import type { Asked } from "./api.ts";
import { createAttempts } from "./attempts.ts";

const done: Asked<null> = { ok: true, data: null };
const refused = (
  code: "network_error" | "outcome_unknown" | "insufficient_balance",
  httpStatus = 200,
): Asked<null> => ({ ok: false, refusal: { code, params: {}, fields: [], httpStatus } });

function setUp() {
  let made = 0;
  const attempt = createAttempts(() => `id ${(made += 1)}`);
  return async (form: string, answer: Asked<null>) => {
    let used = "";
    await attempt(form, (id) => {
      used = id;
      return Promise.resolve(answer);
    });
    return used;
  };
}

test("the same form whose answer never arrived keeps its id", async () => {
  const send = setUp();
  expect(await send("a", refused("network_error"))).toBe("id 1");
  expect(await send("a", refused("network_error"))).toBe("id 1");
  expect(await send("a", done)).toBe("id 1");
});

test("a commit whose answer was lost leaves open what happened, and keeps its id", async () => {
  const send = setUp();
  expect(await send("a", refused("outcome_unknown", 503))).toBe("id 1");
  expect(await send("a", done)).toBe("id 1");
});

test("whatever was answered, and a changed form, is a new intention", async () => {
  const send = setUp();
  expect(await send("a", refused("insufficient_balance"))).toBe("id 1");
  expect(await send("a", done)).toBe("id 2");
  expect(await send("a", refused("network_error"))).toBe("id 3");
  expect(await send("b", done)).toBe("id 4");
});
