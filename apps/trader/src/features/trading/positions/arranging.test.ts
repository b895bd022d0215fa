import { describe, expect, it } from "vitest";
import { arrange, compareDecimals, readFilter, readSort, type Arranged } from "./arranging.ts";

const row = (name: string, more: Partial<Arranged>): Arranged => ({
  value: "100",
  profit: "0",
  percent: "0.00",
  day: "0",
  isSellable: true,
  isBorrowed: false,
  ...more,
  name,
});
const rows = [
  row("b", { value: "9", profit: "-10", percent: "-1.00", day: "3", isBorrowed: true }),
  row("a", { value: "10", profit: "9.5", percent: "0.95", day: "-4", isSellable: false }),
  row("c", { value: "1000000000000000000.01", profit: "10.01", percent: "0.90", day: "-3.99" }),
];
const names = (sort: string, filter: string) =>
  arrange(rows, { sort: readSort(sort), filter: readFilter(filter) }, (one) => one)
    .map(({ name }) => name)
    .join("");

describe("what is held", () => {
  it.each([
    ["value", "cab"],
    ["profit", "cab"],
    ["percent", "acb"],
    ["day", "bca"],
    ["name", "abc"],
    ["what there is not", "cab"],
  ])("stands in order of %s as %s", (sort, order) => {
    expect(names(sort, "all")).toBe(order);
  });

  it.each([
    ["gain", "ac"],
    ["loss", "b"],
    ["sellable", "bc"],
    ["borrowed", "b"],
    ["what there is not", "abc"],
  ])("shows of %s only %s", (filter, shown) => {
    expect(names("name", filter)).toBe(shown);
  });

  it("keeps equals as they came", () => {
    const equals = ["x", "y", "z"].map((name) => row(name, {}));
    expect(arrange(equals, { sort: "profit", filter: "all" }, (one) => one)).toEqual(equals);
  });
});

it.each([
  ["1", "1.00", 0],
  ["-0.01", "0", -1],
  ["90071992547409930.02", "90071992547409930.01", 1],
  ["-2", "-10", 1],
])("%s against %s is %s", (one, other, result) => {
  expect(compareDecimals(one, other)).toBe(result);
});
