/** What one step of the check found: no problems is a pass. */
export interface StepResult {
  readonly problems: readonly string[];
  /** What it looked at, such as "182 files": a step that saw nothing has checked nothing. */
  readonly saw: string;
}

/** Runs a step when its file is started by itself: prints the problems and sets the exit code. */
export async function runAlone(step: () => Promise<StepResult>): Promise<void> {
  const { problems, saw } = await step();
  for (const problem of problems) console.error(problem);
  console.log(`${problems.length === 0 ? "ok" : `${problems.length} problems`} (${saw})`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
