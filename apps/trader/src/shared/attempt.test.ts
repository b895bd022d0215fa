import { describe, expect, it } from "vitest";
import { nextAttempt } from "./attempt.ts";

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
