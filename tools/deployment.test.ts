import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readSettings } from "../apps/server/src/platform/settings.ts";
import { projectFolder } from "./project.ts";

const read = (name: string) => readFileSync(join(projectFolder, "deploy", name), "utf8");

interface Compose {
  services: Record<
    string,
    {
      environment?: Record<string, string>;
      depends_on?: string[] | Record<string, unknown>;
      volumes?: string[];
      build?: { context: string; dockerfile: string };
    }
  >;
  volumes: Record<string, null>;
}

test("the Dockerfile has no fault that a linter knows of", () => {
  expect(validate(read("Dockerfile"))).toEqual([]);
});

test("the linter of the Dockerfile can fail", () => {
  expect(validate("FROM node\nRUUN true\n")).not.toEqual([]);
});

test("the compose file names services, volumes and files that there are", () => {
  const { services, volumes } = parse(read("compose.yaml")) as Compose;
  for (const { depends_on = [], volumes: mounts = [], build } of Object.values(services)) {
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
    for (const [from = ""] of mounts.map((mount) => mount.split(":"))) {
      if (from.startsWith("./")) expect(existsSync(join(projectFolder, "deploy", from))).toBe(true);
      else expect(Object.keys(volumes)).toContain(from);
    }
    if (build) expect(existsSync(join(projectFolder, build.dockerfile))).toBe(true);
  }
});

test("the compose file's settings are taken by the server as they stand", () => {
  const { services } = parse(read("compose.yaml")) as Compose;
  const given: Record<string, string> = {
    POSTGRES_PASSWORD: "secret",
    SERVER_PASSWORD: "another",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
    DOCUMENT_KEY: Buffer.alloc(32).toString("base64"),
    OPERATOR_EMAIL: "operator@sanshi.example",
  };
  const environment = Object.fromEntries(
    Object.entries(services["sanshi"]?.environment ?? {}).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{([A-Z0-9_]+):\?\}/g, (_all, variable: string) => given[variable] ?? ""),
    ]),
  );
  const settings = readSettings(environment, projectFolder);
  expect(settings.databaseUrl).toBe("postgresql://sanshi_server:another@postgres:5432/sanshi");
  expect(settings.documentStore).toMatchObject({ bucket: "documents" });
  expect(settings.trustedProxies).toEqual(["uniquelocal"]);
});

test("every setting that a deployment names is one that the README explains", () => {
  const readme = readFileSync(join(projectFolder, "README.md"), "utf8");
  const { services } = parse(read("compose.yaml")) as Compose;
  const inUnit = [...read("sanshi.service").matchAll(/^Environment=([A-Z_0-9]+)=/gm)];
  const names = [
    ...Object.keys(services["sanshi"]?.environment ?? {}),
    ...inUnit.map(([, name = ""]) => name),
  ];
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test("the service and the image start what the launcher knows", () => {
  const [, command = ""] = /^ExecStart=\S+ (.+)$/m.exec(read("sanshi.service")) ?? [];
  expect(command).toBe("tools/run.mjs start");
  expect(read("Dockerfile")).toContain('CMD ["node", "tools/run.mjs", "start"]');
  expect(existsSync(join(projectFolder, "tools", "start.ts"))).toBe(true);
});

test("the hosted check runs what a clean checkout runs, on the Node that the project asks for", () => {
  const workflow = parse(
    readFileSync(join(projectFolder, ".github/workflows/test.yml"), "utf8"),
  ) as { jobs: { test: { steps: { run?: string; with?: { "node-version"?: number } }[] } } };
  const { steps } = workflow.jobs.test;
  expect(steps.map(({ run }) => run)).toContain(".ci/run");
  const engines = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8")) as {
    engines: { node: string };
  };
  const versions = steps.flatMap((step) => step.with?.["node-version"] ?? []);
  expect(versions.map((version) => `>=${version}`)).toEqual([engines.engines.node]);
});
