import { minor } from "@sanshi/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import { balancesAt } from "./statements.store.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:1000000" });
});
afterAll(() => app.stop());

it("leave out what came to the balance before a payment that has an earlier time", async () => {
  const { token, account } = await app.newCustomer();
  const { customerId } = (await app.context.sessions.resolve(token, account))!;
  const midnight = app.context.clock.now() + 1_000;
  const { database } = app.context;
  for (const [happenedAt, amount] of [
    [midnight, 500n],
    [midnight - 1, 30_000n],
    [midnight + 1, 7n],
  ] as const) {
    await database.transaction(async (transaction) => {
      const accounts = await customerAccounts(transaction, customerId);
      const accountId = accounts.get(accountKey("JPY", "available"))!;
      const bank = await houseAccount(transaction, "JPY", "bank");
      await postTransfer(transaction, {
        ...{ kind: "deposit", causeId: 1n, happenedAt, currency: "JPY" },
        entries: [
          { accountId, amount: minor(amount) },
          { accountId: bank, amount: minor(-amount) },
        ],
      });
    });
  }
  const availableAt = async (begins: number, ends: number) =>
    (await balancesAt(database.reader, customerId, { begins, ends })).find(
      ({ currency, purpose }) => currency === "JPY" && purpose === "available",
    );
  expect(await availableAt(midnight - 1, midnight)).toMatchObject({
    before: 1_000_000n,
    after: 1_030_000n,
  });
  expect(await availableAt(midnight + 1, midnight + 2)).toMatchObject({
    before: 1_030_500n,
    after: 1_030_507n,
  });
});
