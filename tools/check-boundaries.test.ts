import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBoundaries } from "./check-boundaries.ts";
import { projectFolder } from "./project.ts";

let folder: string;
let problems: readonly string[];

const problemsOf = (name: string) => problems.filter((problem) => problem.includes(name));

/** A copy of the sources with a node_modules whose workspace links lead into the copy. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-boundaries-"));
  const isSource = (path: string) => !/\/(node_modules|dist|data)$/.test(path);
  for (const name of ["apps", "packages", ".dependency-cruiser.cjs", "package.json"]) {
    cpSync(join(projectFolder, name), join(folder, name), { recursive: true, filter: isSource });
  }
  linkModules();
  write(named(keeping, "keeping"));
  write(named(unseen, "unseen"));
  for (const [index, [, files]] of violations.entries()) write(named(files, `breaking-${index}-`));
  ({ problems } = await checkBoundaries(folder));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function linkModules(): void {
  const modules = join(projectFolder, "node_modules");
  mkdirSync(join(folder, "node_modules", "@sanshi"), { recursive: true });
  for (const name of readdirSync(modules).filter(
    (entry) => entry !== "@sanshi" && entry !== ".bin",
  )) {
    symlinkSync(join(modules, name), join(folder, "node_modules", name));
  }
  for (const name of readdirSync(join(folder, "packages"))) {
    symlinkSync(join(folder, "packages", name), join(folder, "node_modules", "@sanshi", name));
  }
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Every case plants files of its own name, so that one look at the sources serves them all. */
function named(files: Readonly<Record<string, string>>, name: string): Record<string, string> {
  const rename = (text: string) => text.replaceAll("planted", name);
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [rename(path), rename(text)]),
  );
}

const features = "apps/server/src/people";
const orders = "apps/server/src/trading/orders";
const ui = "apps/trader/src/features/people";

const keeping = {
  [`${features}/planted/planted.ts`]: `import { other } from "../other-planted/other-planted.ts"; import { decide } from "./planted.rules.ts"; export const x = [other, decide];`,
  [`${features}/planted/planted.rules.ts`]: `import { minor } from "@sanshi/money"; import type { Quote } from "../../market-feed/market-feed.ts"; export const decide = (quote: Quote) => minor(quote.turnoverMinor);`,
  [`${features}/other-planted/other-planted.ts`]: `export const other = 1;`,
  [`${ui}/planted/planted.tsx`]: `import { minor } from "@sanshi/money"; import { shared } from "../../../shared/planted.ts"; export const x = [minor, shared];`,
  "apps/trader/src/shared/planted.ts": "export const shared = 1;",
};

const violations: readonly (readonly [rule: string, files: Readonly<Record<string, string>>])[] = [
  [
    "draw-knows-nothing-of-ours",
    {
      "packages/draw/src/planted.ts": `import { minor } from "@sanshi/money"; export const x = minor;`,
    },
  ],
  [
    "curves-through-their-doors",
    {
      "packages/draw/src/planted.ts": `import { isDrandRound } from "./drand.ts"; export const x = isDrandRound;`,
    },
  ],
  [
    "no-cycles",
    {
      "packages/money/src/planted-a.ts": `import { b } from "./planted-b.ts"; export const a = () => b;`,
      "packages/money/src/planted-b.ts": `import { a } from "./planted-a.ts"; export const b = () => a;`,
    },
  ],
  [
    "no-validator-in-a-browser",
    {
      [`${ui}/planted/planted.tsx`]: `import { calls } from "@sanshi/contract"; export const x = calls;`,
    },
  ],
  [
    "web-knows-contract-and-money-only",
    {
      "packages/web/src/planted.ts": `import { Button } from "@sanshi/ui"; export const x = Button;`,
    },
  ],
  [
    "constants-know-no-validator",
    {
      "packages/contract/src/planted/constants.ts": `import { z } from "zod"; export const x = z;`,
    },
  ],
  [
    "no-cycles",
    {
      [`${features}/planted/planted.ts`]: `import { show } from "./planted-shown.ts"; export type Planted = { id: bigint }; export const x = show;`,
      [`${features}/planted/planted-shown.ts`]: `import type { Planted } from "./planted.ts"; export const show = ({ id }: Planted) => String(id);`,
    },
  ],
  [
    "no-cycles",
    {
      [`${ui}/planted/planted-a.tsx`]: `import type { B } from "./planted-b.tsx"; export type A = B | null;`,
      [`${ui}/planted/planted-b.tsx`]: `import type { A } from "./planted-a.tsx"; export type B = { a: A };`,
    },
  ],
  ["nothing-unresolved", { "packages/ui/src/planted.ts": `import "./nowhere.ts";` }],
  [
    "money-imports-nothing",
    { "packages/money/src/planted.ts": `import { z } from "zod"; export const x = z;` },
  ],
  [
    "packages-import-money-only",
    {
      "packages/chart/src/planted.ts": `import type { x } from "../../ui/src/index.ts"; export type Y = typeof x;`,
    },
  ],
  [
    "rulebook-is-pure",
    { "packages/rulebook/src/planted.ts": `import { z } from "zod"; export const x = z;` },
  ],
  [
    "packages-run-anywhere",
    { "packages/ui/src/planted.ts": `import { join } from "node:path"; export const x = join;` },
  ],
  [
    "rules-are-pure",
    {
      [`${features}/planted/planted.rules.ts`]: `import { randomInt } from "node:crypto"; export const x = randomInt;`,
    },
  ],
  [
    "rules-are-pure",
    {
      [`${features}/planted/planted.rules.ts`]: `import { StartError } from "../../platform/postgres/start-error.ts"; export const x = StartError;`,
    },
  ],
  [
    "rules-name-no-surroundings",
    {
      [`${features}/planted/planted.rules.ts`]: `import type { Settings } from "../../platform/settings.ts"; export type X = Settings;`,
    },
  ],
  [
    "rules-are-pure",
    { [`${features}/planted/planted.rules.ts`]: "export const x = () => new Date();" },
  ],
  [
    "stores-know-sql-only",
    {
      [`${features}/planted/planted.store.ts`]: `import { decide } from "./planted.rules.ts"; export const x = decide;`,
      [`${features}/planted/planted.rules.ts`]: "export const decide = 1;",
    },
  ],
  [
    "a-feature-through-its-door",
    {
      [`${features}/planted/planted.ts`]: `import { x } from "../other-planted/other-planted.store.ts"; export const y = x;`,
      [`${features}/other-planted/other-planted.store.ts`]: "export const x = 1;",
    },
  ],
  [
    "people-calls-only-departments-before-it",
    {
      [`${features}/planted/planted.ts`]: `import type { X } from "../../money/planted/planted.ts"; export type Y = X;`,
      "apps/server/src/money/planted/planted.ts": "export type X = 1;",
    },
  ],
  [
    "closing-calls-only-rooms-after-it",
    {
      [`${orders}/closing/planted.ts`]: `import type { X } from "../batching/planted.ts"; export type Y = X;`,
      [`${orders}/batching/planted.ts`]: "export type X = 1;",
    },
  ],
  [
    "storing-calls-only-rooms-after-it",
    {
      [`${orders}/storing/planted.ts`]: `import { x } from "../planted.ts"; export const y = x;`,
      [`${orders}/planted.ts`]: "export const x = 1;",
    },
  ],
  [
    "products-know-no-other-product",
    {
      "apps/server/src/products/planted/planted.ts": `import { x } from "../other-planted/other-planted.ts"; export const y = x;`,
      "apps/server/src/products/other-planted/other-planted.ts": "export const x = 1;",
    },
  ],
  [
    "the-ground-knows-no-feature",
    {
      "apps/server/src/platform/planted.ts": `import { x } from "../people/planted/planted.ts"; export const y = x;`,
      [`${features}/planted/planted.ts`]: "export const x = 1;",
    },
  ],
  [
    "the-server-knows-no-app",
    {
      "apps/server/src/planted.ts": `import { x } from "../../trader/src/shared/planted.ts"; export const y = x;`,
      "apps/trader/src/shared/planted.ts": "export const x = 1;",
    },
  ],
  [
    "an-app-imports-packages-only",
    {
      "apps/trader/src/shared/planted.ts": `import { StartError } from "../../../server/src/platform/postgres/start-error.ts"; export const y = StartError;`,
    },
  ],
  [
    "ui-features-meet-in-app",
    {
      [`${ui}/planted/planted.tsx`]: `import { x } from "../other-planted/other.tsx"; export const y = x;`,
      [`${ui}/other-planted/other.tsx`]: "export const x = 1;",
    },
  ],
  [
    "shared-knows-no-feature",
    {
      "apps/trader/src/shared/planted.ts": `import { x } from "../features/people/planted/planted.tsx"; export const y = x;`,
      [`${ui}/planted/planted.tsx`]: "export const x = 1;",
    },
  ],
  [
    "tests-are-not-imported",
    {
      [`${features}/planted/planted.ts`]: `import { x } from "./planted.test.ts"; export const y = x;`,
      [`${features}/planted/planted.test.ts`]: "export const x = 1;",
    },
  ],
];

/** The tool does not look at these imports, which would pass each wall. */
const unseen = {
  [`${features}/planted/planted-type.rules.ts`]: `export type X = import("../../platform/settings.ts").Settings;`,
  [`${features}/planted/planted-typeof.ts`]: `export type X = typeof import('../../trading/orders/orders.ts');`,
  [`${features}/planted/planted-required.ts`]: `import { createRequire } from "node:module"; const load = createRequire(import.meta.url); export const x = load("../../trading/orders/orders.ts");`,
};

test.each(Object.keys(named(unseen, "unseen")))(
  "an import that is not seen is named (%s)",
  (path) => {
    expect(problemsOf(path)).toEqual([
      expect.stringMatching(/: its import of \.\S+\.ts is not seen/),
    ]);
  },
);

test("what keeps to the walls passes", () => {
  expect(problemsOf("keeping")).toEqual([]);
});

test.each(violations.map(([rule], index) => [rule, `breaking-${index}-`] as const))(
  "a planted violation of %s is caught (%s)",
  (rule, name) => {
    const found = problemsOf(name);
    expect(
      found.some((problem) => problem.endsWith(`(${rule})`)),
      found.join("\n"),
    ).toBe(true);
  },
);

test("a check that could not read the sources fails", async () => {
  const unread = mkdtempSync(join(tmpdir(), "sanshi-unread-"));
  cpSync(join(projectFolder, ".dependency-cruiser.cjs"), join(unread, ".dependency-cruiser.cjs"));
  const nothing = await checkBoundaries(unread);
  expect(nothing.problems).not.toEqual([]);
  mkdirSync(join(unread, "apps"));
  writeFileSync(join(unread, "apps", "a.vue"), "");
  writeFileSync(
    join(unread, ".dependency-cruiser.cjs"),
    "module.exports = { options: { includeOnly: 'nowhere' } };",
  );
  writeFileSync(join(unread, "apps", "a.ts"), `import { b } from "./b.ts"; export const a = b;`);
  const unreadable = await checkBoundaries(unread);
  expect(unreadable.problems).toContain("apps/a.ts: its imports were not seen");
  rmSync(unread, { recursive: true, force: true });
});
