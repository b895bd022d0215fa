import type { Context } from "../../context.ts";
import { proposeCreditLimit, registerCreditLimits } from "./credit-limits.ts";
import { instrumentsListed, proposeOffer, registerOffers } from "./instruments-admin.ts";

export function instrumentsAdminRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/instruments", ({ input, operator, audit }) => {
    audit.about("instruments", { type: input.type, q: input.q ?? "" });
    return instrumentsListed(context, operator, input);
  });
  operatorHttp.handle("/api/ops/instruments/offer", ({ input, operator, audit }) => {
    audit.about(`${input.type}:${input.code ?? ""}`);
    return proposeOffer(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/credit-limit", ({ input, operator, audit }) => {
    audit.about(input.account, { credit_limit: input.credit_limit });
    return proposeCreditLimit(context, operator, audit, input);
  });
  registerOffers();
  registerCreditLimits();
}
