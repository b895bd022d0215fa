import type { Context } from "../../context.ts";
import { proposeSetting, registerSettings, settingsListed } from "./site-admin.ts";

export function siteAdminRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/site", ({ operator, audit }) => {
    audit.about("site");
    return settingsListed(context, operator);
  });
  operatorHttp.handle("/api/ops/site/propose", ({ input, operator, audit }) => {
    audit.about(input.name, { value: input.value });
    return proposeSetting(context, operator, audit, input);
  });
  registerSettings();
}
