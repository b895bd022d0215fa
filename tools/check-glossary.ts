import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { runAlone, type StepResult } from "./check-step.ts";
import { glossary, type Term } from "./glossary.ts";
import { projectFolder } from "./project.ts";
import { textGlossary, textLanguages, type TextLanguage } from "./text-glossary.ts";

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

/** Where a language's texts stand, in folders of its name and in files of its name. */
const textFiles = (language: TextLanguage) => [
  `{apps,packages}/**/{texts,*-texts,*-titles}/${language}/**/*.ts`,
  `{apps,packages}/**/{texts,*-texts,*-titles}/**/${language}.ts`,
];

/** Holds customers' and operators' texts against the glossary of their language. */
export async function checkTextGlossary(folder: string = projectFolder): Promise<StepResult> {
  const exclude = ["**/node_modules/**", "**/dist/**"];
  let count = 0;
  const problems = textLanguages.flatMap((language) => {
    const files = globSync(textFiles(language), { cwd: folder, exclude }).toSorted();
    count += files.length;
    if (files.length === 0) return [`No texts of ${language} were found`];
    return files.flatMap((path) =>
      readFileSync(join(folder, path), "utf8")
        .split("\n")
        .flatMap((line, index) => textProblems(line, `${path}:${index + 1}`, language)),
    );
  });
  const terms = Object.values(textGlossary).flat().length;
  return { problems, saw: `${terms} words in ${count} files` };
}

/** What somebody may type who looks for help: other words are the point of it. */
const searchedWords = /^\s*words: /;

function textProblems(line: string, place: string, language: TextLanguage): string[] {
  if (searchedWords.test(line)) return [];
  return textGlossary[language].flatMap(({ refused, instead }) => {
    const found = refused.exec(line)?.[0];
    return found === undefined
      ? []
      : [`${place}: not "${found}": everywhere else it is ${instead}`];
  });
}

if (isMainModule(import.meta.url)) await runAlone(checkGlossary);
