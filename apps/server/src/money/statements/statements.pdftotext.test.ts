import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { statementIn } from "../../../../../tests/support/test-statement.ts";
import type { Statement } from "./statement.ts";
import { pdfOf } from "./statements.pdf.ts";
import { figuresToRead, tablesOf } from "./statements.rows.ts";
import { statementTexts } from "./statements.texts.ts";

/** What `pdftotext` makes of a statement's PDF, line by line; it says so and skips where that is not installed. */
async function linesOf(statement: Statement, context: TestContext): Promise<string[]> {
  if (spawnSync("pdftotext", ["-v"]).error !== undefined) {
    context.skip("pdftotext is not installed (poppler-utils)");
  }
  const folder = mkdtempSync(join(tmpdir(), "sanshi-pdftotext-"));
  try {
    const file = join(folder, "statement.pdf");
    writeFileSync(file, await pdfOf(statement));
    const { status, stdout, stderr } = spawnSync("pdftotext", ["-layout", file, "-"], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout.split(/[\n\f]/).map((line) => line.replaceAll(/\s+/g, " ").trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.each(["jp", "cn", "us"] as const)("pdftotext of a statement in %s", (language) => {
  it("gives each trade as one line, its cells whole and in order", async (context) => {
    const statement = statementIn(language);
    const lines = await linesOf(statement, context);
    const rows = tablesOf(statement, figuresToRead).trades;
    const wanted = rows.map((cells) => cells.filter((cell) => cell !== "").join(" "));
    expect(wanted.length).toBe(40);
    expect(lines.filter((line) => wanted.includes(line))).toEqual(wanted);
  });

  it("gives every title and line of names whole, and no watermark among them", async (context) => {
    const lines = await linesOf(statementIn(language), context);
    const texts = statementTexts[language];
    const titles = [texts.title, texts.balances, texts.trades, texts.holdings];
    const names = [texts.balance_columns.join(" "), texts.trade_columns.join(" ")];
    expect(lines).toEqual(expect.arrayContaining([...titles, ...names]));
    expect(lines).not.toContain(texts.watermark);
    expect(lines.join("\n")).toContain("−12,345");
  });
});
