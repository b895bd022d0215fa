import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { publicConfig, serviceLink } from "./site.ts";

export function siteRoutes(context: Context): void {
  context.http.handle("/common/config", async ({ input }) =>
    input.type === "all" ? accept(await publicConfig(context)) : serviceLink(context),
  );
}
