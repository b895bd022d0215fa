import type { CopyProduct } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { ranked, rankedOver } from "./ranking.ts";

const product = (id: string, made: string | null, state: CopyProduct["state"] = "open") => {
  const dates = { from: "2026-10-23", to: "2026-11-23", index_return: null };
  return { id, state, result: made === null ? null : { ...dates, return: made } } as CopyProduct;
};

describe("the ranking of strategies", () => {
  it("has losers and what is over in it, and what has no result last", () => {
    const all = [
      product("1", null),
      product("2", "-12.50", "ended"),
      product("3", "9.00"),
      product("4", null, "ended"),
      product("5", "10.00"),
      product("6", "9.00"),
    ];
    expect(ranked(all).map(({ id }) => id)).toEqual(["5", "3", "6", "2", "1", "4"]);
    expect(rankedOver(all)).toEqual({ all: 6, ended: 2, without: 2 });
  });
});
