import { expect, it } from "vitest";
import { firstLimit } from "./first-limit.ts";

const evening = { bid: "99.10", ask: "101.20" } as Parameters<typeof firstLimit>[2];

it.each([
  ["buy", true, evening, "101.20"],
  ["sell", true, evening, "99.10"],
  ["buy", false, evening, "100"],
  ["buy", true, null, "100"],
  ["sell", true, undefined, "100"],
  ["buy", true, { ...evening!, ask: "0.00" }, "100"],
] as const)(
  "a limit to %s begins, in extended hours: %s, beside %o, at %s",
  (acts, isExtended, quote, at) => {
    expect(firstLimit({ acts, isExtended }, "100", quote)).toBe(at);
  },
);
