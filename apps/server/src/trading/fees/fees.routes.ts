import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { feesShown } from "./fees.ts";

export function feeRoutes(context: Context): void {
  context.http.handle("/market/fees", async ({ input }) =>
    accept(await feesShown(context, input.type)),
  );
}
