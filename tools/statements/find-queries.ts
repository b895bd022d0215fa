import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ESTree } from "vite";
import { isExempt, statementPattern, variantsOf } from "./find-statements.ts";
import { lineOf, type Node, type SourceFile, type SourceFiles } from "./source-files.ts";

/** The export in which a file lists the texts that it composes itself, as `{ name, text }`. */
const listName = "preparedStatements";

/** Statements that are given to the driver as text: `client.query("…")`. */
export function findQueries(sources: SourceFiles): {
  prepared: { where: string; variants: readonly string[] }[];
  problems: string[];
} {
  const prepared: { where: string; variants: readonly string[] }[] = [];
  const problems: string[] = [];
  for (const file of sources.files) {
    for (const node of file.nodes) {
      if (node.type !== "CallExpression") continue;
      const text = textGiven(node);
      if (text === null || isExempt(file, node)) continue;
      const where = `${file.path}:${lineOf(file, node)}`;
      const variants = variantsOf(sources, file, text, new Set());
      const first = variants[0];
      if (first !== undefined) {
        if (statementPattern.test(first)) prepared.push({ where, variants });
        const given = valuesGiven(node);
        const wanted = Math.max(0, ...[...first.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)));
        if (given !== null && given !== wanted) {
          problems.push(`${where}: has ${wanted} parameters and is given ${given} values`);
        }
      } else if (!isOtherCommand(text) && !listsItself(file)) {
        problems.push(`${where}: its text is known to a run alone; list it in ${listName}`);
      }
    }
  }
  return { prepared, problems };
}

/** What the files list of what they compose. */
export async function findListed(
  folder: string,
  sources: SourceFiles,
): Promise<{ where: string; text: string }[]> {
  const listed: { where: string; text: string }[] = [];
  for (const file of sources.files.filter(listsItself)) {
    const module: unknown = await import(pathToFileURL(join(folder, file.path)).href);
    for (const { name, text } of listIn(module))
      listed.push({ where: `${file.path} ${name}`, text });
  }
  return listed;
}

function listIn(module: unknown): { name: string; text: string }[] {
  if (typeof module !== "object" || module === null || !(listName in module)) return [];
  const list: unknown = module[listName];
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) =>
    typeof one === "object" &&
    one !== null &&
    "name" in one &&
    "text" in one &&
    typeof one.text === "string"
      ? [{ name: String(one.name), text: one.text }]
      : [],
  );
}

function listsItself({ text }: SourceFile): boolean {
  return text.includes(`export const ${listName}`);
}

/** The text in `x.query(text)`, `x.query({ text })` and `CompiledQuery.raw(text)`. */
function textGiven({ callee, arguments: [given] }: ESTree.CallExpression): Node | null {
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return null;
  const isRaw =
    callee.property.name === "raw" &&
    callee.object.type === "Identifier" &&
    callee.object.name === "CompiledQuery";
  if (!isRaw && callee.property.name !== "query") return null;
  if (given === undefined || given.type === "SpreadElement") return null;
  if (given.type !== "ObjectExpression") return given;
  for (const property of given.properties) {
    const isText =
      property.type === "Property" &&
      property.key.type === "Identifier" &&
      property.key.name === "text";
    if (isText) return property.value;
  }
  return given;
}

/** How many values are given beside the text; null where a run alone can say it. */
function valuesGiven({ arguments: [, values] }: ESTree.CallExpression): number | null {
  if (values?.type !== "ArrayExpression") return null;
  return values.elements.some((one) => one?.type === "SpreadElement")
    ? null
    : values.elements.length;
}

/** Such as ALTER ROLE: nothing that can be prepared. */
function isOtherCommand(text: Node): boolean {
  if (text.type !== "TemplateLiteral") return false;
  const begin = text.quasis[0]?.value.raw ?? "";
  return /^\s*\w/.test(begin) && !statementPattern.test(begin);
}
