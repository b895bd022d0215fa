import { describe, expect, it } from "vitest";
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
  decideRefusal,
  eachTestOnFiles,
  fetchFile,
  giveUp,
  listed,
  make,
  proposeRefused,
  refusePath,
  refusedFetch,
  refusedMake,
  reviewer,
  status,
} from "./payment-files.fixture.ts";

eachTestOnFiles();

describe("a file of payments that the bank refused", () => {
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
});
