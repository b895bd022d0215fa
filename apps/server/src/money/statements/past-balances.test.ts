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

async function startPosting() {
  const { token, account } = await app.newCustomer();
  const { customerId } = (await app.context.sessions.resolve(token, account))!;
  const { database } = app.context;
  const post = (happenedAt: number, amount: bigint) =>
    database.transaction(async (transaction) => {
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
  const availableAt = async (begins: number, ends: number) =>
    (await balancesAt(database.reader, customerId, { begins, ends })).find(
      ({ currency, purpose }) => currency === "JPY" && purpose === "available",
    );
  return { post, availableAt };
}

it("leave out what came to the balance before a payment that has an earlier time", async () => {
  const { post, availableAt } = await startPosting();
  const midnight = app.context.clock.now() + 1_000;
  await post(midnight, 500n);
  await post(midnight - 1, 30_000n);
  await post(midnight + 1, 7n);
  expect(await availableAt(midnight - 1, midnight)).toMatchObject({
    before: 1_000_000n,
    after: 1_030_000n,
  });
  expect(await availableAt(midnight + 1, midnight + 2)).toMatchObject({
    before: 1_030_500n,
    after: 1_030_507n,
  });
});

it("are the sum of what was posted until each moment, however many postings overtook another", async () => {
  const { post, availableAt } = await startPosting();
  const midnight = app.context.clock.now() + 1_000;
  // Twice more than twenty after midnight, each time before one of the moment before it, and some at equal times.
  const offsets = [...Array(30).keys(), -2, ...Array(25).keys(), -1, -2, 0, 3];
  const posted = offsets.map((offset, place) => ({
    at: midnight + offset,
    amount: BigInt(place + 1) ** 5n,
  }));
  for (const { at, amount } of posted) await post(at, amount);
  const sumUntil = (moment: number) =>
    posted.reduce((sum, { at, amount }) => (at < moment ? sum + amount : sum), 1_000_000n);
  for (let moment = midnight - 3; moment < midnight + 32; moment += 1) {
    expect(await availableAt(moment, moment + 1)).toMatchObject({
      before: sumUntil(moment),
      after: sumUntil(moment + 1),
    });
  }
});
