import { daysAfter } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { newRequestId } from "../../../../../tests/support/test-application.ts";
import { bringMoney, testFundPassword } from "../../../../../tests/support/test-money.ts";
import {
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import {
  answer,
  answerTo,
  app,
  approved,
  approver,
  camt,
  customer,
  eachTestOnFiles,
  fetchFile,
  listed,
  make,
  payer,
  refusedFetch,
  refusedMake,
  reviewer,
  status,
  textOf,
  today,
} from "./payment-files.fixture.ts";

eachTestOnFiles();

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

  it("is not paid by a late answer where a statement has said that it came back", async () => {
    const [{ id: paid }, back] = [await approved("12000"), await approved("13000")];
    const { id } = await make();
    const late = answerTo(await fetchFile(id), ["0", "0"]);
    const lines = [
      { id: "Y-1", amount: "13000", debit: false, number: back.number, reason: "AC04" },
    ];
    const read = { file_name: "back.xml", text: camt(lines).replaceAll("USD", "JPY") };
    await opsAccepted(app, "/api/ops/books/bank-movements/import", read, reviewer);
    expect(await answer(id, late)).toEqual({ paid: 1, returned: 1, bad: [] });
    expect([await status(paid), await status(back.id)]).toEqual([1, 0]);
    const [file] = (await listed()).items;
    expect(file).toMatchObject({ contradicted: [], returned: [{ ...back, reason: "AC04" }] });
    const decision = {
      id: back.id,
      decision: "reject",
      reason: "bank_returned_payment",
    } as const;
    for (const who of [reviewer, approver]) {
      await opsAccepted(app, "/api/ops/withdrawals/:id/decision", decision, who);
    }
    expect(await status(back.id)).toBe(2);
    expect(await app.ledgerFaults()).toEqual([]);
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
