import { minor, type Price } from "@sanshi/money";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import type { Statement, StatementTrade } from "./statement.ts";
import { pdfOf } from "./statements.pdf.ts";
import { figuresToRead, tablesOf } from "./statements.rows.ts";
import { statementTexts } from "./statements.texts.ts";

const at = Date.parse("2026-11-20T01:02:00Z");
const trade = (own: Partial<StatementTrade>): StatementTrade => ({
  ...{ at, market: "jpy", code: "7203", name: "トヨタ自動車", side: "long", opens: true },
  ...{ quantity: 1_200n, price: 30_950_000n as unknown as Price, amount: minor(3_714_000n) },
  ...{ fee: minor(275n), profit: null, feed: "simulated" },
  ...own,
});

/** Names in Latin letters, kana, simplified characters and all of them; a fraction, a loss and a large sum. */
const trades = [
  trade({ feed: "extended:simulated" }),
  trade({ name: "ソニーグループ", code: "6758", opens: false, profit: minor(-12_345n) }),
  trade({ market: "usd", code: "BRK.B", name: "Berkshire Hathaway", profit: minor(987_654n) }),
  trade({ market: "cny", code: "000001", name: "平安银行", fee: minor(550n), side: "short" }),
  trade({ market: "cny", code: "688981", name: "中芯国际 SMIC", amount: minor(98_765_432_100n) }),
];

const statementIn = (language: Statement["language"]): Statement => ({
  account: "0000000009",
  period: { from: "2026-11-01", to: "2026-11-30", begins: at, ends: at },
  asOf: at,
  isSimulated: true,
  language,
  balances: [
    { currency: "JPY", purpose: "available", before: minor(-5_000n), after: minor(10n ** 12n) },
  ],
  movements: [],
  // So many that the last stand on a second page.
  trades: Array.from({ length: 8 }, () => trades).flat(),
  isTruncated: false,
  holdings: [],
  auditHead: "0123",
});

const markInExtendedHours = { us: "extended hours", jp: "時間外", cn: "盘前盘后" };

async function linesOf(statement: Statement): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(await pdfOf(statement)));
  const { text } = await extractText(document, { mergePages: false });
  return text
    .flatMap((page) => page.split("\n"))
    .map((line) => line.replaceAll(/\s+/g, " ").trim());
}

describe.each(["jp", "cn", "us"] as const)("the text of a PDF statement in %s", (language) => {
  it("has each trade as one line, its cells whole and in order", async () => {
    const statement = statementIn(language);
    const lines = await linesOf(statement);
    const rows = tablesOf(statement, figuresToRead).trades;
    const wanted = rows.map((cells) => cells.filter((cell) => cell !== "").join(" "));
    expect(lines.filter((line) => wanted.includes(line))).toEqual(wanted);
    expect(rows.flat().filter((cell) => cell.includes(markInExtendedHours[language]))).toHaveLength(
      8,
    );
  });

  it("has every title whole, and above each page's rows again", async () => {
    const lines = await linesOf(statementIn(language));
    const texts = statementTexts[language];
    expect(lines).toContain(texts.balance_columns.join(" "));
    expect(lines.filter((line) => line === texts.trade_columns.join(" ")).length).toBeGreaterThan(
      1,
    );
    for (const title of [texts.title, texts.balances, texts.trades, texts.holdings]) {
      expect(lines).toContain(title);
    }
    expect(lines.join("\n")).not.toContain("…");
  });

  it("writes what is below zero with one sign, and no watermark between the lines", async () => {
    const lines = await linesOf(statementIn(language));
    const text = lines.join("\n");
    expect(text).toContain("−12,345");
    expect(text).toContain("−5,000");
    // The plain one stands in days alone.
    expect(text.replaceAll(/\d{4}-\d\d-\d\d/g, "")).not.toMatch(/-\d/);
    expect(lines).not.toContain(statementTexts[language].watermark);
  });
});
