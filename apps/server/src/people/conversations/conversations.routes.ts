import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { caseAnswers, writeAboutCase } from "./cases.ts";
import { conversationOf, readConversation, writeToService } from "./conversations.ts";
import {
  assignConversation,
  changeConversation,
  conversationsListed,
  lookAtConversation,
} from "./desk.ts";
import { replyToCustomer } from "./replies.ts";

export function conversationRoutes(context: Context): void {
  const { http, operatorHttp } = context;
  http.handle("/user/conversation", ({ input, customer }) =>
    conversationOf(context, customer, input),
  );
  http.handle("/user/write-to-service", ({ input, customer }) =>
    writeToService(context, customer, input),
  );
  http.handle("/user/write-about-case", ({ input, address }) =>
    writeAboutCase(context, input, address),
  );
  http.handle("/user/case-answers", ({ input, address }) =>
    caseAnswers(context, input.case_number, address),
  );
  http.handle("/user/read-conversation", async ({ input, customer }) =>
    accept({ unread: await readConversation(context, customer, BigInt(input.id)) }),
  );
  operatorHttp.handle("/api/ops/conversations", ({ input, operator, audit }) => {
    audit.about("conversations", { q: input.q ?? "", state: input.state });
    return conversationsListed(context, operator, input);
  });
  operatorHttp.handle("/api/ops/conversations/:account", ({ input, operator, audit }) => {
    audit.about(input.account);
    return lookAtConversation(context, operator, input);
  });
  operatorHttp.handle("/api/ops/conversations/:account/reply", ({ input, operator, audit }) => {
    audit.about(input.account);
    return replyToCustomer(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/conversations/:account/assign", ({ input, operator, audit }) => {
    audit.about(input.account, { to: input.to });
    return assignConversation(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/conversations/:account/state", ({ input, operator, audit }) => {
    audit.about(input.account, { after: input.state });
    return changeConversation(context, operator, audit, input);
  });
}
