import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { StartError } from "../apps/server/src/platform/postgres/start-error.ts";
import { projectFolder, runProgram } from "./project.ts";
import { isAsItWas, readSource, type Source } from "./sources.ts";

const outputLinesMax = 25;
const webApps = ["trader", "backoffice"] as const;

/** Builds each web app whose sources changed since its last build, one after the other. */
export async function buildWebApps(
  onProgress: (text: string) => void,
  root = projectFolder,
): Promise<void> {
  for (const name of webApps) {
    const folder = join(root, "apps", name);
    if (!existsSync(join(folder, "package.json"))) continue;
    const marker = join(root, ".cache", `built-${name}`);
    const page = join(root, ".cache", "web", name, "index.html");
    if (existsSync(page) && readBuilt(marker)?.every(isAsItWas)) continue;
    const sources = webSources(root, name);
    onProgress(`Building the web app ${name}`);
    // One that is killed leaves half of it, which these sources must not name: they may be put back as they were.
    rmSync(marker, { force: true });
    await build(name, folder);
    mkdirSync(join(root, ".cache"), { recursive: true });
    writeFileSync(marker, JSON.stringify(sources));
    onProgress(`Built the web app ${name}`);
  }
}

/** Null where there was no build, and where an older release kept something else of it. */
function readBuilt(marker: string): Source[] | null {
  try {
    const built: unknown = JSON.parse(readFileSync(marker, "utf8"));
    return Array.isArray(built) ? (built as Source[]) : null;
  } catch {
    return null;
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

/**
 * All that a build reads, and the folders that it lies in: what is added is a change too. What an editor or a broken link
 * names and what is not there, no build reads.
 */
export function webSources(root: string, name: string): Source[] {
  const patterns = [
    `apps/${name}`,
    `apps/${name}/**/*`,
    "packages",
    "packages/*",
    "packages/*/src",
    "packages/*/src/**/*",
    "packages/*/package.json",
    "package-lock.json",
    // Its configuration has this from outside.
    "tools/precompress.ts",
  ];
  const entries = globSync(patterns, {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => entry.name === "node_modules",
  });
  return entries
    .map(({ parentPath, name: own }) => join(parentPath, own))
    .filter(existsSync)
    .map((path) => readSource(path).source);
}
