import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { digest, leadingZeroBits, readPuzzle } from "../../platform/puzzles.ts";
import { sql } from "../../platform/sql/database.ts";
import { bitsAfter, puzzleBitsMax, strangersAttempts } from "./strangers-work.ts";

/** One account, guessed at from a thousand networks with an attempt each. */
let app: TestApplication;
let owner: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
  owner = await app.newCustomer();
});
afterAll(() => app.stop());

type Answer = { msg: string; params?: Record<string, string> };

const network = (index: number) => `10.${index >> 8}.${index & 255}.1`;
async function tryFrom(
  remoteAddress: string,
  form: Record<string, string>,
  cookie = "",
): Promise<{ answer: Answer; cookie: string }> {
  const { http } = app.context;
  const response = await http.fastify.inject({
    method: "POST",
    url: "/api/vue/user/login",
    remoteAddress,
    headers: { "content-type": "application/x-www-form-urlencoded", ...(cookie && { cookie }) },
    payload: new URLSearchParams({ account: owner.account, ...form }).toString(),
  });
  const [kept] = response.cookies;
  return {
    answer: response.json() as Answer,
    cookie: kept === undefined ? "" : `${kept.name}=${kept.value}`,
  };
}
const guess = async (index: number, more: Record<string, string> = {}) =>
  (await tryFrom(network(index), { password: `guess number ${index}`, ...more })).answer;

async function solve(
  text: string,
): Promise<{ puzzle: string; puzzle_answer: string; work: number }> {
  const puzzle = readPuzzle(app.context.sealer, owner.account, text, app.context.clock.realNow());
  if (puzzle === null) throw new Error("not a puzzle of this account");
  for (let answer = 0; ; answer += 1) {
    if (leadingZeroBits(await digest(puzzle, String(answer))) >= puzzle.bits) {
      return { puzzle: text, puzzle_answer: String(answer), work: answer + 1 };
    }
  }
}
/** As a stranger's browser does: asks, works, asks again. */
async function guessWithWork(index: number): Promise<string> {
  const first = await guess(index);
  if (first.msg !== "puzzle_required") return first.msg;
  const { puzzle, puzzle_answer } = await solve(first.params?.["puzzle"] ?? "");
  return (await guess(index, { puzzle, puzzle_answer })).msg;
}
const triedBefore = (attempts: number) =>
  sql`INSERT INTO try_counter (key, window_started_at, tries)
    VALUES (${`sign-in:strangers:${owner.account}`}, real_now(), ${attempts})
    ON CONFLICT (key) DO UPDATE SET tries = excluded.tries`.execute(app.context.database.reader);

describe("one account, tried from a thousand networks", () => {
  it("is looked at twenty times, and then for work alone", async () => {
    const said = new Map<string, number>();
    for (let index = 0; index < 1_000; index += 1) {
      const { msg } = await guess(index);
      said.set(msg, (said.get(msg) ?? 0) + 1);
    }
    expect(Object.fromEntries(said)).toEqual({
      wrong_account_or_password: strangersAttempts.free,
      puzzle_required: 1_000 - strangersAttempts.free,
    });
    // With the work done a guess is looked at, and counts.
    expect(await guessWithWork(1_000)).toBe("wrong_account_or_password");
  });

  it("never stops its owner on a known device, and asks no work of them", async () => {
    const home = "198.51.100.7";
    const { cookie } = await tryFrom(home, { password: testPassword });
    await triedBefore(10_000);
    for (const from of [home, "203.0.113.9"]) {
      const { answer } = await tryFrom(from, { password: testPassword }, cookie);
      expect(answer.msg).toBe("ok");
    }
  });

  it("lets its owner in on a new device for the work", async () => {
    await triedBefore(10_000);
    const { answer } = await tryFrom("203.0.113.9", { password: testPassword });
    expect(answer.msg).toBe("puzzle_required");
    const { puzzle, puzzle_answer } = await solve(answer.params?.["puzzle"] ?? "");
    const worked = { puzzle, puzzle_answer };
    const entered = await tryFrom("203.0.113.9", { password: testPassword, ...worked });
    expect(entered.answer.msg).toBe("ok");
  });

  it("looks at each answer once, for its account, and only where it is right", async () => {
    await triedBefore(80);
    const { params } = await guess(1);
    const text = params?.["puzzle"] ?? "";
    const { puzzle, puzzle_answer, work } = await solve(text);
    expect(work).toBeGreaterThan(0);
    expect((await guess(2, { puzzle: `${puzzle}x`, puzzle_answer })).msg).toBe("puzzle_required");
    const forged = puzzle.replace(/\.\d+\./, ".0.");
    expect((await guess(2, { puzzle: forged, puzzle_answer: "0" })).msg).toBe("puzzle_required");
    const answers = await Promise.all(
      [3, 4, 5].map((index) => guess(index, { puzzle, puzzle_answer })),
    );
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual([
      "puzzle_required",
      "puzzle_required",
      "wrong_account_or_password",
    ]);
    const stranger = owner;
    owner = await app.newCustomer();
    await triedBefore(80);
    expect((await guess(6, { puzzle, puzzle_answer })).msg).toBe("puzzle_required");
    owner = stranger;
  });

  it("says the same of an account that there is not", async () => {
    owner = { ...owner, account: "0000000001" };
    await triedBefore(strangersAttempts.free);
    expect((await guess(1)).msg).toBe("puzzle_required");
    expect(await guessWithWork(2)).toBe("wrong_account_or_password");
  });

  it("counts no right password, and nothing that was refused for the work", async () => {
    await triedBefore(strangersAttempts.free - 1);
    for (let times = 0; times < 3; times += 1) {
      const { answer } = await tryFrom("203.0.113.9", { password: testPassword });
      expect(answer.msg).toBe("ok");
    }
    await guess(1);
    for (let index = 2; index < 12; index += 1) await guess(index);
    const { params } = await guess(12);
    const puzzle = readPuzzle(
      app.context.sealer,
      owner.account,
      params?.["puzzle"] ?? "",
      app.context.clock.realNow(),
    );
    expect(puzzle?.bits).toBe(0);
  });

  it("asks the same of whoever says that the second factors are lost", async () => {
    await triedBefore(strangersAttempts.free);
    const form = { account: owner.account, password: testPassword };
    const request_id = crypto.randomUUID();
    expect(await app.refused("/user/lost-second-factors", { ...form, request_id })).toBe(
      "puzzle_required",
    );
  });
});

it("costs twice as much for each doubling, and never more than a telephone does in seconds", () => {
  expect([0, 19, 20, 39, 40, 80, 160, 320, 640, 1_000_000].map(bitsAfter)).toEqual([
    ...[null, null, 0, 0, 1, 2, 3, 4],
    ...[puzzleBitsMax, puzzleBitsMax],
  ]);
});
