import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Measured in Chromium: `balance` splits "入金方法" at widths of 240 pixels and more, where `auto` keeps phrases whole. */
it("balances no lines of Japanese, in neither app, which would break words that phrases keep whole", () => {
  for (const app of ["trader", "backoffice"]) {
    const file = join(import.meta.dirname, "../../..", app, "src/app/base.css");
    const rules = readFileSync(file, "utf8").replaceAll(/\s+/g, " ");
    expect(rules).toContain(':root[lang="ja"] body { word-break: auto-phrase; }');
    expect(rules).toContain(':root[lang="ja"] * { text-wrap-style: auto; }');
  }
});
