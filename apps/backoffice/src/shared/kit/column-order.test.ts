import { describe, expect, test } from "vitest";
import { nextOrder, orderOf } from "./column-order.ts";

const submitted = { ascending: "oldest", descending: "newest" };
const amount = { descending: "amount" };

describe("a column's order", () => {
  test.each([
    [submitted, "oldest", "ascending"],
    [submitted, "newest", "descending"],
    [submitted, "amount", null],
    [amount, "amount", "descending"],
    [undefined, "amount", null],
    [submitted, undefined, null],
  ] as const)("%j in a list by %s is %s", (column, order, expected) => {
    expect(orderOf(column, order)).toBe(expected);
  });

  test.each([
    [submitted, "amount", "oldest"],
    [submitted, "oldest", "newest"],
    [submitted, "newest", "oldest"],
    [amount, "oldest", "amount"],
    [amount, "amount", "amount"],
    [undefined, "oldest", null],
  ] as const)("%j in a list by %s becomes %s when pressed", (column, order, expected) => {
    expect(nextOrder(column, order)).toBe(expected);
  });
});
