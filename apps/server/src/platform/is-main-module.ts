import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Whether the file is the program itself: `isMainModule(import.meta.url)`. `import.meta.main` is younger than the oldest Node that we pin. */
export function isMainModule(url: string): boolean {
  const program = process.argv[1];
  return program !== undefined && realpathSync(program) === realpathSync(fileURLToPath(url));
}
