import type { Context } from "../../context.ts";
import { proposeCreditLimit } from "./credit-limits.ts";
import { accept } from "../../platform/outcome.ts";
import { additionsOffered, proposeAddition } from "./additions.ts";
import { instrumentsListed } from "./instruments-admin.ts";
import { proposeNames } from "./naming.ts";
import { proposeOffer } from "./offers.ts";
import { proposeTerms } from "./terms.ts";

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
  operatorHttp.handle("/api/ops/instruments/additions", async ({ audit }) => {
    audit.about("instruments");
    return accept(additionsOffered(context));
  });
  operatorHttp.handle("/api/ops/instruments/add", async ({ input, operator, audit }) => {
    audit.about(`${input.type}:${input.code}`);
    const proposed = await proposeAddition(context, operator, audit, input);
    // Under single approval it is carried already: whoever looks next finds it.
    if (proposed.ok && proposed.value.state === "approved") await context.instruments.read();
    return proposed;
  });
  operatorHttp.handle("/api/ops/instruments/names", async ({ input, operator, audit }) => {
    audit.about(`${input.type}:${input.code}`);
    const proposed = await proposeNames(context, operator, audit, input);
    // Under single approval it is called so already: whoever looks next finds it.
    if (proposed.ok && proposed.value.state === "approved") await context.instruments.read();
    return proposed;
  });
  operatorHttp.handle("/api/ops/instruments/terms", async ({ input, operator, audit }) => {
    audit.about(`${input.type}:${input.code}`);
    return proposeTerms(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/credit-limit", ({ input, operator, audit }) => {
    audit.about(input.account, { credit_limit: input.credit_limit });
    return proposeCreditLimit(context, operator, audit, input);
  });
}
