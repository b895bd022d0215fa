import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { isEncrypted } from "../../platform/http/transport-security.ts";
import { operatorCookie } from "../../platform/operator-sessions.ts";
import { signInOperator } from "./operators.ts";

export function operatorRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/sign-in", async ({ input, address, reply }) => {
    const outcome = await signInOperator(context, input, address);
    if (!outcome.ok) return outcome;
    reply.setCookie(operatorCookie, outcome.value.token, {
      path: "/api/ops",
      httpOnly: true,
      sameSite: "strict",
      // Plain http on the operator's own machine is how a newcomer starts.
      secure: isEncrypted(reply.request),
    });
    return accept({ csrf_token: outcome.value.csrfToken });
  });
  operatorHttp.handle("/api/ops/sign-out", async ({ token, reply }) => {
    await context.operatorSessions.end(token);
    reply.clearCookie(operatorCookie, { path: "/api/ops" });
    return accept({});
  });
}
