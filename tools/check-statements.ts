import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runAlone, type StepResult } from "./check-step.ts";
import { projectFolder } from "./project.ts";
import { generatedPaths, readStatements } from "./statements/statements.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

/**
 * Prepares every statement of the server in a database made from the migrations, and holds the generated
 * row types against what comes of them.
 */
export async function checkStatements(folder: string = projectFolder): Promise<StepResult> {
  const { problems, files, prepared, byHand } = await readStatements(folder);
  const stale = [...files].filter(([path, text]) => {
    const file = join(folder, path);
    return !existsSync(file) || readFileSync(file, "utf8") !== text;
  });
  const old = generatedPaths(folder).filter((path) => !files.has(path));
  return {
    problems: [
      ...problems,
      ...stale.map(([path]) => `${path} is not what the statements answer: npm run types`),
      ...old.map((path) => `${path} is of no statement: npm run types`),
    ],
    saw: `${prepared} statements, ${byHand.length} row types by hand`,
  };
}

if (isMainModule(import.meta.url)) await runAlone(checkStatements);
