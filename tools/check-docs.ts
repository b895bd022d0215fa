import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { runAlone, type StepResult } from "./check-step.ts";
import { projectFolder } from "./project.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

/**
 * Holds what the documents say against the project: links lead somewhere, `npm run` commands and
 * files in backticks exist, and a number marked with the constant that it quotes, as in
 * `at most 100<!-- packages/contract/src/lists.ts#limitMax --> rows`, is that constant's value.
 */
export async function checkDocs(folder: string = projectFolder): Promise<StepResult> {
  const documents = globSync("**/*.md", {
    cwd: folder,
    exclude: ["**/node_modules/**", "**/dist/**", "data/**", ".cache/**"],
  }).toSorted();
  const scripts = readScripts(folder);
  const problems = documents.flatMap((document) => {
    const text = readFileSync(join(folder, document), "utf8");
    const prose = withoutCodeBlocks(text);
    return [
      ...brokenLinks(folder, document, prose),
      ...missingFiles(folder, prose),
      ...missingCommands(scripts, text),
      ...wrongValues(folder, text),
    ].map((problem) => `${document}: ${problem}`);
  });
  if (documents.length === 0) problems.push("No document was found");
  return { problems, saw: `${documents.length} documents` };
}

function readScripts(folder: string): Set<string> {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  return new Set(Object.keys(scripts));
}

/** Code blocks show other people's links and files; the lines stay so that nothing moves together. */
function withoutCodeBlocks(text: string): string {
  return text.replaceAll(/^(```|~~~).*?^\1/gms, "");
}

function brokenLinks(folder: string, document: string, prose: string): string[] {
  const links = [...prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].map(
    ([, target = ""]) => target,
  );
  return links
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
    .flatMap((target) => {
      const [path = "", anchor] = decodeURI(target).split("#");
      const base = path.startsWith("/") ? folder : join(folder, dirname(document));
      const file = path === "" ? join(folder, document) : join(base, path);
      if (!existsSync(file)) return [`the link ${target} leads nowhere`];
      if (anchor === undefined || !file.endsWith(".md") || statSync(file).isDirectory()) return [];
      return headingAnchors(file).has(anchor) ? [] : [`the link ${target} names no heading there`];
    });
}

/** The anchors that a Markdown viewer makes of headings. */
function headingAnchors(file: string): Set<string> {
  const headings = [...readFileSync(file, "utf8").matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)];
  return new Set(
    headings.map(([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(/\s/g, "-"),
    ),
  );
}

/** Only paths that say all of where they are: placeholders such as <name> and patterns are no files. */
function missingFiles(folder: string, prose: string): string[] {
  const quoted = [
    ...prose.matchAll(/`((?:apps|bench|database|docs|packages|tests|tools)\/[\w./-]+)`/g),
  ];
  return quoted
    .map(([, path = ""]) => path)
    .filter(
      (path) => !/(^|\/)(dist|node_modules)(\/|$)/.test(path) && !existsSync(join(folder, path)),
    )
    .map((path) => `the file ${path} does not exist`);
}

function missingCommands(scripts: Set<string>, text: string): string[] {
  const run = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name);
  const short = [...text.matchAll(/\bnpm (start|test)\b/g)].map(([, name = ""]) => name);
  return [...new Set([...run, ...short])]
    .filter((name) => !scripts.has(name))
    .map((name) => `package.json has no script ${name}`);
}

function wrongValues(folder: string, text: string): string[] {
  const marks = [...text.matchAll(/([\d][\d,_.]*)[^\d\n]{0,20}<!--\s*([\w./-]+)#(\w+)\s*-->/g)];
  return marks.flatMap(([, quoted = "", path = "", name = ""]) => {
    const file = join(folder, path);
    if (!existsSync(file)) return [`the file ${path} does not exist`];
    const value = constantValue(readFileSync(file, "utf8"), name);
    if (value === null) return [`${path} has no number named ${name}`];
    const plain = quoted.replaceAll(/[,_]/g, "").replace(/\.$/, "");
    return plain === value ? [] : [`says ${quoted}, and ${name} in ${path} is ${value}`];
  });
}

/** The number after `name =` or `name:`, without separators and the n of a bigint. */
function constantValue(source: string, name: string): string | null {
  const found = new RegExp(`\\b${name}\\s*[=:]\\s*([\\d_]+(?:\\.\\d+)?)n?\\b`).exec(source);
  return found?.[1]?.replaceAll("_", "") ?? null;
}

if (isMainModule(import.meta.url)) await runAlone(checkDocs);
