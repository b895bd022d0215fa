import { rulesAddress } from "@sanshi/contract/constants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { sql } from "../sql/database.ts";
import {
  createCallerPlaces,
  customerCallsAtOnceMax,
  customerCallsWaitingMax,
} from "./caller-places.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({}, { customerCallsAtOnce: customerCallsAtOnceMax });
});
afterAll(() => app.stop());

describe("a network whose calls without a sign-in wait", () => {
  it("is worked on in turn, beside others' and its own customers', and turned away beyond", async () => {
    const places = createCallerPlaces<string>(2, 3);
    const ends: (() => void)[] = [];
    const wait = () =>
      places.during("198.51.100.1", "other", () => new Promise<void>((end) => ends.push(end)));
    const calls = Array.from({ length: 6 }, wait);
    expect(await calls[5]).toBeNull();
    expect(ends).toHaveLength(2);
    expect(await places.during("198.51.100.2", "other", async () => "other")).toBe("other");
    for (const more of [1, 2, 3, 4, 5]) {
      await expect.poll(() => ends.length).toBeGreaterThanOrEqual(more);
      ends[more - 1]?.();
    }
    await Promise.all(calls);
    expect(ends).toHaveLength(5);
  });

  it("asks as often as some customers, and signs in and trades beside it", async () => {
    const slow = await startTestApplication({ CUSTOMER_CALLS_PER_SECOND: "2" });
    try {
      const one = await slow.newCustomer();
      const { fastify } = slow.context.http;
      const answers = await Promise.all(
        Array.from({ length: 120 }, () => slow.refused("/market/overview", { type: "jpy" })),
      );
      expect(new Set(answers)).toEqual(new Set(["ok", "too_many_requests"]));
      for (const url of ["/api/docs/json", "/api/draws/1.json", rulesAddress]) {
        expect([url, (await fastify.inject({ url })).statusCode]).toEqual([url, 429]);
      }
      expect(await slow.refused("/user/getUserinfo", {}, one)).toBe("ok");
      const login = { account: one.account, password: testPassword };
      expect(await slow.refused("/user/login", login)).toBe("ok");
    } finally {
      await slow.stop();
    }
  });
});

describe("a customer whose calls wait for one another", () => {
  it("holds few of the connections that everybody shares, and still cancels", async () => {
    expect([customerCallsAtOnceMax, customerCallsWaitingMax]).toEqual([3, 48]);
    const [greedy, other] = [await app.newCustomer(), await app.newCustomer()];
    const { reader, transaction } = app.context.database;
    const { quote_id } = await app.accepted(
      "/user/exchange-quote",
      { from: "JPY", to: "USD", amount: "1000" },
      greedy,
    );
    let calls: ReturnType<typeof app.post>[] = [];
    await transaction(async (held) => {
      await sql`SELECT FROM exchange_quote WHERE id = ${quote_id}::bigint FOR UPDATE`.execute(held);
      calls = Array.from({ length: 100 }, () =>
        app.post("/user/exchange", { quote_id, request_id: newRequestId() }, greedy),
      );
      await untilWaitingForLocks(reader, customerCallsAtOnceMax);
      expect(await app.refused("/user/getUserinfo", {}, other)).toBe("ok");
      const id = "1";
      expect(await app.refused("/trade/cancel-order", { id }, greedy)).toBe("order_not_found");
    });
    const answers = await Promise.all(calls);
    const turnedAway = answers.filter(({ code }) => code === 429);
    expect(turnedAway).toHaveLength(100 - customerCallsAtOnceMax - customerCallsWaitingMax);
    for (const { body } of turnedAway) expect(body.msg).toBe("too_many_requests");
    expect(answers.filter(({ body }) => body.status === 1)).toHaveLength(1);
    expect(await app.refused("/user/getUserinfo", {}, greedy)).toBe("ok");
  });
});
