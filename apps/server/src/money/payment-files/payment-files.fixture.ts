import { daysAfter, isTradingDay, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import {
  newRequestId,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  bringMoney,
  readyToWithdraw,
  startLiveWithdrawals,
  testFundPassword,
  type ReadyCustomer,
} from "../../../../../tests/support/test-money.ts";
import {
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";

// Of the test file that has called `eachTestOnFiles`.
export let app: TestApplication;
export let reviewer: OperatorSession;
export let approver: OperatorSession;
export let customer: ReadyCustomer;
/** Tokyo's, and its next business day. */
export let today: string;
export let transferOn: string;

/** A live instance with two operators, and for each test another customer who can withdraw. */
export function eachTestOnFiles(): void {
  beforeAll(async () => {
    ({ app, reviewer, approver } = await startLiveWithdrawals());
    today = localDate("jpy", app.context.clock.now());
    transferOn = today;
    while (!isTradingDay("jpy", transferOn, "exchange")) transferOn = daysAfter(transferOn, 1);
  });
  beforeEach(async () => {
    customer = await readyToWithdraw(app);
    await bringMoney(app, customer);
  });
  afterAll(() => app.stop());
}

export async function approved(
  amount: string,
  currency: "JPY" | "USD" = "JPY",
  cardId = customer.cardId,
) {
  const form = {
    currency,
    amount,
    card_id: cardId,
    fund_password: testFundPassword,
    request_id: newRequestId(),
  };
  const { id, number } = await app.accepted("/user/withdraw", form, customer);
  for (const who of [reviewer, approver]) {
    const decision = { id, decision: "approve", note: "known from the branch" } as const;
    await opsAccepted(app, "/api/ops/withdrawals/:id/decision", decision, who);
  }
  return { id, number };
}

export const payer = {
  code: "0001234567",
  name: "サンシショウケン（カ）",
  bank: "0005",
  branch: "001",
  account_type: "current",
  account: "7654321",
} as const;

export const form = (more: object = {}) => ({
  format: "zengin" as const,
  currency: "JPY" as const,
  approved_through: today,
  transfer_on: transferOn,
  payer,
  ...more,
});
export const make = (more?: object, who = reviewer) =>
  opsAccepted(app, "/api/ops/payment-files/make", form(more), who);
export const refusedMake = (more?: object) =>
  opsRefused(app, "/api/ops/payment-files/make", form(more), reviewer);
export const listed = () => opsAccepted(app, "/api/ops/payment-files", { limit: "20" }, reviewer);
export const status = async (id: string) =>
  (await app.accepted("/user/withdrawallist", {}, customer)).find((one) => one.id === id)?.status;

const fetched = (id: string) =>
  app.context.http.fastify.inject({
    method: "GET",
    url: `/api/ops/payment-files/${id}/file`,
    headers: reviewer,
  });

export async function fetchFile(id: string): Promise<Buffer> {
  const answer = await fetched(id);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

export const refusePath = "/api/ops/payment-files/:id/refuse";
export const proposeRefused = (id: string) =>
  opsAccepted(app, refusePath, { id, reason: "bank_refused_file" }, reviewer);

export const decideRefusal = (id: string) =>
  opsRefused(app, "/api/ops/proposals/:id/decision", { id, decision: "approve" }, approver);

export async function giveUp(id: string) {
  expect(await decideRefusal((await proposeRefused(id)).id)).toBe("ok");
}

export const refusedFetch = async (id: string) => (await fetched(id)).json<{ msg: string }>().msg;

/** As the browser reads the bank's bytes. */
export const textOf = (bytes: Buffer) => new TextDecoder("shift_jis").decode(bytes);

/** The bank's answer to our own bytes: a result for each record. */
export function answerTo(bytes: Buffer, results: readonly string[]): string {
  const records = textOf(bytes).split("\r\n").slice(0, -1);
  const data = records
    .slice(1, -2)
    .map((record, index) => record.slice(0, 111) + results[index] + record.slice(112));
  const counted = [() => true, (one: string) => one === "0", (one: string) => one !== "0"].map(
    (isCounted) => {
      const some = data.filter((record) => isCounted(record[111] ?? ""));
      const total = some.reduce((all, record) => all + Number(record.slice(80, 90)), 0);
      return String(some.length).padStart(6, "0") + String(total).padStart(12, "0");
    },
  );
  const trailer = `8${counted.join("")}`.padEnd(120);
  return [records[0], ...data, trailer, records.at(-1)].join("\r\n");
}

export const answer = (id: string, text: string) =>
  ops(
    app,
    "/api/ops/payment-files/:id/answer",
    { id, file_name: "result.txt", text },
    reviewer,
  ).then(({ body }) => (body.msg === "ok" ? body.data : body.msg));

type Line = { id: string; amount: string; debit: boolean; number: string; reason?: string };

export function camt(lines: readonly Line[]): string {
  const entries = lines.map(
    ({ id, amount, debit, number, reason }) => `<Ntry><Amt Ccy="USD">${amount}</Amt>
      <CdtDbtInd>${debit ? "DBIT" : "CRDT"}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>2026-12-01</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef>
      <NtryDtls><TxDtls><Refs><EndToEndId>${number}</EndToEndId></Refs>
      ${reason === undefined ? "" : `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`}
      </TxDtls></NtryDtls></Ntry>`,
  );
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
    <Stmt><Id>S</Id>${entries.join("")}</Stmt></BkToCstmrStmt></Document>`;
}
