import { describe, expect, it } from "vitest";
import { afterAnswer, nextAttempt } from "./attempt.ts";

let made = 0;
const newId = () => `id-${(made += 1)}`;

describe("the request id of an order", () => {
  it("stays the same while the answer is unknown and the form unchanged", () => {
    const first = nextAttempt(null, "sell 100", newId);
    expect(nextAttempt(first, "sell 100", newId).requestId).toBe(first.requestId);
  });

  it("is new for another form", () => {
    const first = nextAttempt(null, "sell 100", newId);
    expect(nextAttempt(first, "sell 50", newId).requestId).not.toBe(first.requestId);
  });

  it("is new after an answer, because a refusal is kept under its id", () => {
    const first = nextAttempt(null, "sell 100", newId);
    first.answered = true;
    expect(nextAttempt(first, "sell 100", newId).requestId).not.toBe(first.requestId);
  });
});

describe("an attempt after its answer", () => {
  const refused = (code: "network_error" | "overloaded" | "outcome_unknown", httpStatus: number) =>
    ({ ok: false, refusal: { code, httpStatus } }) as const;

  it.each([
    ["a line that broke", refused("network_error", 0)],
    ["a commit whose answer was lost", refused("outcome_unknown", 503)],
    ["a server without a place", refused("overloaded", 503)],
  ])("keeps its id after %s", (_what, asked) => {
    const first = nextAttempt(null, "withdraw", newId);
    const after = afterAnswer(first, asked);
    expect(nextAttempt(after, "withdraw", newId).requestId).toBe(first.requestId);
  });

  it("is over after a rule said yes or no", () => {
    const first = nextAttempt(null, "withdraw", newId);
    expect(afterAnswer(first, { ok: true }).answered).toBe(true);
    const refusal = { code: "insufficient_balance", httpStatus: 200 } as const;
    expect(afterAnswer(first, { ok: false, refusal }).answered).toBe(true);
  });
});
