import { iso } from "@sanshi/contract";
import { formatMinor, settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { signedHeadNow } from "../../platform/signing/signed-head.ts";
import { accept } from "../../platform/outcome.ts";
import { factorResets, resets } from "../login-resets/login-resets.ts";
import {
  endPasskeysBut,
  lacksProof,
  objectToSendingAway,
  secondStepOf,
} from "../security/security.ts";
import {
  availableIn,
  creditLeftIn,
  changePassword,
  register,
  revokeSession,
  sessionsOf,
  signOut,
  userInfo,
  type UserInfo,
} from "./accounts.ts";
import { keepDevice } from "./devices.ts";
import { signIn } from "./sign-in.ts";

export function accountRoutes(context: Context): void {
  const { http } = context;
  http.handle("/user/register", ({ input, address, device }) =>
    register(
      context,
      {
        account: input.account,
        password: input.password,
        password2: input.password2,
        inviteCode: input.invite_code,
        agree: input.agree === "true",
      },
      { address, device },
    ),
  );
  http.handle("/user/login", ({ input, address, device, devices, host }) =>
    signIn(
      context,
      input,
      { address, device },
      { secondStep: secondStepOf(context, host), resets, factorResets, devices },
    ),
  );
  http.handle("/user/logout", async ({ customer }) => {
    await signOut(context, customer);
    return accept({});
  });
  http.handle("/user/change-login-password", ({ input, customer }) =>
    changePassword(
      context,
      customer,
      {
        oldPassword: input.old_password,
        newPassword: input.new_password,
        newPassword2: input.new_password2,
        kept: (input.keep_passkeys ?? "").split(",").filter((id) => id !== ""),
      },
      { endReset: resets.endReset, lacksProof, endPasskeysBut, objectToSendingAway },
    ),
  );
  http.handle("/user/getUserinfo", async ({ customer, token, devices }) => {
    const info = await userInfo(context, customer);
    // Whoever is signed in, however they came in, is on a device that is theirs.
    keepDevice(context, devices, { account: info.account, token, passwordHash: info.passwordHash });
    return accept({
      account: info.account,
      ...marketBalances(info),
      state: info.state,
      verification: info.verification,
      unread_messages: info.unreadMessages,
      unread_service_messages: info.unreadServiceMessages,
      simulated: context.feed.kind === "simulated",
      registered_at: iso(info.registeredAt),
    });
  });
  http.handle("/user/sessions", async ({ customer }) => {
    const sessions = await sessionsOf(context, customer);
    const auditHead = await signedHeadNow(
      context.database.reader,
      context.signingKey,
      context.clock,
    );
    return accept(
      sessions.map((session) => ({
        id: session.id,
        current: session.id === customer.sessionId,
        device: session.device,
        created_at: iso(session.created_at),
        last_seen_at: iso(session.last_seen_at),
        audit_head: auditHead,
      })),
    );
  });
  http.handle("/user/revoke-session", ({ input, customer }) =>
    revokeSession(context, customer, input.id, { objectToSendingAway }, input.request_id),
  );
}

/** Available money, and what may still be borrowed, in the markets' currencies. */
function marketBalances({ balances }: UserInfo) {
  const available = (market: "jpy" | "usd" | "cny") => {
    const currency = settlementCurrency(market);
    return formatMinor(availableIn(balances, currency), currency);
  };
  const credit = (market: "jpy" | "usd" | "cny") => {
    const currency = settlementCurrency(market);
    return formatMinor(creditLeftIn(balances, currency), currency);
  };
  return {
    jpy: available("jpy"),
    usd: available("usd"),
    cny: available("cny"),
    jpyyjed: credit("jpy"),
    usdyjed: credit("usd"),
    cnyyjed: credit("cny"),
  };
}
