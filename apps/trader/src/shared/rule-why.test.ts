import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const source = join(import.meta.dirname, "..");
const places =
  "{features/trading,features/products,features/market/stock,features/money/verification}";

/** What no market's or identity's rule refuses. */
const others = [
  // Fields that are empty before anything is sent.
  "features/products/block-trades/sell-form.tsx",
  "features/products/copy-trading/offer-form.tsx",
  // A loan's own terms.
  "features/products/credit-loans/loan-details.tsx",
];

it("says why wherever a rule can refuse: each form that says a refusal names its rule as the ticket does", () => {
  const silent = globSync(`${places}/**/*.tsx`, { cwd: source })
    .filter((file) => {
      const text = readFileSync(join(source, file), "utf8");
      return text.includes("refusalText(") && !text.includes("<RuleWhy");
    })
    .toSorted();
  expect(silent).toEqual(others);
});
