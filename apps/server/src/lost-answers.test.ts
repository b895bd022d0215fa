import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallPath } from "@sanshi/contract";
import { cutLineTo, type CutLine } from "../../../tests/support/cut-line.ts";
import { createScriptedFeed, type ScriptedFeed } from "../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplicationOn,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../tests/support/test-application.ts";
import {
  readyToWithdraw,
  setSetting,
  testFundPassword,
  testPhoto,
} from "../../../tests/support/test-money.ts";
import { rows, sql } from "./platform/sql/database.ts";

/**
 * The line to PostgreSQL breaks when the commit has arrived there and its answer has not come back: what
 * was asked for is done, and nobody here knows.
 */
let line: CutLine;
let app: TestApplication<ScriptedFeed>;
let customer: SignedIn & { cardId: string };

beforeAll(async () => {
  app = await startTestApplicationOn(createScriptedFeed, {}, async (direct) => {
    line = await cutLineTo(direct);
    return line.connectionString;
  });
  customer = await readyToWithdraw(app);
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
  await setSetting(app, "withdrawal_requires_no_positions", "off");
  await setSetting(app, "withdrawals_under_review_max", "100");
});
afterAll(async () => {
  await app.stop();
  await line.close();
});

const count = async (table: string) =>
  (
    await rows(
      app.context.database.reader,
      sql<{ count: bigint }>`SELECT count(*) FROM ${sql.table(table)}`,
    )
  )[0]?.count;

/** Sends a call of which the answer is lost, and what the customer's app then does: the same again. */
async function askedTwice(path: CallPath, input: Record<string, string>) {
  const cut = line.cutNextCommit((sent) => sent.includes("client_request"));
  const first = await app.post(path, input, customer);
  await cut;
  const again = await app.post(path, input, customer);
  return { first, again };
}

const unknown = { code: 503, body: { status: 0, msg: "outcome_unknown", data: null } };

const withdrawal = async () => ({
  currency: "JPY",
  amount: "10000",
  card_id: customer.cardId,
  fund_password: testFundPassword,
  request_id: newRequestId(),
});
async function deposit() {
  const { channels } = await app.accepted("/user/deposit-channels", { currency: "JPY" }, customer);
  const receipt = await testPhoto();
  return {
    channel_id: channels[0]?.id ?? "",
    amount: "5000",
    receipt: receipt as unknown as string,
    request_id: newRequestId(),
  };
}
async function exchange() {
  const pair = { from: "JPY", to: "USD", amount: "1000" } as const;
  const { quote_id } = await app.accepted("/user/exchange-quote", pair, customer);
  return { quote_id, request_id: newRequestId() };
}

describe("an answer that is lost after the commit", () => {
  it.each([
    ["/user/withdraw", "withdrawal", withdrawal],
    ["/user/deposit", "deposit", deposit],
    ["/user/exchange", "currency_exchange", exchange],
  ] as const)("%s: nobody knows, and asking again does it once", async (path, table, form) => {
    const before = (await count(table)) ?? 0n;
    const { first, again } = await askedTwice(path, await form());
    expect(first).toEqual(unknown);
    expect(again.body.msg).toBe("ok");
    expect(await count(table)).toBe(before + 1n);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is the kept refusal where the commit kept one", async () => {
    const form = { ...(await withdrawal()), amount: "99999999" };
    const { first, again } = await askedTwice("/user/withdraw", form);
    expect(first).toEqual(unknown);
    expect(again).toMatchObject({ code: 200, body: { msg: "insufficient_balance" } });
  });

  it("tells a withdrawal's cancel that it was done, not that it is too late", async () => {
    const { id } = await app.accepted("/user/withdraw", (await withdrawal()) as never, customer);
    const cancel = { id, request_id: newRequestId() };
    const { first, again } = await askedTwice("/user/cancel-withdrawal", cancel);
    expect(first).toEqual(unknown);
    expect(again.body).toMatchObject({ msg: "ok", data: { id, status: 3 } });
    const other = { id, request_id: newRequestId() };
    expect(await app.refused("/user/cancel-withdrawal", other, customer)).toBe(
      "withdrawal_not_under_review",
    );
    // A client from before the request ids hears of it as it always did.
    expect(await app.refused("/user/cancel-withdrawal", { id }, customer)).toBe(
      "withdrawal_not_under_review",
    );
  });
});

const card = {
  holder_name: "ヤマダ タロウ",
  bank_name: "みずほ銀行",
  branch_name: "本店",
  branch_code: "110",
  card_type: "ordinary" as const,
};
let cards = 0;
const newCard = () => ({ ...card, card_number: String(7_100_000 + (cards += 1)) });
async function alertId(): Promise<string> {
  const alert = { code: "7203", kind: "price_at_or_above", value: String(2900 + (cards += 1)) };
  const form = { ...alert, kind: "price_at_or_above" as const, request_id: newRequestId() };
  return (await app.accepted("/market/add-alert", form, customer)).id;
}
async function deviceId(): Promise<string> {
  const others = async () =>
    (await app.accepted("/user/sessions", {}, customer)).filter(({ current }) => !current);
  const before = new Set((await others()).map(({ id }) => id));
  await app.accepted("/user/login", { account: customer.account, password: testPassword });
  return (await others()).find(({ id }) => !before.has(id))?.id ?? "";
}
async function resetOfFundPassword(): Promise<void> {
  const form = { login_password: testPassword };
  await app.accepted("/user/reset-fund-password", form, customer);
}
const cardId = async () => (await app.accepted("/user/add-bank-card", newCard(), customer)).id;

/** What each cancel, removal and addition refuses or undoes where it is decided a second time. */
const undone: readonly (readonly [CallPath, () => Promise<Record<string, string>>])[] = [
  ["/market/remove-alert", async () => ({ id: await alertId() })],
  ["/user/add-bank-card", async () => newCard()],
  ["/user/remove-bank-card", async () => ({ id: await cardId() })],
  ["/user/revoke-session", async () => ({ id: await deviceId() })],
  ["/user/cancel-fund-password-reset", () => resetOfFundPassword().then(() => ({}))],
  ["/user/cancel-login-password-reset", async () => ({})],
  ["/user/cancel-second-factor-reset", async () => ({})],
];

describe("a cancel or an addition whose answer is lost", () => {
  it.each(undone)("%s: asked again, it tells of the first", async (path, form) => {
    const { request_id, ...input } = { ...(await form()), request_id: newRequestId() };
    const { first, again } = await askedTwice(path, { ...input, request_id });
    expect(first).toEqual(unknown);
    expect(again.body.msg).toBe("ok");
    const late = await app.post(path, { ...input, request_id }, customer);
    expect(late.body).toEqual(again.body);
  });

  it("cancels nothing that was asked for since, however late it is asked again", async () => {
    await resetOfFundPassword();
    const cancel = { request_id: newRequestId() };
    await app.accepted("/user/cancel-fund-password-reset", cancel, customer);
    await resetOfFundPassword();
    await app.accepted("/user/cancel-fund-password-reset", cancel, customer);
    const waiting = await app.accepted("/user/fund-password", {}, customer);
    expect(waiting.reset_due_at).not.toBeNull();
    await app.accepted("/user/cancel-fund-password-reset", {}, customer);
  });

  it("stops a reset once, and tells so again", async () => {
    customer = await readyToWithdraw(app);
    await resetOfFundPassword();
    const { first, again } = await askedTwice("/user/stop-reset", { request_id: newRequestId() });
    expect(first).toEqual(unknown);
    expect(again.body.msg).toBe("ok");
    expect(await app.refused("/user/stop-reset", {}, customer)).toBe("no_reset_to_stop");
    customer = await readyToWithdraw(app);
  });

  it("is refused for another card under the same id", async () => {
    const form = { ...newCard(), request_id: newRequestId() };
    await app.accepted("/user/add-bank-card", form, customer);
    const other = { ...form, card_number: "7654321" };
    expect(await app.refused("/user/add-bank-card", other, customer)).toBe("request_id_reused");
  });

  it("keeps nothing of a card under its id from which its number could be read", async () => {
    const answers = await rows(
      app.context.database.reader,
      sql<{ answer: string }>`SELECT answer::text FROM client_request`,
    );
    expect(answers.filter(({ answer }) => /\b71\d{5}\b/.test(answer))).toEqual([]);
  });
});

describe("an order whose batch's answer is lost", () => {
  const order = () => ({
    code: "7203",
    side: "long" as const,
    kind: "limit" as const,
    price: "2800",
    leverage: "1",
    quantity: "1",
    request_id: newRequestId(),
  });

  it("is placed once, however often it is asked for", async () => {
    // It waits at its limit: a position comes with its first fill.
    const before = (await count("trade_order")) ?? 0n;
    const form = order();
    const cut = line.cutNextAnswer((sent) => sent.includes(form.request_id));
    expect(await app.post("/trade/place-order", form, customer)).toEqual(unknown);
    await cut;
    expect((await app.post("/trade/place-order", form, customer)).body.msg).toBe("ok");
    expect(await count("trade_order")).toBe(before + 1n);
  });

  it("is cancelled once, and the cancel's answer is the first one", async () => {
    const { id } = await app.accepted("/trade/place-order", order(), customer);
    const form = { id, request_id: newRequestId() };
    const isWrite = (sent: string) =>
      sent.includes("orders-amend") && sent.includes(form.request_id);
    const cut = line.cutNextAnswer(isWrite);
    expect(await app.post("/trade/cancel-order", form, customer)).toEqual(unknown);
    await cut;
    const again = await app.post("/trade/cancel-order", form, customer);
    expect(again.body).toMatchObject({ msg: "ok", data: { id, status: 4 } });
    expect(await app.refused("/trade/cancel-order", { ...form, id: "1" }, customer)).toBe(
      "request_id_reused",
    );
    expect(await app.refused("/trade/cancel-order", { id }, customer)).toBe("order_not_pending");
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("keeps a refused cancel's answer under its request too", async () => {
    const form = { id: "999999999", request_id: newRequestId() };
    expect(await app.refused("/trade/cancel-order", form, customer)).toBe("order_not_found");
    const { id } = await app.accepted("/trade/place-order", order(), customer);
    expect(await app.refused("/trade/cancel-order", { ...form, id }, customer)).toBe(
      "request_id_reused",
    );
    expect(await app.refused("/trade/cancel-order", form, customer)).toBe("order_not_found");
  });
});

describe("a line that breaks before the commit", () => {
  it("leaves nothing done, and says that it may be tried again", async () => {
    const before = await count("withdrawal");
    const form = await withdrawal();
    const cut = line.cutNextAnswer((sent) => sent.includes("client_request"));
    const first = await app.post("/user/withdraw", form, customer);
    await cut;
    expect(first).toMatchObject({ code: 503, body: { msg: "overloaded" } });
    expect(await count("withdrawal")).toBe(before);
  });
});
