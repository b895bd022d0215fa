import fc from "fast-check";
import { expect, it } from "vitest";
import { boundedShrinking } from "./bounded-shrinking.ts";

it("tells the smallest counterexample that a quarter of a minute has found", async () => {
  let clock = 0;
  let attempts = 0;
  const { attempt, pollMs } = boundedShrinking(() => clock);
  expect(pollMs()).toBe(20_000);
  // Each attempt takes ten seconds; unbounded, a thousand smaller lists would be tried.
  const property = fc.asyncProperty(
    fc.array(fc.nat(), { minLength: 50, maxLength: 80 }),
    attempt(async (numbers) => {
      attempts += 1;
      clock += 10_000;
      await Promise.resolve();
      if (numbers.length > 0) throw new Error("not as the model has it");
    }),
  );
  await expect(fc.assert(property, { seed: 1 })).rejects.toThrow(/Counterexample: \[\[/);
  expect(attempts).toBeGreaterThan(1);
  expect(attempts).toBeLessThan(6);
  expect(pollMs()).toBe(2_500);
});

it("shortens no run that nothing fails in", async () => {
  let attempts = 0;
  const { attempt } = boundedShrinking(() => attempts * 60_000);
  const property = fc.asyncProperty(
    fc.nat(),
    attempt(async () => {
      attempts += 1;
      await Promise.resolve();
    }),
  );
  await fc.assert(property, { numRuns: 30 });
  expect(attempts).toBe(30);
});
