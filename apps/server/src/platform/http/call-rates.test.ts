import { describe, expect, it } from "vitest";
import { burstSeconds, createCallRates } from "./call-rates.ts";

function start(perSecond: number) {
  let at = 0;
  const rates = createCallRates<bigint>(perSecond, () => at);
  return { rates, wait: (milliseconds: number) => (at += milliseconds) };
}

const taken = (count: number, take: () => boolean) =>
  Array.from({ length: count }, take).filter(Boolean).length;

describe("a customer's calls", () => {
  it("may come at once up to the bucket, and then at the rate", () => {
    const { rates, wait } = start(50);
    const full = 50 * burstSeconds;
    expect(taken(full + 100, () => rates.take(1n, "opening"))).toBe(full);
    wait(1_000);
    expect(taken(100, () => rates.take(1n, "opening"))).toBe(50);
  });

  it("never save up more than the bucket", () => {
    const { rates, wait } = start(50);
    rates.take(1n, "other");
    wait(3_600_000);
    expect(taken(1_000, () => rates.take(1n, "other"))).toBe(50 * burstSeconds);
  });

  it("to get out are not used up by those to get in, nor by another customer's", () => {
    const { rates } = start(1);
    expect(taken(20, () => rates.take(1n, "opening"))).toBe(burstSeconds);
    expect(rates.take(1n, "closing")).toBe(true);
    expect(rates.take(2n, "opening")).toBe(true);
  });
});
