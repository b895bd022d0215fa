import type { Context } from "../../context.ts";
import { refuse, type Outcome } from "../../platform/outcome.ts";
import { isSolved, makePuzzle, readPuzzle, type Puzzle } from "../../platform/puzzles.ts";
import { countAttemptAt, uncountAttempt, attemptsOf } from "../../platform/rate-limits.ts";
import type { Reader } from "../../platform/sql/database.ts";

/**
 * One account is guessed at from many networks, each with attempts of its own. What they share is that none of them is
 * a known device: beyond so many wrong attempts of all strangers, each further one of theirs costs work, more of it
 * the more there were. It stops nobody: whoever has the right password on a new telephone waits some seconds.
 */
export const strangersAttempts = { free: 20, windowMinutes: 24 * 60 } as const;

/** Twice the work for each doubling of the attempts, up to 32 times: some seconds of a telephone. */
export const puzzleBitsMax = 5;

export function bitsAfter(attempts: number): number | null {
  if (attempts < strangersAttempts.free) return null;
  return Math.min(puzzleBitsMax, Math.floor(Math.log2(attempts / strangersAttempts.free)));
}

export type Work = { puzzle?: string | undefined; puzzle_answer?: string | undefined };
type Try = Work & { account: string };

const keyOf = (account: string) => `sign-in:strangers:${account}`;

/**
 * Null where nothing has to be worked out; else the puzzle that was brought, whose answer is still to be looked at.
 * The same for an account that does not exist. One that was made a doubling ago still counts.
 */
export async function puzzleBrought(
  { clock, database, sealer }: Pick<Context, "clock" | "database" | "sealer">,
  form: Try,
): Promise<Outcome<Puzzle | null>> {
  const attempts = await attemptsOf(
    database.reader,
    keyOf(form.account),
    strangersAttempts.windowMinutes,
  );
  const bits = bitsAfter(attempts);
  if (bits === null) return { ok: true, value: null };
  const now = clock.realNow();
  const brought = readPuzzle(sealer, form.account, form.puzzle ?? "", now);
  const isEnough = brought !== null && brought.bits >= bits - 1;
  if (isEnough && form.puzzle_answer !== undefined) return { ok: true, value: brought };
  return refuse("puzzle_required", { puzzle: makePuzzle(sealer, form.account, bits, now) });
}

/** Whether the work was done; else another puzzle, for the one that was brought is used up. */
export async function objectToWork(
  { clock, database, sealer }: Pick<Context, "clock" | "database" | "sealer">,
  form: Try,
  puzzle: Puzzle,
): Promise<Outcome<never> | null> {
  if (await isSolved(database.reader, puzzle, form.puzzle_answer ?? "")) return null;
  const another = makePuzzle(sealer, form.account, puzzle.bits, clock.realNow());
  return refuse("puzzle_required", { puzzle: another });
}

/** Before the password is looked at; `uncountStranger` where it is right. */
export function countStranger(reader: Reader, account: string): Promise<void> {
  return countAttemptAt(reader, keyOf(account), strangersAttempts.windowMinutes);
}

export function uncountStranger(reader: Reader, account: string): Promise<void> {
  return uncountAttempt(reader, keyOf(account));
}
