import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { webSources } from "./build-web.ts";
import { isAsItWas, readSource } from "./sources.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-sources-"));
  file = join(folder, "screen.tsx");
  writeFileSync(file, "first");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("finds another content of the same size and the same time", () => {
  const { source } = readSource(file);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, "other");
  utimesSync(file, atime, mtime);
  expect(isAsItWas(source)).toBe(false);
});

it("finds a file that is longer or gone, and none that was only written again", () => {
  const { source } = readSource(file);
  writeFileSync(file, "first");
  expect(isAsItWas(source)).toBe(true);
  writeFileSync(file, "first and more");
  expect(isAsItWas(source)).toBe(false);
  rmSync(file);
  expect(isAsItWas(source)).toBe(false);
});

it("finds of a folder what came, went or has another name, and nothing of its packages", () => {
  const { source } = readSource(folder);
  writeFileSync(file, "other");
  mkdirSync(join(folder, "node_modules"));
  // An editor's.
  writeFileSync(join(folder, ".screen.tsx.swp"), "");
  expect(isAsItWas(source)).toBe(true);
  writeFileSync(join(folder, "more.tsx"), "");
  expect(isAsItWas(source)).toBe(false);
  rmSync(join(folder, "more.tsx"));
  expect(isAsItWas(source)).toBe(true);
  rmSync(file);
  expect(isAsItWas(source)).toBe(false);
});

it("finds what a web app is built from, and whatever is changed of it", () => {
  const put = (path: string, content = "") => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const tool = "tools/precompress.ts";
  const names = ["apps/trader/src/home.tsx", "packages/ui/src/field.tsx", tool];
  for (const name of names) put(name, "first");
  symlinkSync("nowhere", join(folder, "apps/trader/src/broken.ts"));
  for (const change of [
    ...names.map((name) => () => put(name, "other")),
    () => put("apps/trader/src/money/card.tsx"),
    () => put("packages/ui/src/more.tsx"),
    () => renameSync(join(folder, names[0]!), join(folder, "apps/trader/src/Home.tsx")),
    () => rmSync(join(folder, "packages/ui/src/more.tsx")),
  ]) {
    const sources = webSources(folder, "trader");
    expect(sources.every(isAsItWas)).toBe(true);
    change();
    expect(sources.every(isAsItWas)).toBe(false);
  }
});
