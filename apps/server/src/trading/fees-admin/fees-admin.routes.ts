import type { Context } from "../../context.ts";
import { feesListed, proposeCommission, proposeWithdrawal } from "./fees-admin.ts";

export function feesAdminRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/fees", ({ input, operator, audit }) => {
    audit.about("fees", { type: input.type });
    return feesListed(context, operator, input);
  });
  operatorHttp.handle("/api/ops/fees/propose", ({ input, operator, audit }) => {
    audit.about(input.type);
    return proposeCommission(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/fees/withdraw", ({ input, operator, audit }) => {
    audit.about(input.type);
    return proposeWithdrawal(context, operator, audit, input);
  });
}
