import { scryptSync } from "node:crypto";
import { puzzleCost } from "@sanshi/contract/constants";
import { expect, it } from "vitest";
import { workOut } from "./work.ts";

it("finds a number that the server finds right", async () => {
  const bits = 3;
  const puzzle = `1.${bits}.c2FsdHNhbHQ.signature`;
  const answer = await workOut(puzzle);
  const { n, r, p, bytes } = puzzleCost;
  const key = scryptSync(`${puzzle}:${answer}`, "c2FsdHNhbHQ", bytes, { N: n, r, p });
  expect(key[0]! >> (8 - bits)).toBe(0);
});

it("takes the first one where no bit is asked for", async () => {
  expect(await workOut("1.0.c2FsdA.signature")).toBe("0");
});
