import { productListCalls, type ProductListPath } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";

/** A product that comes takes its path out of the contract's table, and serves it itself. */
export async function productListRoutes({ http }: Pick<Context, "http">): Promise<void> {
  for (const path of Object.keys(productListCalls) as ProductListPath[]) {
    http.handle(path, async () => accept([]));
  }
}
