import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { restrictionsOf } from "./restrictions.ts";

export function restrictionRoutes(context: Context): void {
  context.http.handle("/user/restrictions", async ({ customer }) =>
    accept(await restrictionsOf(context, customer.customerId)),
  );
}
