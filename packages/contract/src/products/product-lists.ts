import { defineCall } from "../call.ts";
import { marketType } from "../wire.ts";
import { z } from "zod";

/** A list of the specification whose product has no entries: its `data list` is there, with nothing in it. */
function emptyList(summary: string) {
  return defineCall({
    summary: `${summary}; empty, because this instance offers none`,
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(z.never()),
    refusals: [],
  });
}

/** The lists of products that are not offered yet: a client that asks for them gets an empty one, never a 404. */
export const productListCalls = {
  "/trade/blocklist": emptyList("Offers of block trades"),
  "/trade/intradaylist": emptyList("The customer's intraday trades"),
  "/trade/ustockslist": emptyList("The customer's applications for block and intraday trades"),
  "/trade/productlist": emptyList("Strategies that can be followed"),
  "/trade/userproductlist": emptyList("The strategies that the customer follows"),
  "/trade/lendinglist": emptyList("The shares that the customer lends"),
};

export type ProductListPath = keyof typeof productListCalls;
