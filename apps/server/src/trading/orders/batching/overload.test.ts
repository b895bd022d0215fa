import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import { scaled } from "../../../../../../tests/support/scripted-feed.ts";
import { waitingForLocks } from "../../../../../../tests/support/waiting-for-locks.ts";
import { underWayMax } from "../../../platform/http/admission.ts";
import { sql } from "../../../platform/sql/database.ts";

/** Over real connections: what is shed is shed before it becomes a request of the framework's. */
let app: TestApplication;
let address: string;
beforeAll(async () => {
  app = await startTestApplication();
  address = await app.context.http.fastify.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.stop());

const order = { type: "jpy", code: "7203", side: "long", quantity: "1", leverage: "1" };

function call(path: string, fields: object, customer: SignedIn): Promise<Response> {
  return fetch(`${address}/api/vue${path}`, {
    method: "POST",
    headers: { token: customer.token, account: customer.account },
    body: new URLSearchParams({ ...fields }),
  });
}

const place = (customer: SignedIn, more: object = { kind: "market" }) =>
  call("/trade/place-order", { ...order, ...more, request_id: newRequestId() }, customer);

async function messageOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { msg: string }).msg;
}

/** Customers whose orders go into the same lane as those of the first. */
async function customersOfOneLane(count: number): Promise<{ same: SignedIn[]; other: SignedIn }> {
  const [even, odd]: [SignedIn[], SignedIn[]] = [[], []];
  while (even.length < count || odd.length < 1) {
    const signedIn = await app.newCustomer();
    const customer = await app.context.sessions.resolve(signedIn.token, signedIn.account);
    const lane = (customer?.customerId ?? 0n) % 2n === 0n ? even : odd;
    lane.push(signedIn);
  }
  const [other] = odd;
  if (other === undefined) throw new Error("no customer of the other lane");
  return { same: even.slice(0, count), other };
}

describe("more orders than the process can take", () => {
  it("are shed at once with 503 and Retry-After; cancels go through; afterwards all is as before", async () => {
    app.feed.quote("jpy", "7203", "2850", { bid: scaled("2850"), ask: scaled("2850") });
    const { same, other } = await customersOfOneLane(4);
    const waiting: string[] = [];
    while (waiting.length < 3) {
      const placed = await place(other, { kind: "limit", price: "2800" });
      const { data } = (await placed.json()) as { data: { id: string } };
      waiting.push(data.id);
    }

    const answers: Promise<Response>[] = [];
    await app.context.database.transaction(async (transaction) => {
      // Nothing of their lane can be written until this ends.
      await sql`SELECT FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id
        JOIN customer c ON c.id = a.customer_id
        WHERE c.account = ANY (${same.map(({ account }) => account)}) FOR UPDATE OF b`.execute(
        transaction,
      );
      for (let count = 0; count < underWayMax.opening; count += 1) {
        const customer = same[count % same.length];
        if (customer !== undefined) answers.push(place(customer));
      }
      // What comes last is shed once all the places are taken.
      const shed = await firstShed(() => place(other));
      expect(shed.headers.get("retry-after")).toBe("1");
      expect(await messageOf(shed)).toBe("overloaded");

      // One that began just now: it gives up after some seconds, and begins again.
      let stuck: Awaited<ReturnType<typeof waitingForLocks>> = [];
      const freshOnes = async () => {
        stuck = await waitingForLocks(app.context.database.reader);
        return stuck.filter(({ ms }) => ms < 1_000).length;
      };
      let wentPast = 0;
      for (const id of waiting) {
        await expect.poll(freshOnes).toBe(1);
        const attempts = stuck.map(({ pid, began }) => ({ pid, began }));
        const cancelled = await call("/trade/cancel-order", { id }, other);
        expect(await messageOf(cancelled)).toBe("ok");
        const now = await waitingForLocks(app.context.database.reader);
        if (
          isDeepStrictEqual(
            attempts,
            now.map(({ pid, began }) => ({ pid, began })),
          )
        )
          wentPast += 1;
      }
      // Past the openings that wait for the lock, and not when they gave up for a while: on a busy machine one does that
      // while a cancel is under way.
      expect(wentPast).toBeGreaterThan(0);
      const read = await call("/user/getUserinfo", {}, other);
      expect(await messageOf(read)).toBe("ok");
    });
    const codes = await Promise.all(answers.map(async (answer) => messageOf(await answer)));
    expect(codes).toContain("ok");
    // A few of them may have found their places taken by the stranger's attempts.
    expect(codes.filter((code) => code !== "ok" && code !== "overloaded")).toEqual([]);
    expect(await messageOf(await place(other))).toBe("ok");
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

async function firstShed(send: () => Promise<Response>): Promise<Response> {
  for (let attempts = 0; attempts < 1_000; attempts += 1) {
    const answer = await send();
    if (answer.status === 503) return answer;
  }
  throw new Error("nothing was shed");
}

describe("one customer's calls", () => {
  it("are bounded: 429, and another's go on", async () => {
    const slow = await startTestApplication({ CUSTOMER_CALLS_PER_SECOND: "1" });
    try {
      const [one, other] = [await slow.newCustomer(), await slow.newCustomer()];
      const codes = await Promise.all(
        Array.from({ length: 60 }, () => slow.refused("/user/getUserinfo", {}, one)),
      );
      expect(codes).toContain("too_many_requests");
      expect(await slow.refused("/user/getUserinfo", {}, other)).toBe("ok");
    } finally {
      await slow.stop();
    }
  });
});
