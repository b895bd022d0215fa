import { DOMParser } from "@xmldom/xmldom";
import { minor, type Price } from "@sanshi/money";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Statement } from "./statement.ts";
import { xlsxOf } from "./statements.xlsx.ts";

const at = Date.parse("2026-11-20T01:02:00Z");
const statement: Statement = {
  account: "0000000009",
  period: { from: "2026-11-01", to: "2026-11-30", begins: at, ends: at },
  asOf: at,
  isSimulated: true,
  language: "us",
  balances: [
    { currency: "JPY", purpose: "available", before: minor(0n), after: minor(10n ** 17n) },
  ],
  movements: [],
  trades: [
    {
      at,
      market: "cny",
      code: "000001",
      name: '=HYPERLINK("x")',
      side: "long",
      opens: true,
      quantity: 1_200n,
      price: 105_000n as unknown as Price,
      amount: minor(1_260_000n),
      fee: minor(550n),
      profit: null,
      feed: "simulated",
    },
  ],
  isTruncated: false,
  holdings: [],
  auditHead: "0123",
};

/** Each cell as its type and what it says, sheet by sheet. */
async function cellsOf(of: Statement): Promise<string[][][]> {
  const files = unzipSync(await xlsxOf(of));
  const read = (name: string) =>
    new DOMParser().parseFromString(strFromU8(files[name] ?? new Uint8Array()), "text/xml");
  const strings = [...read("xl/sharedStrings.xml").getElementsByTagName("si")];
  return [1, 2, 3, 4, 5].map((number) =>
    [...read(`xl/worksheets/sheet${number}.xml`).getElementsByTagName("row")].map((row) =>
      [...row.getElementsByTagName("c")].map((cell) => {
        expect(cell.getElementsByTagName("f")).toHaveLength(0);
        const text = cell.textContent ?? "";
        const type = cell.getAttribute("t") ?? "n";
        return type === "s" ? `text ${strings[Number(text)]?.textContent}` : `${type} ${text}`;
      }),
    ),
  );
}

describe("a statement as a workbook", () => {
  it("has figures as numbers, times as times, and numbers of accounts and codes as text", async () => {
    const [facts, balances, , trades] = await cellsOf(statement);
    expect(facts?.flat()).toContain("text 0000000009");
    const [day] = trades?.[1] ?? [];
    // 2026-11-20 10:02 in Tokyo.
    expect(Number(day?.split(" ")[1])).toBeCloseTo(46_346 + (10 * 60 + 2) / 1_440, 6);
    expect(trades?.[1]?.slice(1)).toEqual([
      "text Buy",
      "text 000001.SZ",
      'text =HYPERLINK("x")',
      "text CNY",
      "n 1200",
      "n 10.5",
      "n 12600",
      "n 5.5",
    ]);
    // A spreadsheet's numbers have fifteen digits.
    expect(balances?.[1]?.at(-1)).toBe("text 100000000000000000");
  });
});
