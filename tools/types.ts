import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "./project.ts";
import { generatedPaths, readStatements } from "./statements/statements.ts";

/**
 * `npm run types`: writes the types of the rows that the server's statements answer, from the migrations
 * and the statements themselves.
 */
const { files, problems, prepared } = await readStatements();
for (const problem of problems) console.error(problem);
let written = 0;
for (const [path, text] of files) {
  const file = join(projectFolder, path);
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  writeFileSync(file, text);
  written += 1;
}
const old = generatedPaths(projectFolder).filter((path) => !files.has(path));
for (const path of old) rmSync(join(projectFolder, path));
console.log(
  `${prepared} statements, ${files.size} files of row types: ${written} written, ${old.length} removed`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
