import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import { statementIn } from "../../../../../tests/support/test-statement.ts";
import type { Statement } from "./statement.ts";
import { pdfOf } from "./statements.pdf.ts";
import { figuresToRead, tablesOf } from "./statements.rows.ts";
import { statementTexts } from "./statements.texts.ts";

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
