import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleServer } from "./bundle-server.ts";
import { projectFolder } from "./project.ts";

/** Inside the project, where the bundler finds packages. */
let root: string;
const write = (name: string, text: string) => writeFileSync(join(root, name), text);
const bundled = () =>
  bundleServer({
    entry: join(root, "entry.ts"),
    folder: join(root, "bundles"),
    besides: [join(root, "package-lock.json")],
  });
const run = async (program: string) =>
  (await import(pathToFileURL(program).href)) as { said: string; folder: string };

beforeEach(() => {
  root = mkdtempSync(join(projectFolder, "node_modules", ".tests-"));
  write("package-lock.json", "{}");
  write("word.ts", `export const word: string = "first";`);
  write(
    "entry.ts",
    `import { word } from "./word.ts";
     export const said = word;
     export const folder = import.meta.dirname;`,
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("runs a bundle as it would run the sources, with the folder of each source", async () => {
  const program = bundled();
  expect(program).not.toBe(join(root, "entry.ts"));
  expect(await run(program)).toMatchObject({ said: "first", folder: root });
});

test("makes no other one as long as no source has changed, whatever their times", async () => {
  const program = bundled();
  const madeAt = statSync(program).mtimeMs;
  utimesSync(join(root, "word.ts"), new Date(), new Date(Date.now() + 60_000));
  expect(bundled()).toBe(program);
  expect(statSync(program).mtimeMs).toBe(madeAt);
});

test("makes another where a module, or what decides on packages, has changed", async () => {
  const first = bundled();
  write("word.ts", `export const word: string = "other";`);
  const second = bundled();
  expect((await run(second)).said).toBe("other");
  write("package-lock.json", `{ "name": "other" }`);
  expect(new Set([first, second, bundled()]).size).toBe(3);
  expect((await run(first)).said).toBe("first");
});

test("makes another where the one that is kept has gone", async () => {
  rmSync(bundled());
  expect((await run(bundled())).said).toBe("first");
});

test("makes another in a copy of the project", async () => {
  const first = bundled();
  const copy = join(root, "copy");
  cpSync(join(root, "bundles"), join(copy, "bundles"), { recursive: true });
  for (const name of ["entry.ts", "word.ts"]) cpSync(join(root, name), join(copy, name));
  write("copy/word.ts", `export const word: string = "copied";`);
  const program = bundleServer({
    entry: join(copy, "entry.ts"),
    folder: join(copy, "bundles"),
    besides: [],
  });
  expect(await run(program)).toMatchObject({ said: "copied", folder: copy });
  expect(bundled()).toBe(first);
});

test("runs the sources where nothing can be kept", async () => {
  write("bundles", "no folder");
  expect(bundled()).toBe(join(root, "entry.ts"));
});

test("says what is wrong with a source", () => {
  mkdirSync(join(root, "bundles"));
  write("word.ts", "export const word = ;");
  expect(bundled).toThrow(/word\.ts/);
});
