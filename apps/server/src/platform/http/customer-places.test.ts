import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { sql } from "../sql/database.ts";
import { customerCallsAtOnceMax, customerCallsWaitingMax } from "./customer-places.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({}, { customerCallsAtOnce: customerCallsAtOnceMax });
});
afterAll(() => app.stop());

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
