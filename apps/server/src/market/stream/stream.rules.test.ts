import { describe, expect, it } from "vitest";
import {
  messagesBurstMax,
  messagesPerSecondMax,
  spendMessage,
  type Allowance,
} from "./stream.rules.ts";

/** How many messages are allowed at one moment. */
function allowed(begun: Allowance, now: number): number {
  let left: Allowance | null = begun;
  for (let count = 0; ; count += 1) {
    left = spendMessage(left, now);
    if (left === null) return count;
  }
}

describe("a client's messages", () => {
  const full = { left: messagesBurstMax, at: 0 };
  const spent = { left: 0, at: 0 };

  it("are allowed in a burst, and not one more", () => {
    expect(allowed(full, 0)).toBe(messagesBurstMax);
  });

  it("are allowed anew by the second, up to a burst however long nothing was sent", () => {
    expect(allowed(spent, 1_000)).toBe(messagesPerSecondMax);
    expect(allowed(spent, 3_600_000)).toBe(messagesBurstMax);
    expect(allowed(full, 3_600_000)).toBe(messagesBurstMax);
  });
});
