import { expect, it } from "vitest";
import { compactMoney, compactNumber } from "./stock-figures-format.ts";

it("groups compact figures of four digits as it groups all others", () => {
  expect(compactMoney("180840000000", "jpy")).toBe("￥1,808.4億");
  expect(compactNumber(87_276_000)).toBe("8,727.6万");
});
