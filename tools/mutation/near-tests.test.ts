import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findNearTests } from "./near-tests.ts";

let project: string;
const files: Readonly<Record<string, string>> = {
  "packages/money/src/index.ts": 'export * from "./units.ts";',
  "packages/money/src/units.ts": "export const unit = 1;",
  "packages/money/src/money.test.ts": 'import { unit } from "./index.ts";',
  "apps/server/src/application.ts": 'import "./money/cards/cards.ts";',
  "apps/server/src/money/cards/cards.ts": 'import { rule } from "./cards.rules.ts";',
  "apps/server/src/money/cards/cards.rules.ts": 'import { unit } from "@sanshi/money";',
  "apps/server/src/money/cards/cards.store.ts": "sql`SELECT FROM bank_card`;",
  "apps/server/src/money/cards/cards.test.ts": 'import { app } from "../../application.ts";',
  "apps/server/src/money/cards/cards.rules.test.ts": 'import { rule } from "./cards.rules.ts";',
  "apps/server/src/money/other/other.test.ts": 'import { app } from "../../application.ts";',
  "tools/upgrade.ts": 'import { unit } from "@sanshi/money";',
  "tools/upgrade.test.ts": 'import { upgrade } from "./upgrade.ts";',
  "database/migrations/0001_cards.sql": "CREATE TABLE bank_card (id bigint);",
};

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "sanshi-near-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const cards = "apps/server/src/money/cards";

it("finds a folder's own tests first, those that import the file before the others", () => {
  expect(findNearTests(project).of(`${cards}/cards.rules.ts`)).toEqual([
    `${cards}/cards.rules.test.ts`,
    `${cards}/cards.test.ts`,
  ]);
});

it("goes through a package's index, and not through what starts the whole server", () => {
  expect(findNearTests(project).of("packages/money/src/units.ts")).toEqual([
    "packages/money/src/money.test.ts",
    `${cards}/cards.rules.test.ts`,
  ]);
});

it("finds a tool's own tests, though what it reaches is not near to them", () => {
  expect(findNearTests(project).of("tools/upgrade.ts")).toEqual(["tools/upgrade.test.ts"]);
});

it("takes for a migration the tests beside the code that names its tables", () => {
  expect(findNearTests(project).of("database/migrations/0001_cards.sql")).toEqual([
    `${cards}/cards.rules.test.ts`,
    `${cards}/cards.test.ts`,
  ]);
});

it("finds tests by a word of their path", () => {
  expect(findNearTests(project).named(["other"])).toEqual([
    "apps/server/src/money/other/other.test.ts",
  ]);
});
