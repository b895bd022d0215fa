import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { runAlone, type StepResult } from "./check-step.ts";
import { glossary, type Term } from "./glossary.ts";
import { projectFolder } from "./project.ts";

const sources = "{apps,packages,tests,tools,bench}/**/*.{ts,tsx,mjs,css,template}";
/** Customers' and operators' texts are each language's own; the lists are about the words. */
const notOurs = [
  ...["**/node_modules/**", "**/dist/**", "**/texts/**", "**/*-texts/**"],
  ...["tools/glossary.ts", "tools/check-glossary.test.ts"],
];

/** A name of several words in one. */
const compoundName = /\b[A-Za-z]+[a-z0-9][A-Z][A-Za-z0-9]*\b/g;

/**
 * Holds names of files, names in code and comments against the glossary: each word that is refused is named by
 * its file and line with what to write instead.
 */
export async function checkGlossary(
  folder: string = projectFolder,
  terms: readonly Term[] = glossary,
): Promise<StepResult> {
  const files = globSync(sources, { cwd: folder, exclude: notOurs }).toSorted();
  const problems = files.flatMap((path) => {
    const own = terms.filter(({ except = {} }) =>
      Object.keys(except).every((beginning) => !path.startsWith(beginning)),
    );
    const name = path.split("/").at(-1) ?? "";
    return [
      ...own.flatMap((term) => problemsIn(name.replaceAll(/[-.]/g, " "), path, term)),
      ...linesOf(readFileSync(join(folder, path), "utf8"), own, path),
    ];
  });
  if (files.length === 0) problems.push("No source was found");
  return { problems, saw: `${terms.length} words in ${files.length} files` };
}

function linesOf(text: string, terms: readonly Term[], path: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const words = inWords(line);
    const names = [...line.matchAll(compoundName)].map(([name]) => inWords(name));
    return terms.flatMap((term) =>
      (term.namesOnly ? names : [words]).flatMap((read) =>
        problemsIn(read, `${path}:${index + 1}`, term),
      ),
    );
  });
}

function inWords(text: string): string {
  return text.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
}

function problemsIn(words: string, place: string, { refused, instead }: Term): string[] {
  const found = refused.exec(words)?.[0].trim();
  return found === undefined ? [] : [`${place}: not "${found}": the field says ${instead}`];
}

if (isMainModule(import.meta.url)) await runAlone(checkGlossary);
