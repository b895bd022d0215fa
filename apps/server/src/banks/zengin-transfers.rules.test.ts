import { minor } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { toZenginText, zenginBytes } from "./zengin-letters.rules.ts";
import {
  readZenginAnswer,
  writeZenginTransfers,
  type ZenginPayer,
  type ZenginPayment,
} from "./zengin-transfers.rules.ts";

const payer: ZenginPayer = {
  code: "0001234567",
  name: "ｻﾝｼｼﾖｳｹﾝ(ｶ",
  bank: { code: "0005", kana: "ﾐﾂﾋﾞｼﾕ-ｴﾌｼﾞｴｲ" },
  branch: { code: "001", kana: "ﾎﾝﾃﾝ" },
  accountType: "current",
  accountNumber: "7654321",
};
const payments: ZenginPayment[] = [
  {
    reference: 12n,
    refusedBefore: 0,
    bank: { code: "0001", kana: "ﾐｽﾞﾎ" },
    branch: { code: "210", kana: "ｼﾌﾞﾔ" },
    accountType: "ordinary",
    accountNumber: "1234567",
    payee: "ﾔﾏﾀﾞ ﾀﾛｳ",
    amount: minor(30_000n),
  },
  {
    reference: 13n,
    refusedBefore: 2,
    bank: { code: "9900", kana: "ﾕｳﾁﾖ" },
    branch: { code: "018", kana: "ｾﾞﾛｲﾁﾊﾁ" },
    accountType: "savings",
    accountNumber: "0000123",
    payee: "ｶ)ｻﾝｼﾎ-ﾙﾃﾞｲﾝｸﾞｽﾆﾎﾝｴｲｷﾞﾖｳｼﾖﾀﾞｲｲﾁｶ",
    amount: minor(9_999_999_999n),
  },
];
const written = writeZenginTransfers(payer, payments, "2026-12-01");
const records = written.split("\r\n");

/** 全銀協制定ファイルフォーマット 総合振込: each record's fields with their places, in their order. */
const layout = {
  header: [1, 2, 1, 10, 40, 4, 4, 15, 3, 15, 1, 7, 17],
  data: [1, 4, 15, 3, 15, 4, 1, 7, 30, 10, 1, 10, 10, 1, 1, 7],
  trailer: [1, 6, 12, 101],
  end: [1, 119],
};

function fieldsOf(record: string | undefined, places: readonly number[]): string[] {
  let from = 0;
  return places.map((length) => {
    const field = record?.slice(from, from + length) ?? "";
    from += length;
    return field;
  });
}

describe("the Zengin system's file of transfers", () => {
  it("has records of 120 places, one byte each", () => {
    for (const places of Object.values(layout)) {
      expect(places.reduce((all, one) => all + one, 0)).toBe(120);
    }
    expect(records.slice(0, -1).map(({ length }) => length)).toEqual([120, 120, 120, 120, 120]);
    expect(records.at(-1)).toBe("");
    expect(zenginBytes(written)).toHaveLength(5 * 122);
  });

  it("has a header of kind 21 in JIS with the payer and the day", () => {
    expect(fieldsOf(records[0], layout.header)).toEqual([
      "1",
      "21",
      "0",
      "0001234567",
      "ｻﾝｼｼﾖｳｹﾝ(ｶ".padEnd(40),
      "1201",
      "0005",
      "ﾐﾂﾋﾞｼﾕ-ｴﾌｼﾞｴｲ".padEnd(15),
      "001",
      "ﾎﾝﾃﾝ".padEnd(15),
      "2",
      "7654321",
      " ".repeat(17),
    ]);
  });

  it("has a record for each payment, to be made by wire, with our reference as the customer's code", () => {
    expect(fieldsOf(records[1], layout.data)).toEqual([
      "2",
      "0001",
      "ﾐｽﾞﾎ".padEnd(15),
      "210",
      "ｼﾌﾞﾔ".padEnd(15),
      "0000",
      "1",
      "1234567",
      "ﾔﾏﾀﾞ ﾀﾛｳ".padEnd(30),
      "0000030000",
      "0",
      "0000000012",
      "0000000000",
      "7",
      " ",
      " ".repeat(7),
    ]);
    const second = fieldsOf(records[2], layout.data);
    expect([second[6], second[7], second[9]]).toEqual(["4", "0000123", "9999999999"]);
    // Thirty places, of which marks take their own.
    expect(second[8]).toBe("ｶ)ｻﾝｼﾎ-ﾙﾃﾞｲﾝｸﾞｽﾆﾎﾝｴｲｷﾞﾖｳｼﾖﾀﾞｲｲ");
  });

  it("has a trailer with number and total, and an end", () => {
    expect(fieldsOf(records[3], layout.trailer)).toEqual([
      "8",
      "000002",
      "010000029999",
      " ".repeat(101),
    ]);
    expect(fieldsOf(records[4], layout.end)).toEqual(["9", " ".repeat(119)]);
  });

  it("holds no amount that a record has no place for", () => {
    const tooLarge = [{ ...payments[0]!, amount: minor(10_000_000_000n) }];
    expect(() => writeZenginTransfers(payer, tooLarge, "2026-12-01")).toThrow("10 digits");
  });
});

describe("letters of the Zengin system", () => {
  it.each([
    ["ヤマダ タロウ", "ﾔﾏﾀﾞ ﾀﾛｳ", "d4cfc0de20c0dbb3"],
    ["サトー", "ｻﾄ-", "bbc42d"],
    ["パク(カ", "ﾊﾟｸ(ｶ", "cadfb828b6"],
    ["NTT.ヲ-1", "NTT.ｦ-1", "4e54542ea62d31"],
  ])("%s is %s, in JIS X 0201 %s", (name, text, bytes) => {
    const found = toZenginText(name);
    expect(found).toBe(text);
    expect(zenginBytes(found ?? "").toString("hex")).toBe(bytes);
  });

  it.each(["山田", "ヤマダ;", "yamada", "ﾔｬ"])("%s has none", (name) =>
    expect(toZenginText(name)).toBeNull(),
  );
});

/** As a bank answers: results in place 112, and both kinds counted in the trailer. */
function answered(results: readonly string[], trailer?: string): string {
  const [header = "", ...rest] = records.slice(0, 3);
  const data = rest.map(
    (record, index) => record.slice(0, 111) + (results[index] ?? "0") + record.slice(112),
  );
  const sums = trailer ?? "8000002010000029999000001000000030000000001009999999999";
  return [header, ...data, sums.padEnd(120), "9".padEnd(120)].join("\r\n");
}

/** 101 payments of the largest amount, whose sum no trailer can say. */
function tooMuch(): string {
  const [header = "", , , trailer = "", end = ""] = answered(["0", "0"]).split("\r\n");
  const [, , largest = ""] = answered(["0", "0"]).split("\r\n");
  return [header, ...Array.from({ length: 101 }, () => largest), trailer, end].join("\r\n");
}

describe("the bank's answer", () => {
  it("says of each payment whether it was paid, with and without line ends", () => {
    const expected = {
      ok: true,
      payerCode: "0001234567",
      results: [
        {
          reference: 12n,
          refusedBefore: 0,
          bankCode: "0001",
          branchCode: "210",
          accountNumber: "1234567",
          amount: 30_000n,
          returned: null,
        },
        {
          reference: 13n,
          refusedBefore: 2,
          bankCode: "9900",
          branchCode: "018",
          accountNumber: "0000123",
          amount: 9_999_999_999n,
          returned: "2",
        },
      ],
    };
    const text = answered(["0", "2"]);
    expect(readZenginAnswer(text)).toEqual(expected);
    expect(readZenginAnswer(`${text}\r\n\u001a`)).toEqual(expected);
    expect(readZenginAnswer(text.replaceAll("\r\n", ""))).toEqual(expected);
  });

  it.each([
    ["the request itself", answered(["7", "7"]), { line: 2, fault: "result" }],
    ["other totals", answered(["0", "0"]), { line: 4, fault: "totals" }],
    ["a cut record", answered(["0", "2"]).slice(0, -1), { line: 5, fault: "records" }],
    ["no end", answered(["0", "2"]).slice(0, -122), { line: 4, fault: "record_kind" }],
    [
      "another kind",
      answered(["0", "2"]).replace(/^121/, "191"),
      { line: 1, fault: "record_kind" },
    ],
    [
      "a broken amount",
      answered(["0", "2"]).replace("0000030000", "00000300 0"),
      { line: 2, fault: "amount" },
    ],
    ["nothing", "", { line: 1, fault: "record_kind" }],
    ["more than twelve digits hold", tooMuch(), { line: 103, fault: "totals" }],
    [
      "a trailer of letters",
      answered(["0", "2"], "8".padEnd(55, "A")),
      { line: 4, fault: "totals" },
    ],
  ])("that is %s is refused with the record", (_what, text, wrong) =>
    expect(readZenginAnswer(text)).toEqual({ ok: false, ...wrong }),
  );
});
