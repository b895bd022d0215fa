import { expect, test } from "vitest";
import { currenciesOf } from "./figures.ts";

test("the currency with the most rows comes first, and each once", () => {
  const rows = ["USD", "JPY", "JPY", "EUR", "JPY", "USD"].map((currency) => ({ currency }));
  expect(currenciesOf(rows)).toEqual(["JPY", "USD", "EUR"]);
  expect(currenciesOf([])).toEqual([]);
});
