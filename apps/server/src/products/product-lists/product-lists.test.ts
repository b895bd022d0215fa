import { productListCalls, type ProductListPath } from "@sanshi/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

/** The specification's own, and those that the product's table names beside them. */
const paths: readonly ProductListPath[] = [
  "/trade/userproductlist",
  "/trade/ustockslist",
  "/trade/blocklist",
  "/trade/intradaylist",
  "/trade/productlist",
  "/trade/lendinglist",
];

it("knows every list of a product that is not offered", () => {
  expect(Object.keys(productListCalls).sort()).toEqual([...paths].sort());
});

it.each(paths)(
  "%s is an empty list in every market, and not a path that nobody knows",
  async (path) => {
    for (const input of [{}, { type: "jpy" }, { type: "usd" }, { type: "cny" }]) {
      expect(await app.post(path, input, customer)).toEqual({
        code: 200,
        body: { status: 1, msg: "ok", data: [] },
      });
    }
    expect((await app.post(path, {})).code).toBe(401);
  },
);
