import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { proposeSetting, settingChanges, settingsListed } from "./site-admin.ts";

export function siteAdminRoutes(context: Context): void {
  const { http, operatorHttp } = context;
  http.handle("/common/setting-changes", async () => accept(await settingChanges(context)));
  operatorHttp.handle("/api/ops/site", ({ operator, audit }) => {
    audit.about("site");
    return settingsListed(context, operator);
  });
  operatorHttp.handle("/api/ops/site/propose", ({ input, operator, audit }) => {
    audit.about(input.name, { value: input.value });
    return proposeSetting(context, operator, audit, input);
  });
}
