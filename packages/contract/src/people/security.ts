import { defineCall } from "../call.ts";
import { typedText, nothing, time, password, done, webAuthnAnswer } from "../wire.ts";
import { z } from "zod";

const code = typedText(16).meta({ description: "of the authenticator app, or a recovery code" });

const webAuthnOptions = z.object({
  challenge_id: z.uuid(),
  /** For the browser's WebAuthn functions, as JSON. */
  options: z.string(),
});

export const securityCalls = {
  "/user/security": defineCall({
    summary: "The customer's second factors, and whether one was proved lately in this session",
    access: "customer",
    input: nothing,
    output: z.object({
      totp: z.boolean(),
      recovery_codes_left: z.int().min(0),
      passkeys: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          added_at: time,
          last_used_at: time.nullable(),
          /** After a reset of the password: signs in beside the new one alone until then, or ends. */
          confirm_by: time.nullable(),
        }),
      ),
      /** Until then nothing more is asked for in this session; null where nothing was proved. */
      proved_until: time.nullable(),
      /** After a reset of a password nothing leaves and no factor changes until then, in real time. */
      reset_hold_until: time.nullable(),
    }),
    refusals: [],
  }),
  "/user/totp-begin": defineCall({
    summary: "Makes a secret for an authenticator app; it counts once a code of it was given",
    access: "customer",
    input: z.strictObject({ login_password: password }),
    output: z.object({ secret: z.string(), otpauth_url: z.string() }),
    refusals: [
      "too_many_tries",
      "wrong_login_password",
      "totp_already_set",
      "reset_hold",
      "proof_required",
    ],
  }),
  "/user/totp-confirm": defineCall({
    summary: "Turns the authenticator app on, and answers recovery codes that are shown once",
    access: "customer",
    input: z.strictObject({ code }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    refusals: [
      "too_many_tries",
      "totp_not_set",
      "totp_already_set",
      "reset_hold",
      "proof_required",
      "wrong_code",
    ],
  }),
  "/user/totp-remove": defineCall({
    summary:
      "Turns the authenticator app off, with one of its codes or one for recovery; without a code the session's proof counts",
    access: "customer",
    input: z.strictObject({ login_password: password, code: code.optional() }),
    output: done,
    refusals: [
      "too_many_tries",
      "wrong_login_password",
      "totp_not_set",
      "reset_hold",
      "proof_required",
      "wrong_code",
    ],
  }),
  "/user/renew-recovery-codes": defineCall({
    summary: "Makes new codes for recovery, shown once; the old ones stop working",
    access: "customer",
    input: z.strictObject({ login_password: password }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    refusals: [
      "too_many_tries",
      "wrong_login_password",
      "reset_hold",
      "proof_required",
      "second_factor_not_set",
    ],
  }),
  "/user/passkey-options": defineCall({
    summary: "Begins the registration of a passkey",
    access: "customer",
    input: z.strictObject({ login_password: password }),
    output: webAuthnOptions,
    refusals: [
      "too_many_tries",
      "wrong_login_password",
      "reset_hold",
      "proof_required",
      "passkeys_too_many",
    ],
  }),
  "/user/add-passkey": defineCall({
    summary: "Registers a passkey",
    access: "customer",
    input: z.strictObject({
      challenge_id: z.uuid(),
      response: webAuthnAnswer,
      name: typedText(60),
    }),
    output: z.object({
      id: z.uuid(),
      /** Shown once, where the customer had none left; else empty. */
      recovery_codes: z.array(z.string()),
    }),
    refusals: [
      "challenge_expired",
      "passkey_not_accepted",
      "reset_hold",
      "proof_required",
      "passkeys_too_many",
      "passkey_exists",
    ],
  }),
  "/user/remove-passkey": defineCall({
    summary: "Removes a passkey",
    access: "customer",
    input: z.strictObject({ id: z.uuid(), login_password: password }),
    output: done,
    refusals: [
      "too_many_tries",
      "wrong_login_password",
      "reset_hold",
      "proof_required",
      "passkey_not_found",
    ],
  }),
  "/user/passkey-sign-in-options": defineCall({
    summary: "Begins a sign-in with a passkey, which needs neither password nor code",
    access: "anyone",
    input: nothing,
    output: webAuthnOptions,
    refusals: ["too_many_tries"],
  }),
  "/user/passkey-sign-in": defineCall({
    summary: "Signs in with a passkey",
    access: "anyone",
    input: z.strictObject({ challenge_id: z.uuid(), response: webAuthnAnswer }),
    output: z.object({ token: z.string(), account: z.string() }),
    refusals: [
      "too_many_tries",
      "challenge_expired",
      "passkey_not_accepted",
      "passkey_unconfirmed",
      "account_banned",
    ],
  }),
  "/user/proof-options": defineCall({
    summary:
      "Begins the proof of a passkey before a withdrawal, or a change of bank account, password or factor",
    access: "customer",
    input: nothing,
    output: webAuthnOptions,
    refusals: ["too_many_tries"],
  }),
  "/user/prove": defineCall({
    summary:
      "Proves a second factor for some minutes of this session: a code, or a passkey; the login password where there is none",
    access: "customer",
    input: z.strictObject({
      code: code.optional(),
      challenge_id: z.uuid().optional(),
      response: webAuthnAnswer.optional(),
      login_password: password.optional(),
    }),
    output: z.object({ proved_until: time }),
    refusals: [
      "too_many_tries",
      "wrong_login_password",
      "proof_required",
      "wrong_code",
      "challenge_expired",
      "passkey_not_accepted",
    ],
  }),
  "/user/freeze-account": defineCall({
    summary:
      "Freezes the customer's own account at once: no trade and no withdrawal until an operator has spoken with them",
    access: "customer",
    input: z.strictObject({ login_password: password }),
    output: done,
    refusals: ["too_many_tries", "wrong_login_password", "account_frozen"],
  }),
};
