import type { Context } from "../../context.ts";
import {
  previewTemplate,
  proposeTemplate,
  sendTemplate,
  templatesListed,
} from "./message-templates.ts";

export function messageTemplateRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/message-templates", ({ input, audit }) => {
    audit.about("message templates");
    return templatesListed(context, input);
  });
  operatorHttp.handle("/api/ops/message-templates/propose", ({ input, operator, audit }) => {
    audit.about(input.place);
    return proposeTemplate(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/customers/:account/templates/preview", ({ input, audit }) => {
    audit.about(input.account, { template: input.template });
    return previewTemplate(context, input);
  });
  operatorHttp.handle(
    "/api/ops/customers/:account/templates/send",
    ({ input, operator, audit }) => {
      audit.about(input.account, { template: input.template });
      return sendTemplate(context, operator, audit, input);
    },
  );
}
