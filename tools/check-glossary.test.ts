import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkGlossary } from "./check-glossary.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "glossary-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function problemsOf(path: string, text: string): Promise<string[]> {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return [...(await checkGlossary(folder)).problems];
}

describe("the field's words", () => {
  it.each([
    ["a comment", "\n/** An order that was taken back. */", "cancel"],
    ["a name", "\nexport const takenBack = 1;", "cancel"],
    ["a type", "\ntype WaitingOrder = string;", "working order"],
    ["a test", '\nit("counts each try", run);', "attempt"],
    ["a name that begins with it", "\nexport function tellHolders() {}", "notify"],
  ])("are asked for in %s", async (_where, text, word) => {
    const problems = await problemsOf("apps/server/src/trading/orders.ts", text);
    expect(problems).toEqual([
      expect.stringMatching(
        new RegExp(`^apps/server/src/trading/orders.ts:2: not ".*": the field says ${word}`),
      ),
    ]);
  });

  it("are asked for in the name of a file", async () => {
    expect(await problemsOf("apps/trader/src/waiting-order.ts", "")).toEqual([
      'apps/trader/src/waiting-order.ts: not "waiting order": the field says working order',
    ]);
  });

  it.each([
    ["the wire's and the database's names", 'refuse("too_many_tries"); // try_counter'],
    ["ordinary words", "// The messages tell holders of it. An order is tried again."],
    ["names that only have its letters", "const entries = countries; const storyTeller = 1;"],
  ])("let %s stand", async (_what, text) => {
    expect(await problemsOf("packages/money/src/a.ts", text)).toEqual([]);
  });

  it("are not asked of texts, which are each language's own", async () => {
    await problemsOf("apps/trader/src/main.ts", "");
    expect(await problemsOf("apps/trader/src/texts/us/a.ts", '"Take it back"')).toEqual([]);
  });

  it("are held against something", async () => {
    expect((await checkGlossary(folder)).problems).toEqual(["No source was found"]);
  });
});
