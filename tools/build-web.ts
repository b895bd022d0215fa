import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { StartError } from "../apps/server/src/platform/postgres/start-error.ts";
import { projectFolder, runProgram } from "./project.ts";

const outputLinesMax = 25;
const webApps = ["trader", "backoffice"] as const;

/** Builds each web app whose sources changed since its last build, one after the other. */
export async function buildWebApps(onProgress: (text: string) => void): Promise<void> {
  for (const name of webApps) {
    const folder = join(projectFolder, "apps", name);
    if (!existsSync(join(folder, "package.json"))) continue;
    const sources = sourcesHash(name);
    const marker = join(projectFolder, ".cache", `built-${name}`);
    const built =
      existsSync(join(projectFolder, ".cache", "web", name, "index.html")) && existsSync(marker);
    if (built && readFileSync(marker, "utf8") === sources) continue;
    onProgress(`Building the web app ${name}`);
    await build(name, folder);
    mkdirSync(join(projectFolder, ".cache"), { recursive: true });
    writeFileSync(marker, sources);
    onProgress(`Built the web app ${name}`);
  }
}

async function build(name: string, folder: string): Promise<void> {
  const { code, output } = await runProgram("vite", ["build", "--logLevel", "warn"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (code === 0) return;
  const reason = stripVTControlCharacters(output).trim().split("\n").slice(0, outputLinesMax);
  throw new StartError(`The web app ${name} could not be built:\n${reason.join("\n")}`);
}

/** One hash over the names and contents of everything that a build reads. */
function sourcesHash(name: string): string {
  const patterns = [
    `apps/${name}/**/*`,
    "packages/*/src/**/*",
    "packages/*/package.json",
    "package-lock.json",
  ];
  const paths = globSync(patterns, {
    cwd: projectFolder,
    withFileTypes: true,
    exclude: (entry) => entry.name === "node_modules",
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const hash = createHash("sha256");
  for (const path of paths)
    hash.update(path.slice(projectFolder.length)).update("\0").update(readFileSync(path));
  return hash.digest("hex");
}
