import { ask } from "../../../shared/api.ts";

type Login = Parameters<typeof ask<"/user/login">>[1];
type Lost = Parameters<typeof ask<"/user/lost-second-factors">>[1];

/** Signs in; works something out first where many strangers have tried the account. */
export function signIn(form: Login) {
  return withWork(form, (worked) => ask("/user/login", worked));
}

export function askForLostFactors(form: Lost) {
  return withWork(form, (worked) => ask("/user/lost-second-factors", worked));
}

type Refused = {
  ok: false;
  refusal: { code: string; params?: Record<string, string> | undefined };
};

/** Twice, because others may try in between, which makes another puzzle out of it. */
async function withWork<Form extends object, Answer extends { ok: true } | Refused>(
  form: Form,
  send: (form: Form & { puzzle?: string; puzzle_answer?: string }) => Promise<Answer>,
): Promise<Answer> {
  let answer = await send(form);
  for (let times = 0; times < 2; times += 1) {
    const puzzle = answer.ok ? undefined : puzzleOf(answer);
    if (puzzle === undefined) return answer;
    // Few ever need it: it is loaded when it is.
    const { workOut } = await import("../../../shared/work.ts");
    answer = await send({ ...form, puzzle, puzzle_answer: await workOut(puzzle) });
  }
  return answer;
}

function puzzleOf({ refusal }: Refused): string | undefined {
  return refusal.code === "puzzle_required" ? refusal.params?.["puzzle"] : undefined;
}
