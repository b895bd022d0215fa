import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkGlossary, checkTextGlossary } from "./check-glossary.ts";

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

describe("one word for one thing", () => {
  async function textProblemsOf(path: string, text: string): Promise<string[]> {
    for (const language of ["jp", "cn", "us"]) {
      const place = join(folder, `apps/trader/src/texts/${language}/a.ts`);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, "");
    }
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return [...(await checkTextGlossary(folder)).problems];
  }

  it.each([
    ["apps/trader/src/texts/jp/people/login.ts", '\nlogin: "サインイン"', "ログイン"],
    ["apps/trader/src/texts/legal/cn.ts", '\ntext: "可用余额"', "可用资金"],
    ["packages/contract/src/refusal-texts/us.ts", '\na: "Please log in"', "sign in, sign out"],
    ["apps/backoffice/src/texts/us/a.ts", '\na: "Log this device out"', "sign in, sign out"],
    ["packages/contract/src/people/message-titles/cn.ts", '\na: "并股通知"', "合股"],
    ["apps/trader/src/texts/us/a.ts", '\na: "It wasn’t sent"', "the two words"],
  ])("is asked for in %s", async (path, text, word) => {
    expect(await textProblemsOf(path, text)).toEqual([
      expect.stringMatching(new RegExp(`^${path}:2: not ".*": everywhere else it is ${word}$`)),
    ]);
  });

  it.each([
    ["apps/trader/src/texts/jp/a.ts", 'a: "空売りの注文。ログインしてください"'],
    ["apps/trader/src/texts/cn/a.ts", 'a: "卖出金额、支出金额；用户协议"'],
    ["apps/trader/src/texts/us/a.ts", 'login_log: "The log includes it. Sign in."'],
    ["apps/trader/src/texts/us/a.ts", 'cancelled: "Canceled"'],
  ])("lets %s stand", async (path, text) => {
    expect(await textProblemsOf(path, text)).toEqual([]);
  });

  it("is held against something", async () => {
    expect((await checkTextGlossary(folder)).problems).toHaveLength(3);
  });
});
