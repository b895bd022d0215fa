import { describe, expect, it } from "vitest";
import { possibleEnds, windowsOf, type Operation } from "./linearizable.ts";

const change = (askedAt: number, answeredAt: number, amount: bigint): Operation => ({
  askedAt,
  answeredAt,
  effect: { kind: "change", amount },
});
const read = (askedAt: number, answeredAt: number, balance: bigint): Operation => ({
  askedAt,
  answeredAt,
  effect: { kind: "read", balance },
});
const from = (balance: bigint) => new Set([balance]);

describe("a history of one balance", () => {
  it("is explained by the order in which its operations were answered", () => {
    expect(possibleEnds([change(0, 1, -3n), read(2, 3, 7n)], from(10n))).toEqual(from(7n));
  });

  it("lets operations that overlap have happened either way round", () => {
    expect(possibleEnds([change(0, 5, -3n), read(1, 2, 10n)], from(10n))).toEqual(from(7n));
    expect(possibleEnds([change(0, 5, -3n), read(1, 2, 7n)], from(10n))).toEqual(from(7n));
  });

  it.each([
    ["a read of what was gone before it was asked", [change(0, 1, -3n), read(2, 3, 10n)]],
    ["a read of what nobody did", [change(0, 5, -3n), read(1, 2, 8n)]],
    [
      "two reads that see a change come and go",
      [change(0, 9, -3n), read(1, 2, 7n), read(3, 4, 10n)],
    ],
  ])("is not explained with %s", (_name, history) => {
    expect(possibleEnds(history, from(10n)).size).toBe(0);
  });

  it("may start anywhere where the start is not known, and is still held to its reads", () => {
    expect(possibleEnds([change(0, 1, -3n), read(2, 3, 7n)], null)).toEqual(from(7n));
    expect(possibleEnds([read(0, 1, 9n), change(2, 3, -3n), read(4, 5, 7n)], null).size).toBe(0);
  });
});

it("cuts a history where nothing was under way", () => {
  const [one, two, three] = [change(0, 4, 1n), read(3, 5, 1n), read(6, 7, 1n)];
  expect(windowsOf([three, one, two])).toEqual([[one, two], [three]]);
});
