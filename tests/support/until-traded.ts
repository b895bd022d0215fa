import { expect } from "vitest";
import { testOrder, type PlaceInput } from "./builders.ts";
import type { SignedIn, TestApplication } from "./test-application.ts";

/** While a split or dividend is being applied its stock has no price: for a moment after it has come to somebody, too. */
export async function untilTraded(
  app: TestApplication,
  customer: SignedIn,
  stock: Partial<PlaceInput> = {},
): Promise<void> {
  const { request_id: _, ...form } = testOrder(stock);
  await expect
    .poll(() => app.refused("/trade/preview-order", form, customer))
    .not.toBe("price_unavailable");
}
