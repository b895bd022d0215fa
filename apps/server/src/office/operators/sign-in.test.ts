import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  testOperator,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { sql } from "../../platform/sql/database.ts";
import { operatorAttemptsMax } from "./operators.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ TRUSTED_PROXIES: "127.0.0.0/8" });
});
afterAll(() => app.stop());

async function signIn(password: string, address: string, cookie = "") {
  const answer = await app.context.http.fastify.inject({
    method: "POST",
    url: "/api/ops/sign-in",
    headers: { "content-type": "application/json", "x-forwarded-for": address, cookie },
    payload: { email: testOperator.email, password },
  });
  const device = answer.cookies.find(({ name }) => name.startsWith("sanshi_device_"));
  const kept = device === undefined ? "" : `${device.name}=${device.value}`;
  return { msg: answer.json<{ msg: string }>().msg, kept, device };
}

it("is stopped by no stranger's attempts, on a known device or on another network", async () => {
  const { password } = testOperator;
  const own = "198.51.100.1";
  const { kept, device } = await signIn(password, own);
  expect(device).toMatchObject({ path: "/api/ops/sign-in", httpOnly: true, sameSite: "Strict" });
  expect(operatorAttemptsMax).toEqual({ device: 10, network: 50, networkAtAccount: 10, codes: 10 });
  const counted = await sql`SELECT FROM try_counter WHERE tries > 0`.execute(
    app.context.database.reader,
  );
  // One that succeeds is no attempt of a guesser.
  expect(counted.rows).toEqual([]);
  expect((await signIn("not the pass phrase", own)).msg).toBe("wrong_account_or_password");
  await sql`UPDATE try_counter SET tries = 50`.execute(app.context.database.reader);
  expect((await signIn(password, own)).msg).toBe("too_many_tries");
  expect(await signIn(password, own, kept)).toMatchObject({ msg: "ok", kept: "" });
  expect((await signIn(password, "192.0.2.9")).msg).toBe("ok");
});
