import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import { forgetWhatIsOld, keptDays } from "./retention.ts";
import { rows, sql } from "./sql/database.ts";

let app: TestApplication;
let customerId: bigint;
beforeAll(async () => {
  app = await startTestApplication();
  const { account } = await app.newCustomer();
  const [found] = await rows(
    app.context.database.reader,
    sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${account}`,
  );
  customerId = found!.id;
});
afterAll(() => app.stop());

const daysAgo = (days: number) => new Date(app.context.clock.now() - days * 86_400_000);

async function enter(days: number, number: number): Promise<void> {
  const { reader } = app.context.database;
  const at = daysAgo(days);
  await sql`INSERT INTO client_request (customer_id, request_id, input_hash, answer, recorded_at)
    VALUES (${customerId}, gen_random_uuid(), '\\x00', ${`{"number": ${number}}`}, ${at})`.execute(
    reader,
  );
  await sql`INSERT INTO session (token_hash, customer_id, device, created_at, last_seen_at)
    VALUES (decode(md5(${String(number)}), 'hex'), ${customerId}, ${`phone ${number}`}, ${at}, ${at})`.execute(
    reader,
  );
}

const left = async () => {
  const { reader } = app.context.database;
  const [requests, sessions] = await Promise.all([
    rows(
      reader,
      sql<{ number: string }>`SELECT answer ->> 'number' AS number FROM client_request
      WHERE answer ->> 'number' IS NOT NULL ORDER BY 1`,
    ),
    rows(
      reader,
      sql<{ number: string }>`SELECT substr(device, 7) AS number FROM session
      WHERE device LIKE 'phone _' ORDER BY 1`,
    ),
  ]);
  return [requests, sessions].map((found) => found.map(({ number }) => number));
};

describe("what is kept for a time alone", () => {
  it("goes when its time is over, and not a day before; one who still comes stays signed in", async () => {
    const ages = [keptDays.client_request, keptDays.session];
    for (const [index, days] of ages.entries()) {
      await enter(days + 1, index * 2);
      await enter(days - 1, index * 2 + 1);
    }
    await enter(keptDays.session + 2, 4);
    await sql`UPDATE session SET last_seen_at = real_now() WHERE device = 'phone 2'`.execute(
      app.context.database.reader,
    );
    const { reader } = app.context.database;
    const forgotten = await forgetWhatIsOld(reader, app.context.clock.now());
    expect(forgotten).toEqual({ client_request: 4, session: 1, operator_session: 0 });
    expect(await left()).toEqual([["1"], ["0", "1", "2", "3"]]);
    expect(await forgetWhatIsOld(reader, app.context.clock.now())).toEqual({
      client_request: 0,
      session: 0,
      operator_session: 0,
    });
  });

  it("is never of the books or of what proves something", () => {
    const never = [
      "ledger_posting",
      "position",
      "fill",
      "activity",
      "message",
      "audit_entry",
      "withdrawal",
    ];
    expect(Object.keys(keptDays).filter((table) => never.includes(table))).toEqual([]);
  });
});
