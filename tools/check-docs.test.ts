import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkDocs } from "./check-docs.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-docs-"));
  write("package.json", JSON.stringify({ scripts: { start: "", check: "" } }));
  write("packages/limits.ts", "export const rowsMax = 1_000;\nexport const feeMinor = 25n;");
  write("docs/other.md", "# Another one: the *second*\n");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function problemsOf(text: string): Promise<readonly string[]> {
  write("docs/page.md", text);
  return (await checkDocs(folder)).problems.map((problem) => problem.replace("docs/page.md: ", ""));
}

test("a page that tells the truth passes", async () => {
  const text = [
    "[other](other.md) [part](other.md#another-one-the-second) [top](/package.json) [web](https://example.com/x)",
    "Run `npm run check` and `npm start`; see `packages/limits.ts` and `apps/<name>/x.ts`.",
    "At most 1,000<!-- packages/limits.ts#rowsMax --> rows; 25 yen <!-- packages/limits.ts#feeMinor -->.",
    "```\n[not a link](nowhere.md)\n```",
  ];
  expect(await problemsOf(text.join("\n"))).toEqual([]);
});

test.each([
  ["[a](nowhere.md)", "the link nowhere.md leads nowhere"],
  ["[a](other.md#first)", "the link other.md#first names no heading there"],
  ["`tools/nothing.ts`", "the file tools/nothing.ts does not exist"],
  ["npm run deploy", "package.json has no script deploy"],
  ["npm test", "package.json has no script test"],
  ["999<!-- packages/limits.ts#rowsMax -->", "says 999, and rowsMax in packages/limits.ts is 1000"],
  ["1<!-- packages/limits.ts#gone -->", "packages/limits.ts has no number named gone"],
])("%s is a problem", async (text, problem) => {
  expect(await problemsOf(text)).toEqual([problem]);
});

test("a folder without documents is a problem, not a pass", async () => {
  rmSync(join(folder, "docs"), { recursive: true });
  expect((await checkDocs(folder)).problems).toEqual(["No document was found"]);
});
