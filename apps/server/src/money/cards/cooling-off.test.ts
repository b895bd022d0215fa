import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { readyToWithdraw } from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";

/** A card is usable from the moment that was promised when it was added, whatever is decided since. */
const hour = 3_600;

let app: TestApplication;
let proposer: OperatorSession;
let approver: OperatorSession;
let customer: SignedIn & { cardId: string };
beforeAll(async () => {
  app = await startTestApplication();
  proposer = await newOperator(app, "administrator");
  approver = await newOperator(app, "administrator");
});
beforeEach(async () => {
  await settle("0");
});
afterAll(() => app.stop());

/** By two operators, as every setting changes; one that tightens holds a day later. */
async function change(value: string): Promise<void> {
  const form = { name: "bank_card_cooling_off_hours", value, reason: "risk_limited" } as const;
  const { id } = await opsAccepted(app, "/api/ops/site/propose", form, proposer);
  const decision = { id: id ?? "", decision: "approve" } as const;
  await opsAccepted(app, "/api/ops/proposals/:id/decision", decision, approver);
}

/** What holds from now on; the first one is what holds already. */
async function settle(value: string): Promise<void> {
  const now = (await app.accepted("/common/config", { type: "all" })).find(
    ({ name }) => name === "bank_card_cooling_off_hours",
  )?.value;
  if (now !== value) await change(value);
  await app.advance(25 * hour);
}

const usableFrom = async () => {
  const { items: cards } = await app.accepted("/user/bank-cards", {}, customer);
  return cards.find(({ id }) => id === customer.cardId)?.usable_from ?? null;
};

describe("a card that was added while there was no cooling-off", () => {
  it("stays usable when it is raised, before and after that holds", async () => {
    customer = await readyToWithdraw(app);
    expect(await usableFrom()).toBeNull();
    await change("72");
    expect(await usableFrom()).toBeNull();
    await app.advance(25 * hour);
    expect(await usableFrom()).toBeNull();
    const later = await readyToWithdraw(app);
    customer = later;
    expect(await usableFrom()).not.toBeNull();
  });
});

describe("a card that was added under a cooling-off", () => {
  it("keeps its moment when it is raised", async () => {
    await settle("48");
    customer = await readyToWithdraw(app);
    const promised = await usableFrom();
    await change("240");
    await app.advance(25 * hour);
    expect(await usableFrom()).toBe(promised);
    await app.advance(24 * hour);
    expect(await usableFrom()).toBeNull();
  });

  it("is usable at once where it is lowered, and stays so when it is raised again", async () => {
    await settle("240");
    customer = await readyToWithdraw(app);
    await change("0");
    expect(await usableFrom()).toBeNull();
    await change("240");
    await app.advance(25 * hour);
    expect(await usableFrom()).toBeNull();
  });

  it("is not touched by a raise that was cancelled before it held", async () => {
    await settle("48");
    customer = await readyToWithdraw(app);
    const promised = await usableFrom();
    await change("240");
    await change("48");
    await app.advance(25 * hour);
    expect(await usableFrom()).toBe(promised);
  });
});
