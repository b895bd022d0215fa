import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { factorResets } from "../login-resets/login-resets.ts";
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from "./authenticator-app.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  finishPasskeySignIn,
  removePasskey,
} from "./passkeys.ts";
import { beginProof, prove } from "./proofs.ts";
import { freezeOwnAccount, securityOf } from "./security.ts";

export function securityRoutes(context: Context): void {
  const { http } = context;
  http.handle("/user/security", async ({ customer }) =>
    accept(await securityOf(context, customer)),
  );
  http.handle("/user/totp-begin", ({ customer, input }) => beginTotp(context, customer, input));
  http.handle("/user/totp-confirm", ({ customer, input }) => confirmTotp(context, customer, input));
  http.handle("/user/totp-remove", ({ customer, input }) => removeTotp(context, customer, input));
  http.handle("/user/renew-recovery-codes", ({ customer, input }) =>
    renewRecoveryCodes(context, customer, input),
  );
  http.handle("/user/passkey-options", ({ customer, input, host }) =>
    beginPasskey(context, customer, input, host),
  );
  http.handle("/user/add-passkey", ({ customer, input, host }) =>
    addPasskey(context, customer, input, host),
  );
  http.handle("/user/remove-passkey", ({ customer, input }) =>
    removePasskey(context, customer, input),
  );
  http.handle("/user/passkey-sign-in-options", ({ host, address }) =>
    beginPasskeySignIn(context, host, address),
  );
  http.handle("/user/passkey-sign-in", ({ input, address, device, host }) =>
    finishPasskeySignIn(context, input, { address, device, host }, factorResets),
  );
  http.handle("/user/proof-options", ({ customer, host }) => beginProof(context, customer, host));
  http.handle("/user/prove", ({ customer, input, host }) => prove(context, customer, input, host));
  http.handle("/user/freeze-account", ({ customer, input }) =>
    freezeOwnAccount(context, customer, input),
  );
}
