import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { dashboard } from "./dashboard.ts";

export function dashboardRoutes(context: Context): void {
  context.operatorHttp.handle("/api/ops/dashboard", async ({ input, audit }) => {
    audit.about("dashboard", { days: input.days });
    return accept(await dashboard(context, input));
  });
}
