import { daysAfter, isTradingDay, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  bringMoney,
  readyToWithdraw,
  setSetting,
  testFundPassword,
} from "../../../../../tests/support/test-money.ts";
import {
  equipOperators,
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { rows, sql } from "../../platform/sql/database.ts";

type Ready = SignedIn & { cardId: string };

let app: TestApplication;
let reviewer: OperatorSession;
let approver: OperatorSession;
let customer: Ready;
/** Tokyo's, and its next business day. */
let today: string;
let transferOn: string;
beforeAll(async () => {
  app = await startTestApplication({}, { feedKind: "live" });
  reviewer = await newOperator(app, "reviewer");
  approver = await newOperator(app, "approver");
  await equipOperators(app);
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
  await setSetting(app, "bank_card_cooling_off_hours", "0");
  today = localDate("jpy", app.context.clock.now());
  transferOn = today;
  while (!isTradingDay("jpy", transferOn, "exchange")) transferOn = daysAfter(transferOn, 1);
});
beforeEach(async () => {
  customer = await readyToWithdraw(app);
  await bringMoney(app, customer);
});
afterAll(() => app.stop());

async function approved(amount: string, currency: "JPY" | "USD" = "JPY", cardId = customer.cardId) {
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

const payer = {
  code: "0001234567",
  name: "サンシショウケン（カ）",
  bank: "0005",
  branch: "001",
  account_type: "current",
  account: "7654321",
} as const;
const form = (more: object = {}) => ({
  format: "zengin" as const,
  currency: "JPY" as const,
  approved_through: today,
  transfer_on: transferOn,
  payer,
  ...more,
});
const make = (more?: object, who = reviewer) =>
  opsAccepted(app, "/api/ops/payment-files/make", form(more), who);
const refusedMake = (more?: object) =>
  opsRefused(app, "/api/ops/payment-files/make", form(more), reviewer);
const listed = () => opsAccepted(app, "/api/ops/payment-files", { limit: "20" }, reviewer);
const status = async (id: string) =>
  (await app.accepted("/user/withdrawallist", {}, customer)).find((one) => one.id === id)?.status;

const fetched = (id: string) =>
  app.context.http.fastify.inject({
    method: "GET",
    url: `/api/ops/payment-files/${id}/file`,
    headers: reviewer,
  });

async function fetchFile(id: string): Promise<Buffer> {
  const answer = await fetched(id);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

const refusePath = "/api/ops/payment-files/:id/refuse";
const proposeRefused = (id: string) =>
  opsAccepted(app, refusePath, { id, reason: "bank_refused_file" }, reviewer);

const decideRefusal = (id: string) =>
  opsRefused(app, "/api/ops/proposals/:id/decision", { id, decision: "approve" }, approver);

async function giveUp(id: string) {
  expect(await decideRefusal((await proposeRefused(id)).id)).toBe("ok");
}

const refusedFetch = async (id: string) => (await fetched(id)).json<{ msg: string }>().msg;

/** As the browser reads the bank's bytes. */
const textOf = (bytes: Buffer) => new TextDecoder("shift_jis").decode(bytes);

/** The bank's answer to our own bytes: a result for each record. */
function answerTo(bytes: Buffer, results: readonly string[]): string {
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

const answer = (id: string, text: string) =>
  ops(
    app,
    "/api/ops/payment-files/:id/answer",
    { id, file_name: "result.txt", text },
    reviewer,
  ).then(({ body }) => (body.msg === "ok" ? body.data : body.msg));

describe("a file of payments", () => {
  it("carries what was approved to the bank, and its answer pays or leaves it to a decision", async () => {
    const [paid, returned] = [await approved("30000"), await approved("12000")];
    const waiting = (await listed()).waiting.find(({ format }) => format === "zengin");
    expect(waiting).toMatchObject({ currency: "JPY", payments: 2, total: "42000" });
    const made = await make();
    expect(made).toMatchObject({ payments: 2, total: "42000", left_out: [] });
    expect((await listed()).waiting).toEqual([]);

    const bytes = await fetchFile(made.id);
    expect(bytes.equals(await fetchFile(made.id))).toBe(true);
    const records = textOf(bytes).split("\r\n");
    expect(records[0]).toContain("ｻﾝｼｼﾖｳｹﾝ(ｶ");
    expect(records[1]?.slice(50, 80)).toBe("ﾔﾏﾀﾞ ﾀﾛｳ".padEnd(30));
    expect(records[1]?.slice(43, 50)).toBe(customer.account.slice(-7));
    expect(records[3]?.slice(0, 19)).toBe("8000002000000042000");

    const text = answerTo(bytes, ["0", "2"]);
    expect(await answer(made.id, text)).toEqual({ paid: 1, returned: 1, bad: [] });
    expect(await status(paid.id)).toBe(1);
    expect(await status(returned.id)).toBe(0);
    const [file] = (await listed()).items;
    expect(file).toMatchObject({
      id: made.id,
      paid: 1,
      returned: [{ id: returned.id, number: returned.number, reason: "2" }],
    });
    // As any approved payment that the bank sent back: two operators give it back.
    const reject = {
      id: returned.id,
      decision: "reject",
      reason: "bank_returned_payment",
    } as const;
    await opsAccepted(app, "/api/ops/withdrawals/:id/decision", reject, reviewer);
    await opsAccepted(app, "/api/ops/withdrawals/:id/decision", reject, approver);
    expect(await status(returned.id)).toBe(2);
    expect((await app.accepted("/user/getUserinfo", {}, customer)).jpy).toBe("70000");
    // The answer is read once, and the bank does not receive the file again.
    expect(await answer(made.id, text)).toBe("payment_file_answered");
    expect(await refusedFetch(made.id)).toBe("payment_file_ended");
    expect(file).toMatchObject({ may_send: false, contradicted: [] });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is made once, however many make it at once, and the same day again has what is new", async () => {
    const first = await approved("11000");
    const made = await Promise.all([refusedMake(), refusedMake(), refusedMake()]);
    expect(made.toSorted()).toEqual(["no_payments_wait", "no_payments_wait", "ok"]);
    const second = await approved("12000");
    expect(await make()).toMatchObject({ payments: 1, total: "12000" });
    const sent = await rows(
      app.context.database.reader,
      sql<{ id: bigint }>`SELECT withdrawal_id AS id FROM payment_file_item
        WHERE withdrawal_id IN (${first.id}, ${second.id})`,
    );
    expect(sent).toHaveLength(2);
  });

  it("keeps its payments from a rejection, unless the bank returned them, and says where the bank differs", async () => {
    const { id, number } = await approved("21000");
    const other = await approved("22000");
    const reject = (reason: "identity_in_doubt" | "bank_returned_payment", who: OperatorSession) =>
      opsRefused(app, "/api/ops/withdrawals/:id/decision", { id, decision: "reject", reason }, who);
    const made = await make();
    const bytes = await fetchFile(made.id);
    expect(await reject("identity_in_doubt", reviewer)).toBe("withdrawal_with_bank");
    expect(await reject("bank_returned_payment", reviewer)).toBe("ok");
    expect(await reject("bank_returned_payment", approver)).toBe("ok");
    expect(await status(id)).toBe(2);
    // The bank would pay what was given back.
    expect(await refusedFetch(made.id)).toBe("payment_file_ended");
    const read = await answer(made.id, answerTo(bytes, ["0", "0"]));
    expect(read).toMatchObject({ paid: 2, bad: [] });
    expect([await status(id), await status(other.id)]).toEqual([2, 1]);
    expect((await listed()).items[0]).toMatchObject({ contradicted: [{ id, number }] });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is not paid by the statement's line of an attempt that came back", async () => {
    const { id, number } = await approved("23000");
    const made = await make();
    await answer(made.id, answerTo(await fetchFile(made.id), ["1"]));
    const text = `bank_id,date,currency,amount,reference,counterparty\nLATE-1,2026-12-01,JPY,-23000,${number},\n`;
    const read = { file_name: "late.csv", text };
    expect(
      await opsAccepted(app, "/api/ops/books/bank-movements/import", read, reviewer),
    ).toMatchObject({ imported: 1, matched: 0 });
    expect(await status(id)).toBe(0);
  });

  it("has no answer but the bank's own to it, and none of it in parts", async () => {
    const { id: withdrawal } = await approved("13000");
    const { id } = await make();
    const bytes = await fetchFile(id);
    const right = answerTo(bytes, ["0"]);
    const bad = async (text: string) => {
      const read = await answer(id, text);
      return typeof read === "string" ? read : read.bad;
    };
    expect(await bad(textOf(bytes))).toEqual([{ line: 2, fault: "result" }]);
    expect(await bad(right.replace("0001234567", "0001234568"))).toEqual([
      { line: 1, fault: "other_file" },
    ]);
    const number = customer.account.slice(-7);
    const other = number.replace(/.$/, (digit) => (digit === "1" ? "2" : "1"));
    expect(await bad(right.replace(number, other))).toEqual([{ line: 2, fault: "other_payment" }]);
    expect(await bad(right.slice(0, 300))).toEqual([{ line: 3, fault: "records" }]);
    const [head = "", data = "", , end = ""] = right.split("\r\n");
    const counted = (count: number, total: number) => {
      const sum = String(count).padStart(6, "0") + String(total).padStart(12, "0");
      return `8${sum}${sum}${"0".repeat(18)}`.padEnd(120);
    };
    const asked = (records: string[], total: number) =>
      bad([head, ...records, counted(records.length, total), end].join("\r\n"));
    const changed = data.replace("0000013000", "0000012000");
    expect(await asked([data, data], 26_000)).toEqual([{ line: 3, fault: "other_payment" }]);
    expect(await asked([], 0)).toEqual([{ line: 2, fault: "other_payment" }]);
    expect(await asked([changed], 12_000)).toEqual([{ line: 2, fault: "other_payment" }]);
    // Kana that a tool widened are other letters, and fewer.
    expect(await bad(right.normalize("NFKC"))).toEqual([{ line: 1, fault: "records" }]);
    expect(await status(withdrawal)).toBe(0);
    expect(await answer("999999999", right)).toBe("payment_file_not_found");
    const both = await Promise.all([answer(id, right), answer(id, right)]);
    expect(both).toContain("payment_file_answered");
    expect(await status(withdrawal)).toBe(1);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is not made for a day on which no bank pays, or by a payer that no bank knows", async () => {
    await approved("14000");
    expect(await refusedMake({ transfer_on: daysAfter(today, -1) })).toBe(
      "payment_day_not_business",
    );
    expect(await refusedMake({ transfer_on: "2027-01-02" })).toBe("payment_day_not_business");
    expect(await refusedMake({ currency: "USD" })).toBe("payment_currency_differs");
    for (const wrong of [{ code: "123" }, { branch: "000" }, { bank: "9999" }, { account: "1" }]) {
      expect(await refusedMake({ payer: { ...payer, ...wrong } })).toBe("payer_account_malformed");
    }
    const kanji = { payer: { ...payer, name: "三市証券" } };
    expect(await refusedMake(kanji)).toBe("payer_name_malformed");
    expect(await refusedMake({ approved_through: daysAfter(today, -1) })).toBe("no_payments_wait");
    expect(await make()).toMatchObject({ payments: 1 });
  });

  it("leaves out what no bank of today can be paid, says why, and keeps it waiting", async () => {
    const { rows: gone } = await app.owner.pool.query<{ id: string }>(
      `INSERT INTO bank_card (customer_id, country, holder_name, number_masked, number_sealed,
          number_fingerprint, bank_code, bank_name, branch_code, branch_name, card_type, added_at)
        SELECT customer_id, country, holder_name, number_masked, number_sealed,
          sha256(number_fingerprint), '0544', '中京銀行', branch_code, branch_name, card_type, added_at
        FROM bank_card WHERE id = $1 RETURNING id`,
      [customer.cardId],
    );
    const left = await approved("10000", "JPY", String(gone[0]?.id));
    await approved("11000");
    expect(await make()).toMatchObject({
      payments: 1,
      left_out: [{ id: left.id, number: left.number, why: "bank_gone" }],
    });
    expect(await refusedMake()).toBe("no_payments_wait");
    expect((await listed()).waiting).toMatchObject([{ payments: 1, total: "10000" }]);
    // It can still be paid by hand.
    const byHand = { id: left.id, bank_reference: "HAND-1" };
    expect(await opsRefused(app, "/api/ops/withdrawals/:id/paid", byHand, reviewer)).toBe("ok");
  });

  it("goes to other countries as ISO 20022, and its statement pays, or says what came back", async () => {
    await bringMoney(app, customer, "USD");
    const { id: cardId } = await app.accepted(
      "/user/add-bank-card",
      {
        holder_name: "TARO YAMADA",
        card_number: "DE89370400440532013000",
        bank_name: "Deutsche Bank",
        branch_name: "Berlin",
        branch_code: "DEUTDEFF",
        card_type: "checking",
        country: "US",
      },
      customer,
    );
    const [paid, back] = [
      await approved("100", "USD", cardId),
      await approved("200", "USD", cardId),
    ];
    expect(await refusedMake()).toBe("no_payments_wait");
    const abroad = {
      format: "pain001",
      currency: "USD",
      payer: {
        ...payer,
        code: "",
        branch: "",
        bank: "BOTKJPJT",
        account: "1234567",
        name: "Sanshi",
      },
    };
    const { id } = await make(abroad);
    const xml = (await fetchFile(id)).toString();
    expect(xml).toContain(`<EndToEndId>${paid.number}</EndToEndId>`);
    expect(xml).toContain("<CtrlSum>300.00</CtrlSum>");
    const text = camt([
      { id: "X-1", amount: "100.00", debit: true, number: paid.number },
      { id: "X-2", amount: "200.00", debit: true, number: back.number },
      { id: "X-3", amount: "200.00", debit: false, number: back.number, reason: "AC01" },
    ]);
    const path = "/api/ops/books/bank-movements/import";
    const read = { file_name: "camt053.xml", text };
    expect(await opsAccepted(app, path, read, reviewer)).toMatchObject({ imported: 3, matched: 1 });
    expect([await status(paid.id), await status(back.id)]).toEqual([1, 0]);
    expect((await listed()).items[0]?.returned).toEqual([{ ...back, reason: "AC01" }]);
    expect(await opsRefused(app, path, read, reviewer)).toBe("bank_file_imported");
    const broken = { ...read, text: text.slice(0, -9) };
    expect((await opsAccepted(app, path, broken, reviewer)).bad).toEqual([
      { line: 1, fault: "not_a_statement" },
    ]);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is given up as a whole where the bank refused it, and its withdrawals go into another one", async () => {
    const { id: withdrawal, number } = await approved("17000");
    const { id } = await make();
    const own = async () => {
      const items = await app.accepted("/user/withdrawallist", {}, customer);
      return items.find((one) => one.id === withdrawal);
    };
    const steps = async () => (await own())?.timeline.map(({ step }) => step);
    expect(await own()).toMatchObject({ sent_at: null, can_cancel: false });
    const right = answerTo(await fetchFile(id), ["0"]);
    expect((await steps())?.at(-1)).toBe("sent");
    // Told once, however often the file is fetched.
    await fetchFile(id);
    const told = async () =>
      (await app.accepted("/user/messages", {}, customer)).items.filter(
        ({ kind, params }) => kind === "withdrawal_sent" && params["number"] === number,
      );
    expect(await told()).toMatchObject([
      { params: { amount: "17000", currency: "JPY" }, link: `/mine/withdraw?id=${withdrawal}` },
    ]);
    const proposed = await proposeRefused(id);
    expect(proposed.state).toBe("proposed");
    // Until another operator agrees it is with the bank.
    expect(await refusedMake()).toBe("no_payments_wait");
    expect(await opsRefused(app, refusePath, { id, reason: "bank_refused_file" }, approver)).toBe(
      "proposal_pending",
    );
    const decision = { id: proposed.id, decision: "approve" } as const;
    const decide = () => opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver);
    expect((await Promise.all([decide(), decide()])).toSorted()).toEqual([
      "ok",
      "review_already_decided",
    ]);
    expect((await listed()).items[0]).toMatchObject({
      ...{ id, refused_reason: "bank_refused_file", may_send: false, may_refuse: false, paid: 0 },
    });
    expect(await refusedFetch(id)).toBe("payment_file_refused");
    expect(await answer(id, right)).toBe("payment_file_refused");
    expect(await own()).toMatchObject({ status: 0, sent_at: null, can_cancel: false });
    expect((await steps())?.at(-1)).toBe("not_accepted");
    const { items: messages } = await app.accepted("/user/messages", {}, customer);
    expect(messages[0]).toMatchObject({
      kind: "withdrawal_not_accepted",
      params: { number, amount: "17000", why: "bank_refused_file" },
    });
    const next = await make();
    expect(next).toMatchObject({ payments: 1, total: "17000" });
    expect(next.id).not.toBe(id);
    const again = answerTo(await fetchFile(next.id), ["0"]);
    expect((await steps())?.slice(-2)).toEqual(["not_accepted", "sent"]);
    expect(await told()).toHaveLength(2);
    expect(await answer(next.id, again)).toMatchObject({ paid: 1, bad: [] });
    expect(await status(withdrawal)).toBe(1);
    expect(
      await opsRefused(app, refusePath, { id: next.id, reason: "bank_refused_file" }, reviewer),
    ).toBe("payment_file_answered");
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is refused or answered, whichever is first, and what is out of it can be rejected", async () => {
    const { id: withdrawal } = await approved("18000");
    const { id } = await make();
    const right = answerTo(await fetchFile(id), ["0"]);
    const proposed = await proposeRefused(id);
    const decision = { id: proposed.id, decision: "approve" } as const;
    const [read, decided] = await Promise.all([
      answer(id, right),
      opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver),
    ]);
    const isPaid = (await status(withdrawal)) === 1;
    expect([read, decided]).toEqual(
      isPaid
        ? [{ paid: 1, returned: 0, bad: [] }, "payment_file_answered"]
        : ["payment_file_refused", "ok"],
    );
    if (!isPaid) {
      const byHand = { id: withdrawal, bank_reference: "HAND-2" };
      await opsAccepted(app, "/api/ops/withdrawals/:id/paid", byHand, reviewer);
    }
    const other = await approved("19000");
    const second = await make();
    const again = await proposeRefused(second.id);
    const agreed = { id: again.id, decision: "approve" } as const;
    expect(await opsRefused(app, "/api/ops/proposals/:id/decision", agreed, approver)).toBe("ok");
    const reject = (who: OperatorSession) =>
      opsRefused(
        app,
        "/api/ops/withdrawals/:id/decision",
        { id: other.id, decision: "reject", reason: "identity_in_doubt", note: "" },
        who,
      );
    expect([await reject(reviewer), await reject(approver)]).toEqual(["ok", "ok"]);
    expect(await status(other.id)).toBe(2);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is not paid by the late answer to a file before it, and customers hear only of what the bank had", async () => {
    const { id: withdrawal } = await approved("24000");
    const before = (await app.accepted("/user/messages", {}, customer)).items.length;
    await giveUp((await make()).id);
    const listedOf = await app.accepted("/user/withdrawallist", {}, customer);
    expect(listedOf[0]?.timeline.at(-1)?.step).toBe("approved");
    expect((await app.accepted("/user/messages", {}, customer)).items).toHaveLength(before);
    const second = await make();
    const late = answerTo(await fetchFile(second.id), ["0"]);
    await giveUp(second.id);
    expect((await app.accepted("/user/messages", {}, customer)).items).toHaveLength(before + 2);
    const third = await make();
    const right = answerTo(await fetchFile(third.id), ["0"]);
    expect(await answer(third.id, late)).toMatchObject({
      bad: [{ line: 2, fault: "other_payment" }],
    });
    expect(await status(withdrawal)).toBe(0);
    expect(await answer(third.id, right)).toMatchObject({ paid: 1, bad: [] });
    expect(await status(withdrawal)).toBe(1);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("pays by a statement what the bank carried out after all, and then goes nowhere", async () => {
    const { id: withdrawal, number } = await approved("26000");
    const first = await make();
    await fetchFile(first.id);
    await giveUp(first.id);
    const second = await make();
    const line = (id: string) => `${id},2026-12-01,JPY,-26000,${number},\n`;
    const text = `bank_id,date,currency,amount,reference,counterparty\n${line("AFTER-1")}${line("AFTER-2")}`;
    const read = { file_name: "after.csv", text };
    // The second line belongs to nothing of ours: it stays a break.
    expect(
      await opsAccepted(app, "/api/ops/books/bank-movements/import", read, reviewer),
    ).toMatchObject({ imported: 2, matched: 1 });
    expect(await status(withdrawal)).toBe(1);
    expect(await refusedFetch(second.id)).toBe("payment_file_ended");
    expect(
      await opsRefused(app, refusePath, { id: second.id, reason: "bank_refused_file" }, reviewer),
    ).toBe("payment_file_confirmed");
    expect(await refusedMake()).toBe("no_payments_wait");
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is given up or has a payment returned by a statement, whichever is first", async () => {
    const { id: withdrawal, number } = await approved("27000");
    const { id } = await make();
    await fetchFile(id);
    const proposed = await proposeRefused(id);
    const lines = [{ id: "BACK-1", amount: "27000", debit: false, number, reason: "AC04" }];
    const read = { file_name: "back.xml", text: camt(lines).replaceAll("USD", "JPY") };
    const [imported, decided] = await Promise.all([
      opsRefused(app, "/api/ops/books/bank-movements/import", read, reviewer),
      decideRefusal(proposed.id),
    ]);
    expect(imported).toBe("ok");
    const result = await rows(
      app.context.database.reader,
      sql<{
        result: string;
      }>`SELECT result FROM payment_file_item WHERE withdrawal_id = ${withdrawal}`,
    );
    expect([decided, result[0]?.result]).toEqual(
      decided === "ok" ? ["ok", "refused"] : ["payment_file_confirmed", "returned"],
    );
    const reject = {
      id: withdrawal,
      decision: "reject",
      reason: "bank_returned_payment",
    } as const;
    await opsAccepted(app, "/api/ops/withdrawals/:id/decision", reject, reviewer);
    await opsAccepted(app, "/api/ops/withdrawals/:id/decision", reject, approver);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is not given up once a statement says that one of its payments was made", async () => {
    const { id: withdrawal, number } = await approved("20000");
    const { id } = await make();
    const proposed = await proposeRefused(id);
    const byHand = { id: withdrawal, bank_reference: `BANK-${number}` };
    expect(await opsRefused(app, "/api/ops/withdrawals/:id/paid", byHand, reviewer)).toBe("ok");
    const decision = { id: proposed.id, decision: "approve" } as const;
    expect(await opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver)).toBe(
      "payment_file_confirmed",
    );
    const form = { id, reason: "bank_refused_file" };
    expect(await opsRefused(app, refusePath, { ...form, id: "99999" }, reviewer)).toBe(
      "payment_file_not_found",
    );
    expect(await opsRefused(app, refusePath, { ...form, reason: "because" }, reviewer)).toBe(
      "reason_code_required",
    );
    const byHandAlone = "UPDATE payment_file_item SET result = 'refused' WHERE file_id = $1";
    await expect(app.owner.pool.query(byHandAlone, [id])).rejects.toThrow("with its file");
  });

  it("keeps what it says, even by hand", async () => {
    const { id: withdrawal } = await approved("15000");
    const { id } = await make();
    const pending = await app.accepted(
      "/user/withdraw",
      {
        currency: "JPY",
        amount: "10000",
        card_id: customer.cardId,
        fund_password: testFundPassword,
        request_id: newRequestId(),
      },
      customer,
    );
    const byHand = (text: string, values: readonly string[]) =>
      expect(app.owner.pool.query(text, [...values]), text).rejects.toThrow(
        /otherwise stays|is not approved|append-only|duplicate key/,
      );
    await byHand("UPDATE payment_file SET payer_account = '1111111' WHERE id = $1", [id]);
    await byHand("UPDATE payment_file_item SET position = 9 WHERE file_id = $1", [id]);
    await byHand("DELETE FROM payment_file_item WHERE file_id = $1", [id]);
    await byHand("DELETE FROM payment_file WHERE id = $1", [id]);
    const insert =
      "INSERT INTO payment_file_item (file_id, position, withdrawal_id) VALUES ($1, 2, $2)";
    await byHand(insert, [id, withdrawal]);
    await byHand(insert, [id, pending.id]);
  });

  it("is written down with what was in it, and when it was fetched", async () => {
    const { number } = await approved("16000");
    const { id } = await make();
    await fetchFile(id);
    const found = await rows(
      app.context.database.reader,
      sql<{ path: string; details: Record<string, string> }>`SELECT path, details FROM audit_entry
        WHERE subject = ${`payment file ${id}`} ORDER BY number`,
    );
    expect(found.map(({ path }) => path.split("/").at(-1))).toEqual(["make", "file"]);
    expect(found[0]?.details).toMatchObject({ withdrawals: number, total: "16000 JPY" });
  });
});

type Line = { id: string; amount: string; debit: boolean; number: string; reason?: string };

function camt(lines: readonly Line[]): string {
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
