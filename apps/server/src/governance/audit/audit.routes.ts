import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { auditFile, auditListed, checkAudit } from "./audit.ts";

export function auditRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/audit", ({ input, audit }) => {
    audit.about("audit", { operator: input.operator ?? "", subject: input.subject ?? "" });
    return auditListed(context, input);
  });
  operatorHttp.handle("/api/ops/audit/check", ({ audit }) => {
    audit.about("audit");
    return checkAudit(context);
  });
  operatorHttp.handle("/api/ops/audit/export", async ({ input, audit }) => {
    audit.about("audit", { format: input.format, subject: input.subject ?? "" });
    return accept(await auditFile(context, input));
  });
}
