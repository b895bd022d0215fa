import { execFile, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bundleServer, ownServer } from "./bundle-server.ts";
import { projectFolder } from "./project.ts";

const execute = promisify(execFile);

/** Inside the project, where the bundler finds packages. */
let root: string;
const write = (name: string, text: string) => {
  writeFileSync(join(root, `${name}.new`), text);
  renameSync(join(root, `${name}.new`), join(root, name));
};
const options = () => ({
  entry: join(root, "entry.ts"),
  folder: join(root, "bundles"),
  besides: [join(root, "package-lock.json")],
});
const bundled = () => bundleServer(options());
/** As another start would, at the same time. */
const bundledElsewhere = async () => {
  const code = `import { bundleServer } from ${JSON.stringify(join(projectFolder, "tools", "bundle-server.ts"))};
    process.stderr.write(bundleServer(${JSON.stringify(options())}));`;
  const { stderr } = await execute(process.execPath, ["--input-type=module", "--eval", code]);
  return stderr;
};
const run = async (program: string) =>
  (await import(pathToFileURL(program).href)) as { said: string; folder: string };

beforeEach(() => {
  vi.spyOn(console, "log").mockReturnValue();
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

test("has most packages in it, and leaves the others where they lie", async () => {
  write("place.cjs", "module.exports = [__dirname, __filename];");
  write(
    "entry.ts",
    `import { Client } from "pg";
     import { Algorithm } from "@node-rs/argon2";
     import place from "./place.cjs";
     export const said = [typeof Client, typeof Algorithm, ...place].join(" ");
     export const folder = "";`,
  );
  const program = bundled();
  expect((await run(program)).said).toBe(`function object ${root} ${join(root, "place.cjs")}`);
  const imported = readFileSync(program, "utf8")
    .match(/from "[^"]+"/g)!
    .map((from) => from.slice(6, -1));
  expect(imported.filter((name) => !isBuiltin(name))).toEqual(["@node-rs/argon2"]);
});

test("writes a bundle in ASCII, and means the same", async () => {
  write(
    "entry.ts",
    `// 円
     const text = "円𠮷é";
     export const said = [text, \`\${text}元\`, /^[円𠮷]{2}é$/u.test(text), /[ァ-ヶ]/.test("ア"), { "値": 1 }["値"]].join();
     export const folder = "";`,
  );
  const program = bundled();
  expect((await run(program)).said).toBe("円𠮷é,円𠮷é元,true,true,1");
  expect(readFileSync(program, "utf8")).toMatch(/^[\0-\x7f]*$/);
  write("entry.ts", `export const said = String.raw\`円\\n\` + "元"; export const folder = "";`);
  expect((await run(bundled())).said).toBe("円\\n元");
});

test("writes out the places that a module asks for, and leaves what is its own or only a text", async () => {
  write(
    "place.cjs",
    `"use strict";
     const own = (__filename) => __filename;
     const isStrict = (function () { return this === undefined; })();
     module.exports = [{ __dirname }, "__dirname", own("given"), /__filename/.source, __filename, isStrict];`,
  );
  write(
    "declared.ts",
    `const __dirname: string = import.meta.dirname + "/declared";
     export const declared = [__dirname, { __filename: 1 }.__filename];`,
  );
  write(
    "entry.ts",
    `import place from "./place.cjs";
     import { declared } from "./declared.ts";
     export const said = JSON.stringify([...place, ...declared, "import.meta.url", import.meta.url]);
     export const folder = "";`,
  );
  expect(JSON.parse((await run(bundled())).said)).toEqual([
    { __dirname: root },
    "__dirname",
    "given",
    "__filename",
    join(root, "place.cjs"),
    true,
    `${root}/declared`,
    1,
    "import.meta.url",
    pathToFileURL(join(root, "entry.ts")).href,
  ]);
});

test("means the same in ASCII behind a backslash and in raw texts with texts in them", async () => {
  const lines = [
    'const text = "a";',
    'const isSame = /^\\円\\é$/.test("円é");',
    "export const said = [isSame, `\\円`, String.raw`円\\n${`${text}`}元`, String.raw`\\`値`].join();",
    'export const folder = "";',
  ];
  write("entry.ts", lines.join("\n"));
  expect((await run(bundled())).said).toBe("true,円,円\\na元,\\`値");
});

// Only root on Linux mounts a disk.
test.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "makes no attempt where the disk has no room for a bundle",
  async () => {
    write("entry.ts", "this would not be bundled");
    const bundle = `import { bundleServer } from ${JSON.stringify(join(projectFolder, "tools", "bundle-server.ts"))};
      process.stdout.write(bundleServer(${JSON.stringify(options())}));`;
    const script = `mkdir "$1" && mount -t tmpfs -o size=8m tmpfs "$1" && "$2" --input-type=module --eval "$3"`;
    const parameters = ["-c", script, "sh", options().folder, process.execPath, bundle];
    const { stdout, stderr } = await execute("unshare", ["--mount", "sh", ...parameters]);
    expect(stdout.split("\n").at(-1)).toBe(options().entry);
    expect(stderr).toContain("Starting from the sources, which takes longer: ENOSPC: ");
  },
);

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

test("makes another where a source has changed that has its size and its time still", async () => {
  const asBefore = () => utimesSync(join(root, "word.ts"), 1_800_000_000, 1_800_000_000);
  asBefore();
  bundled();
  write("word.ts", `export const word: string = "other";`);
  asBefore();
  expect((await run(bundled())).said).toBe("other");
});

test("makes another after a source was saved while the others were read", async () => {
  const names = Array.from({ length: 1_500 }, (_, place) => `part-${place}.ts`);
  for (const name of names) write(name, `export const part = ${JSON.stringify(name)};`);
  const parts = names.map((name, place) => `export { part as part${place} } from "./${name}";`);
  write("entry.ts", `export { word as said } from "./word.ts";\n${parts.join("\n")}`);
  for (const waitMs of [200, 300, 400]) {
    const [before, after] = [`before ${waitMs}`, `after ${waitMs}`];
    write("word.ts", `export const word: string = "${before}";`);
    rmSync(join(root, "bundles"), { recursive: true, force: true });
    const making = bundledElsewhere();
    await vi.waitUntil(() => existsSync(join(root, "bundles")), { timeout: 60_000, interval: 20 });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    write("word.ts", `export const word: string = "${after}";`);
    await making;
    expect((await run(bundled())).said).toBe(after);
  }
});

test("makes another where a power cut or a hand left less of the one that is kept", async () => {
  write("entry.ts", `export const said = (await import("./word.ts")).word;`);
  const parts = readdirSync(dirname(bundled()));
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) {
    const program = bundled();
    truncateSync(join(dirname(program), part));
    const other = bundled();
    expect(other).not.toBe(program);
    expect((await run(other)).said).toBe("first");
  }
});

test("makes another where what names it is of an older release", async () => {
  const program = bundled();
  write("bundles/current.json", JSON.stringify({ program, sources: [] }));
  expect((await run(bundled())).said).toBe("first");
});

test("makes one under any name of a folder", () => {
  const parent = root;
  root = join(parent, "三市 $& $' é #%20 'one'");
  mkdirSync(root);
  write("word.ts", `export const word: string = import.meta.url;`);
  write(
    "entry.ts",
    `import { word } from "./word.ts"; console.log(JSON.stringify([word, import.meta.dirname]));`,
  );
  const program = bundled();
  const { stdout } = spawnSync(process.execPath, [program], { encoding: "utf8" });
  expect(stdout && JSON.parse(stdout)).toEqual([pathToFileURL(join(root, "word.ts")).href, root]);
  expect(bundled()).toBe(program);
  root = parent;
});

test("lets starts at once make one each, and run it", async () => {
  const programs = await Promise.all(Array.from({ length: 8 }, bundledElsewhere));
  for (const program of programs) expect((await run(program)).said).toBe("first");
  expect(programs).toContain(bundled());
});

test("says what takes a start so long, once", () => {
  bundled();
  bundled();
  expect(vi.mocked(console.log).mock.calls).toEqual([[expect.stringMatching(/^Bundling/)]]);
});

test("names a source and its line where Node is asked for them", () => {
  write("word.ts", `type Unused = string;\n\nexport const word: string = JSON.parse("no JSON");`);
  const { stderr } = spawnSync(process.execPath, ["--enable-source-maps", bundled()]);
  expect(stderr.toString()).toContain(`${join(root, "word.ts")}:3:`);
});

test("holds the server's bundle against which file a package's name is", () => {
  expect(ownServer.besides).toContain(join(projectFolder, "packages", "contract", "package.json"));
});
