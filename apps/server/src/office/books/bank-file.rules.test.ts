import { bankFileColumns, bankFileLinesMax } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { checkEntries, csvRows, parseBankFile } from "./bank-file.rules.ts";

const head = bankFileColumns.join();
const good = "B-1,2026-11-20,JPY,15000,K7QX2 YAMADA,ヤマダ タロウ";
const file = (...lines: string[]) => [head, ...lines].join("\n");

describe("a bank's file", () => {
  it("is read line by line, with quotes, both line ends and a byte order mark", () => {
    const { lines, bad } = parseBankFile(
      `\ufeff${head}\r\n${good}\r\nB-2,2026-11-21,USD,-12.50,"W-7, ""paid""",Sato\r\n\r\n`,
    );
    expect(bad).toEqual([]);
    expect(lines).toEqual([
      {
        bankId: "B-1",
        bookedOn: "2026-11-20",
        currency: "JPY",
        amount: 15000n,
        reference: "K7QX2 YAMADA",
        counterparty: "ヤマダ タロウ",
      },
      {
        bankId: "B-2",
        bookedOn: "2026-11-21",
        currency: "USD",
        amount: -1250n,
        reference: 'W-7, "paid"',
        counterparty: "Sato",
      },
    ]);
  });

  it.each([
    ["without its head", good, "columns"],
    ["of nothing", "", "columns"],
    ["with a head alone", head, "no_lines"],
    ["with a column too few", file("B-1,2026-11-20,JPY,1,x"), "columns"],
    ["with a script as its id", file(good.replace("B-1", "<script>")), "bank_id"],
    ["of a day that is none", file(good.replace("11-20", "02-30")), "date"],
    ["in a currency that nobody holds", file(good.replace("JPY", "XYZ")), "currency"],
    ["of parts of a yen", file(good.replace("15000", "1.5")), "amount"],
    ["of nothing moved", file(good.replace("15000", "0")), "amount"],
    ["with an exponent", file(good.replace("15000", "1e9")), "amount"],
    ["with thousands", file(good.replace("15000", '"15,000"')), "amount"],
    ["beyond all measure", file(good.replace("15000", "9".repeat(18))), "amount"],
    ["with hidden signs", file(good.replace("K7QX2", "a\u202eb")), "reference"],
    ["with a name without end", file(good.replace("ヤマダ", "x".repeat(150))), "counterparty"],
  ])("%s is refused", (_what, text, fault) => {
    const { lines, bad } = parseBankFile(text);
    expect(bad[0]?.fault).toBe(fault);
    expect(lines).toEqual([]);
  });

  it("names every wrong line by its number, and what comes twice", () => {
    const { lines, bad } = parseBankFile(
      file(good, good, good.replace("B-1", "B-2").replace("JPY", "XXX"), ""),
    );
    expect(bad).toEqual([
      { line: 3, fault: "twice_in_file" },
      { line: 4, fault: "currency" },
    ]);
    expect(lines).toHaveLength(1);
  });

  it("has an end", () => {
    const many = Array.from({ length: bankFileLinesMax + 1 }, (_, at) =>
      good.replace("B-1", `B-${at}`),
    );
    expect(parseBankFile(file(...many)).bad).toEqual([
      { line: bankFileLinesMax + 2, fault: "too_many_lines" },
    ]);
    expect(parseBankFile(file(...many.slice(1))).lines).toHaveLength(bankFileLinesMax);
  });

  it("with a quote that never ends is one wrong line", () => {
    expect(parseBankFile(file(`"B-1,2026-11-20\n${good}`)).bad).toEqual([
      { line: 2, fault: "columns" },
    ]);
  });
});

describe("rows", () => {
  it("know the line that they begin on", () => {
    expect(csvRows('a,"x\ny"\nb,c\n').map(({ line }) => line)).toEqual([1, 3]);
  });
});

it("reads an entry's amount without needless zeros, and cuts no letter in two", () => {
  const entry = {
    bankId: "S/1",
    bookedOn: "2026-12-01",
    currency: "JPY",
    amount: "-1000.00",
    reference: `${"x".repeat(139)}\u{20bb7}`,
    counterparty: "",
    returns: [],
  };
  const { lines, bad } = checkEntries([entry]);
  expect(bad).toEqual([]);
  expect(lines[0]).toMatchObject({ amount: -1000n, reference: "x".repeat(139) });
  expect(checkEntries([{ ...entry, amount: "-1000.50" }]).bad).toEqual([
    { line: 1, fault: "amount" },
  ]);
});
