import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  testOperator,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { sql } from "../../platform/sql/database.ts";
import { ensureFirstOperator } from "./operators.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  return app.context.http.fastify.inject({
    method: "POST",
    url,
    payload: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
}

async function signedIn(): Promise<Record<string, string>> {
  const answer = await post("/api/ops/sign-in", testOperator);
  const cookie = answer.cookies[0];
  return {
    cookie: `${cookie?.name}=${cookie?.value}`,
    "x-csrf-token": answer.json().data.csrf_token,
  };
}

describe("an operator's session", () => {
  it("lives in a cookie that scripts and other sites cannot use", async () => {
    const answer = await post("/api/ops/sign-in", testOperator);
    expect(answer.json()).toMatchObject({ status: 1, msg: "ok" });
    expect(answer.cookies[0]).toMatchObject({
      httpOnly: true,
      sameSite: "Strict",
      path: "/api/ops",
    });
  });

  it("keeps its cookie to encrypted connections where it came over one", async () => {
    const cookieOf = async (headers: Record<string, string>) =>
      (await post("/api/ops/sign-in", testOperator, headers)).cookies[0];
    expect(await cookieOf({ "x-forwarded-proto": "https" })).toMatchObject({ secure: true });
    expect(await cookieOf({})).not.toHaveProperty("secure");
  });

  it("answers an unknown operator like a wrong password", async () => {
    const wrong = await post("/api/ops/sign-in", {
      ...testOperator,
      password: "wrong pass phrase",
    });
    const unknown = await post("/api/ops/sign-in", {
      ...testOperator,
      email: "nobody@sanshi.example",
    });
    expect(wrong.json()).toEqual(unknown.json());
    expect(wrong.json().msg).toBe("wrong_account_or_password");
  });

  it("is asked for by every operator's call, together with its own CSRF token", async () => {
    const one = await signedIn();
    const other = await signedIn();
    const step = { advance_seconds: 60 };
    const clock = "/api/ops/simulation/clock";
    expect((await post(clock, step)).statusCode).toBe(401);
    expect((await post(clock, step, { cookie: one.cookie ?? "" })).statusCode).toBe(403);
    const mixed = { cookie: one.cookie ?? "", "x-csrf-token": other["x-csrf-token"] ?? "" };
    expect((await post(clock, step, mixed)).statusCode).toBe(403);
    expect((await post(clock, step, one)).statusCode).toBe(200);
  });

  it("is over after signing out, and as soon as the operator is disabled", async () => {
    const one = await signedIn();
    await post("/api/ops/sign-out", {}, one);
    expect((await post("/api/ops/sign-out", {}, one)).statusCode).toBe(401);
    const other = await signedIn();
    const reader = app.context.database.reader;
    await sql`UPDATE operator SET disabled_at = real_now()`.execute(reader);
    expect((await post("/api/ops/sign-out", {}, other)).statusCode).toBe(401);
    expect((await post("/api/ops/sign-in", testOperator)).json().msg).toBe(
      "wrong_account_or_password",
    );
    await sql`UPDATE operator SET disabled_at = NULL`.execute(reader);
  });

  it("is over once the environment names a new password", async () => {
    const one = await signedIn();
    await ensureFirstOperator(app.context, { ...testOperator, password: "a newer horse battery" });
    expect((await post("/api/ops/sign-out", {}, one)).statusCode).toBe(401);
    await ensureFirstOperator(app.context, testOperator);
    expect((await post("/api/ops/sign-out", {}, await signedIn())).statusCode).toBe(200);
  });

  it("is not a customer's: a customer's token opens no operator's call", async () => {
    const customer = await app.newCustomer();
    const answer = await post("/api/ops/simulation/clock", { advance_seconds: 60 }, customer);
    expect(answer.statusCode).toBe(401);
  });
});

describe("the simulated clock", () => {
  it("moves forward for the whole app, by what was asked", async () => {
    const operator = await signedIn();
    const before = app.context.clock.now();
    const answer = await post("/api/ops/simulation/clock", { advance_seconds: 86_400 }, operator);
    const after = Date.parse(answer.json().data.now);
    // Between the two readings lies the step, the test's own time, and a round trip of uncertainty.
    expect(Math.abs(after - before - 86_400_000)).toBeLessThan(10_000);
    expect(app.context.clock.now()).toBeGreaterThanOrEqual(after);
  });

  it.each([0, -1, 366 * 86_400 + 1])("refuses a step of %d seconds", async (advance_seconds) => {
    const operator = await signedIn();
    const answer = await post("/api/ops/simulation/clock", { advance_seconds }, operator);
    expect(answer.json().msg).toBe("clock_step_out_of_range");
  });

  it.each([1.5, "60", null, true, [60], 1e300])(
    "does not take %j for seconds",
    async (advance_seconds) => {
      const operator = await signedIn();
      const answer = await post("/api/ops/simulation/clock", { advance_seconds }, operator);
      expect([answer.statusCode, answer.json().msg]).toEqual([400, "invalid_request"]);
    },
  );

  it("does not exist on a live feed", async () => {
    const live = await startTestApplication({}, { feedKind: "live" });
    try {
      const answer = await live.context.http.fastify.inject({
        method: "POST",
        url: "/api/ops/simulation/clock",
        headers: { "content-type": "application/json" },
        payload: JSON.stringify({ advance_seconds: 60 }),
      });
      expect(answer.statusCode).toBe(404);
      const customer = await live.newCustomer();
      expect(await live.accepted("/user/getUserinfo", {}, customer)).toMatchObject({
        jpy: "0",
        simulated: false,
      });
    } finally {
      await live.stop();
    }
  });
});

describe("the site's settings", () => {
  it("are there before anybody signed in", async () => {
    const entries = await app.accepted("/common/config", { type: "all" });
    const values = Object.fromEntries(entries.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ title: "Sanshi 三市", simulated: "true", menu: "five" });
  });

  it("say that there is no customer-service link before an operator set one", async () => {
    expect(await app.refused("/common/config", {})).toBe("service_link_unavailable");
    await sql`INSERT INTO config_entry VALUES ('kefu', 'https://help.sanshi.example/')`.execute(
      app.context.database.reader,
    );
    expect(await app.accepted("/common/config", {})).toEqual([
      { name: "kefu", value: "https://help.sanshi.example/" },
    ]);
  });
});
