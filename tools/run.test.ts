import { spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectFolder } from "./project.ts";

/** A project of one package with our launcher, and an npm that does what the test says. */
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "sanshi-run-"));
  mkdirSync(join(project, "tools"));
  mkdirSync(join(project, "bin"));
  copyFileSync(join(projectFolder, "tools", "run.mjs"), join(project, "tools", "run.mjs"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ scripts: { format: "oxfmt ." } }));
  lock("1.0.0");
  install("1.0.0");
  npm("exit 1");
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

const packages = (version: string) =>
  JSON.stringify({ packages: { "node_modules/one": { version, integrity: `sha512-${version}` } } });

function lock(version: string): void {
  writeFileSync(join(project, "package-lock.json"), packages(version));
}

function install(version: string): void {
  const modules = join(project, "node_modules");
  const node = `node-${process.platform}-${process.arch}`;
  mkdirSync(join(modules, node, "bin"), { recursive: true });
  writeFileSync(join(modules, ".package-lock.json"), packages(version));
  writeFileSync(join(modules, node, "package.json"), JSON.stringify({ version: "24.99.0" }));
  symlinkSync(process.execPath, join(modules, node, "bin", "node"));
}

function npm(script: string): void {
  writeFileSync(join(project, "bin", "npm"), `#!/bin/sh\necho "$@" >> npm-calls\n${script}\n`);
  chmodSync(join(project, "bin", "npm"), 0o755);
}

const installing = (version: string) =>
  `sleep 0.5; printf '%s' '${packages(version)}' > node_modules/.package-lock.json`;

const npmCalls = () =>
  existsSync(join(project, "npm-calls"))
    ? readFileSync(join(project, "npm-calls"), "utf8").trim().split("\n")
    : [];

function command(name: string, source: string): void {
  writeFileSync(join(project, "tools", `${name}.ts`), source);
  const scripts = { format: "oxfmt .", [name]: `node tools/run.mjs ${name}` };
  writeFileSync(join(project, "package.json"), JSON.stringify({ scripts }));
}

interface Launch {
  readonly child: ChildProcess;
  output(): string;
  ended(): Promise<number | null>;
}

function launch(...parameters: string[]): Launch {
  return launchWith({}, ...parameters);
}

function launchWith(environment: Record<string, string>, ...parameters: string[]): Launch {
  const child = spawn(process.execPath, [join(project, "tools", "run.mjs"), ...parameters], {
    env: {
      ...process.env,
      PATH: `${join(project, "bin")}:${dirname("/bin/sh")}:/usr/bin`,
      npm_lifecycle_event: "",
      ...environment,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part: Buffer) => {
      output += part.toString();
    });
  }
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, output: () => output, ended: () => closed };
}

async function says(run: Launch, text: string): Promise<void> {
  while (!run.output().includes(text)) await sleep(20);
}

const stays = "console.log(`ready ${process.pid}`); setInterval(() => {}, 1000);";

test("runs the command with its parameters on the pinned Node and passes its exit code on", async () => {
  command("check", "console.log(process.version, process.argv.slice(2)); process.exitCode = 7;");
  const run = launch("check", "one", "two");
  expect(await run.ended()).toBe(7);
  expect(run.output()).toBe(`${process.version} [ 'one', 'two' ]\n`);
  expect(npmCalls()).toEqual([]);
});

/** The package of this platform carries a Node of this version that says which one it is. */
test("lets the server, and no other command, collect its own memory", async () => {
  for (const [name, kind] of [
    ["start", "function"],
    ["check", "undefined"],
  ] as const) {
    command(name, "console.log(typeof globalThis.gc);");
    const run = launch(name);
    expect(await run.ended()).toBe(0);
    expect(run.output()).toBe(`${kind}\n`);
  }
});

function packNode(version: string): void {
  const node = join(project, "node_modules", `node-${process.platform}-${process.arch}`);
  writeFileSync(join(node, "package.json"), JSON.stringify({ version }));
  rmSync(join(node, "bin", "node"));
  writeFileSync(join(node, "bin", "node"), `#!/bin/sh\necho packed ${version}\n`);
  chmodSync(join(node, "bin", "node"), 0o755);
}

test("runs on the newer of the packed Node 24 and its own", async () => {
  command("check", "console.log('own');");
  packNode("24.99.0");
  let run = launch("check");
  expect(await run.ended()).toBe(0);
  expect(run.output()).toBe("packed 24.99.0\n");
  packNode("24.0.0");
  run = launch("check");
  expect(await run.ended()).toBe(0);
  expect(run.output()).toBe("own\n");
});

test("runs on its own Node, later than 24, only where no Node is packed for this platform", async () => {
  command("check", "console.log('own');");
  const later = join(project, "later.mjs");
  writeFileSync(
    later,
    `const versions = { ...process.versions, node: "26.1.0" };
    Object.defineProperty(process, "versions", { value: versions });`,
  );
  packNode("24.0.0");
  let run = launchWith({ NODE_OPTIONS: `--import=${later}` }, "check");
  expect(await run.ended()).toBe(0);
  expect(run.output()).toBe("packed 24.0.0\n");
  rmSync(join(project, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node"));
  run = launchWith({ NODE_OPTIONS: `--import=${later}` }, "check");
  expect(await run.ended()).toBe(0);
  expect(run.output()).toBe("own\n");
});

test("says at the start that its Node lacks security fixes", async () => {
  const start = { start: "node tools/run.mjs start" };
  writeFileSync(join(project, "tools", "start.ts"), "console.log('started');");
  for (const [secureNode, said] of [
    ["24.0.0", ""],
    [
      "24.999.0",
      `Node ${process.versions.node} lacks security fixes of Node 24.999.0, which is not published for ${process.platform}-${process.arch} in this form: install Node 24.999.0 or a later 24, and start again.\n`,
    ],
  ] as const) {
    writeFileSync(join(project, "package.json"), JSON.stringify({ scripts: start, secureNode }));
    packNode("24.0.0");
    const run = launch("start");
    expect(await run.ended()).toBe(0);
    expect(run.output()).toBe(`${said}started\n`);
  }
});

test("names the commands that there are", async () => {
  command("check", "");
  const run = launch("deploy");
  expect(await run.ended()).toBe(2);
  expect(run.output()).toBe("Say which command to run: check.\n");
});

test("installs once when the lockfile changed, however many start at once", async () => {
  command("check", "console.log('ran');");
  lock("2.0.0");
  npm(installing("2.0.0"));
  const runs = [launch("check"), launch("check"), launch("check")];
  expect(await Promise.all(runs.map((run) => run.ended()))).toEqual([0, 0, 0]);
  expect(npmCalls()).toHaveLength(1);
  expect(await launch("check").ended()).toBe(0);
  expect(npmCalls()).toHaveLength(1);
});

test("says in one sentence that npm failed, and does not run the command", async () => {
  command("check", "console.log('ran');");
  lock("2.0.0");
  npm("echo 'no network' >&2; exit 3");
  const run = launch("check");
  expect(await run.ended()).toBe(1);
  expect(run.output()).toContain(
    "no network\nnpm install failed with code 3 (its reason stands above)",
  );
  expect(run.output()).not.toContain("ran");
});

test("does not run on anything but what the lockfile names", async () => {
  command("check", "console.log('ran');");
  lock("2.0.0");
  npm(installing("2.0.1"));
  const run = launch("check");
  expect(await run.ended()).toBe(1);
  expect(run.output()).toContain("What was installed is not what package-lock.json names (one)");
});

test("passes a signal on, and the command decides how it ends", async () => {
  command("dev", `process.on("SIGTERM", () => process.exit(5)); ${stays}`);
  const run = launch("dev");
  await says(run, "ready");
  run.child.kill("SIGTERM");
  expect(await run.ended()).toBe(5);
});

test("a command that a signal ended gives the shell's exit code for it", async () => {
  command("dev", stays);
  const run = launch("dev");
  await says(run, "ready");
  process.kill(Number(/ready (\d+)/.exec(run.output())?.[1]), "SIGKILL");
  expect(await run.ended()).toBe(128 + 9);
});

test("tells the command when the launcher itself is killed", async () => {
  command(
    "dev",
    `process.on("disconnect", () => { console.log("alone"); process.exit(0); }); ${stays}`,
  );
  const run = launch("dev");
  await says(run, "ready");
  run.child.kill("SIGKILL");
  await says(run, "alone");
});
