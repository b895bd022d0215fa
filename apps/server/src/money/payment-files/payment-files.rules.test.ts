import { withdrawalStatuses } from "@sanshi/contract";
import { minor } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { objectToZengin, type Payment } from "./payment-files.contents.ts";
import { isContradicted, maySend, objectToRefusal, sortOut } from "./payment-files.rules.ts";

const { under_review: open, paid, rejected } = withdrawalStatuses;

const account = {
  country: "JP",
  bank_code: "0005",
  branch_code: "001",
  bank_name: "三菱UFJ銀行",
  holder_name: "ヤマダ タロウ",
} as Payment["card"];

describe("what the Zengin system cannot carry", () => {
  const object = (more: Partial<Payment>, card: object = {}) =>
    objectToZengin({
      withdrawalId: 1n,
      refusedBefore: 0,
      amount: minor(1n),
      number: "1234567",
      ...more,
      card: { ...account, ...card },
    });

  it.each([
    ["nothing of a usual one", {}, {}, null],
    ["a number of eight digits", { number: "12345678" }, {}, "account_malformed"],
    ["a number with letters", { number: "12345AB" }, {}, "account_malformed"],
    ["a bank of long ago", {}, { bank_code: "0544" }, "bank_gone"],
    ["a branch of long ago", {}, { branch_code: "000" }, "branch_gone"],
    ["an account without a bank's code", {}, { bank_code: null }, "bank_gone"],
    ["a name of other letters", {}, { holder_name: "山田 太郎" }, "holder_unreadable"],
    ["eleven digits", { amount: minor(10_000_000_000n) }, {}, "amount_too_large"],
  ] as const)("is %s", (_what, payment, card, why) => expect(object(payment, card)).toBe(why));
});

describe("what a file carries", () => {
  it("ends where its sum would have more digits than the format, and the next file has the rest", () => {
    const payments = [6n, 5n, 4n].map((amount) => ({ amount: minor(amount) }));
    const { sent, left } = sortOut(payments, { totalMax: 10n, object: () => null });
    expect(sent.map(({ amount }) => amount)).toEqual([6n, 4n]);
    expect(left).toEqual([{ payment: { amount: 5n }, why: "file_full" }]);
  });

  it("does not count what it cannot carry", () => {
    const payments = [9n, 5n].map((amount) => ({ amount: minor(amount) }));
    const object = ({ amount }: { amount: bigint }) => (amount > 8n ? "amount_too_large" : null);
    const { sent, left } = sortOut(payments, { totalMax: 10n, object });
    expect(sent).toEqual([{ amount: 5n }]);
    expect(left[0]?.why).toBe("amount_too_large");
  });
});

describe("a file's payments", () => {
  it.each([
    [null, open, false],
    [null, rejected, false],
    ["paid", paid, false],
    ["paid", rejected, true],
    ["paid", open, false],
    ["returned", open, false],
    ["returned", rejected, false],
    ["returned", paid, true],
    ["refused", paid, false],
    ["refused", rejected, false],
  ] as const)("%s by the bank and %i in the books: contradicted %s", (result, status, expected) =>
    expect(isContradicted({ result, status })).toBe(expected),
  );

  it.each([
    [{}, [], null],
    [{}, [null, rejected], null],
    [{ refused_at: 1 }, [], "payment_file_refused"],
    [{ answered_at: 1 }, [], "payment_file_answered"],
    [{}, ["paid", open], "payment_file_confirmed"],
    [{}, ["returned", open], "payment_file_confirmed"],
    [{}, [null, paid], "payment_file_confirmed"],
  ] as const)("of a file %o with one %o: given up unless %s", (file, standing, expected) => {
    const [result = null, status = open] = standing;
    const payments = [
      { result: null, status: open },
      { result, status },
    ];
    expect(objectToRefusal({ answered_at: null, refused_at: null, ...file }, payments)).toBe(
      expected,
    );
  });

  it("go to the bank while all of them wait for it", () => {
    const waits = { result: null, status: open };
    expect(maySend(false, [waits, waits])).toBe(true);
    expect(maySend(true, [waits])).toBe(false);
    expect(maySend(false, [waits, { result: null, status: paid }])).toBe(false);
    expect(maySend(false, [waits, { result: "returned", status: open }])).toBe(false);
  });
});
