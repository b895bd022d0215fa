import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFolder } from "../tools/project.ts";

/**
 * The folder of an older commit with its packages, ready to be started. It is kept for the next run.
 * @throws Error where git does not know the commit, or its packages cannot be installed.
 */
export function olderBuild(commit: string): string {
  const full = succeed("git", ["rev-parse", "--verify", `${commit}^{commit}`], projectFolder);
  const folder = join(tmpdir(), `sanshi-build-${full.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  console.log(`Building ${full.slice(0, 12)} in ${folder}`);
  succeed("sh", ["-c", `git archive ${full} | tar -x -C ${unfinished}`], projectFolder);
  // Without a name of what to measure it installs what is missing, and says what it could measure.
  spawnSync(process.execPath, [join("tools", "run.mjs"), "bench"], { cwd: unfinished });
  if (!existsSync(join(unfinished, "node_modules", ".sanshi-installed"))) {
    throw new Error(`The packages of ${commit} could not be installed in ${unfinished}`);
  }
  renameSync(unfinished, folder);
  return folder;
}

function succeed(program: string, parameters: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${parameters.join(" ")}: ${stderr.trim()}`);
  return stdout.trim();
}
