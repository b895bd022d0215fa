import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { marginOf } from "./margin.ts";

export function marginRoutes(context: Context): void {
  context.http.handle("/trade/margin", async ({ input, customer }) =>
    accept(await marginOf(context, customer, input.type)),
  );
}
