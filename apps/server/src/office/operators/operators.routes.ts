import type { FastifyReply } from "fastify";
import type { Context } from "../../context.ts";
import { createDeviceCookies, type DeviceCookies } from "../../platform/http/device-cookies.ts";
import { isEncrypted } from "../../platform/http/transport-security.ts";
import { csrfTokenOf, operatorCookie } from "../../platform/operator-sessions.ts";
import { accept, type Outcome } from "../../platform/outcome.ts";
import {
  changeOperatorState,
  changeRole,
  changeSingleApproval,
  createOperator,
  operatorsListed,
  resetOperator,
} from "./operator-changes.ts";
import { knownDevice, signInOperator, type OpenedSession } from "./operators.ts";
import {
  aboutMe,
  beginTotp,
  changeOwnPassword,
  confirmTotp,
  newRecoveryCodes,
  removeTotp,
} from "./own-account.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  finishPasskeySignIn,
  removePasskey,
} from "./passkeys.ts";
import { beginProof, prove } from "./second-factor.ts";

export function operatorRoutes(context: Context): void {
  signingIn(context);
  ownAccount(context);
  operatorsAdmin(context);
}

function signingIn(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/sign-in", async ({ input, address, reply, audit }) => {
    const devices = devicesOf(reply);
    const origin = { address, known: await knownDevice(context, input.email, devices) };
    const outcome = await signInOperator(context, audit, input, origin);
    const answer = withCookie(reply, outcome);
    if (outcome.ok && outcome.value.device !== undefined) {
      devices.keep(input.email.toLowerCase(), outcome.value.device);
    }
    return answer;
  });
  operatorHttp.handle("/api/ops/passkey/sign-in-options", ({ address, reply }) =>
    beginPasskeySignIn(context, hostOf(reply), address),
  );
  operatorHttp.handle("/api/ops/passkey/sign-in", async ({ input, address, reply, audit }) =>
    withCookie(
      reply,
      await finishPasskeySignIn(context, audit, input, { address, host: hostOf(reply) }),
    ),
  );
  operatorHttp.handle("/api/ops/sign-out", async ({ token, reply }) => {
    await context.operatorSessions.end(token);
    reply.clearCookie(operatorCookie, { path: "/api/ops" });
    return accept({});
  });
  operatorHttp.handle("/api/ops/csrf-token", ({ token }) =>
    Promise.resolve(accept({ csrf_token: csrfTokenOf(token) })),
  );
}

function devicesOf(reply: FastifyReply): DeviceCookies {
  return createDeviceCookies(reply.request.headers.cookie, ({ name, value, maxAgeSeconds }) => {
    const secure = isEncrypted(reply.request);
    const options = { path: "/api/ops/sign-in", httpOnly: true, secure, maxAge: maxAgeSeconds };
    reply.setCookie(name, value, { ...options, sameSite: "strict" });
  });
}

function withCookie(
  reply: FastifyReply,
  outcome: Outcome<OpenedSession>,
): Outcome<{ csrf_token: string }> {
  if (!outcome.ok) return outcome;
  reply.setCookie(operatorCookie, outcome.value.token, {
    path: "/api/ops",
    httpOnly: true,
    sameSite: "strict",
    // Plain http on the operator's own machine is how a newcomer starts.
    secure: isEncrypted(reply.request),
  });
  return accept({ csrf_token: outcome.value.csrfToken });
}

function ownAccount(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/me", ({ operator }) => aboutMe(context, operator));
  operatorHttp.handle("/api/ops/me/password", ({ input, operator, audit, token }) =>
    changeOwnPassword(context, { operator, token }, audit, input),
  );
  operatorHttp.handle("/api/ops/me/totp/begin", ({ input, operator, token }) =>
    beginTotp(context, { operator, token }, input),
  );
  operatorHttp.handle("/api/ops/me/totp/confirm", ({ input, operator, audit, token }) =>
    confirmTotp(context, { operator, token }, audit, input),
  );
  operatorHttp.handle("/api/ops/me/totp/remove", ({ input, operator, audit, token }) =>
    removeTotp(context, { operator, token }, audit, input),
  );
  operatorHttp.handle("/api/ops/me/recovery-codes", ({ input, operator, audit, token }) =>
    newRecoveryCodes(context, { operator, token }, audit, input),
  );
  operatorHttp.handle("/api/ops/me/passkeys/options", ({ input, operator, token, reply }) =>
    beginPasskey(context, { operator, token }, input, hostOf(reply)),
  );
  operatorHttp.handle("/api/ops/me/passkeys/add", ({ input, operator, token, audit, reply }) =>
    addPasskey(context, { operator, token }, audit, input, hostOf(reply)),
  );
  operatorHttp.handle("/api/ops/me/passkeys/remove", ({ input, operator, token, audit }) =>
    removePasskey(context, { operator, token }, audit, input),
  );
  operatorHttp.handle("/api/ops/me/proof-options", ({ operator, reply }) =>
    beginProof(context, operator, hostOf(reply)),
  );
  operatorHttp.handle("/api/ops/me/prove", ({ input, operator, token, audit, reply }) =>
    prove(context, { operator, token }, audit, input, hostOf(reply)),
  );
}

/** The name and port under which the browser reached us. */
function hostOf({ request }: FastifyReply): string {
  return request.headers.host ?? "";
}

function operatorsAdmin(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/operators", () => operatorsListed(context));
  operatorHttp.handle("/api/ops/operators/create", ({ input, operator, audit }) => {
    audit.about(input.email.toLowerCase(), { role: input.role });
    return createOperator(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/operators/:id/reset", ({ input, operator, audit }) => {
    audit.about(`operator:${input.id}`);
    return resetOperator(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/operators/:id/role", ({ input, operator, audit }) => {
    audit.about(`operator:${input.id}`, { after: input.role });
    return changeRole(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/operators/:id/state", ({ input, operator, audit }) => {
    audit.about(`operator:${input.id}`, { after: input.state });
    return changeOperatorState(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/single-approval", ({ input, operator, audit }) => {
    audit.about("single_approval", { after: input.on ? "on" : "off" });
    return changeSingleApproval(context, operator, audit, input.on);
  });
}
