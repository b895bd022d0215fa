import type { Context } from "../../context.ts";
import { createInvitation, invitationsListed, withdrawInvitation } from "./invitations.ts";

export function invitationRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/invitations", ({ input, audit }) => {
    audit.about("invitations", { q: input.q ?? "" });
    return invitationsListed(context, input);
  });
  operatorHttp.handle("/api/ops/invitations/create", ({ input, audit }) => {
    audit.about(input.code ?? "", { inviter: input.inviter ?? null });
    return createInvitation(context, audit, input);
  });
  operatorHttp.handle("/api/ops/invitations/:code/withdraw", ({ input, audit }) => {
    audit.about(input.code);
    return withdrawInvitation(context, audit, input.code);
  });
}
