import { decisionOutput } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { operatorRoles, permissions } from "../permissions.ts";
import { typedText, recordId, time, password, nothing, done, page } from "../wire.ts";
import { emailLengthMax, emailPattern, localActs, passkeysMax } from "./constants.ts";
import { z } from "zod";

const email = z.string().max(emailLengthMax).regex(emailPattern);

const role = z.enum(operatorRoles);

const code = typedText(32).meta({ description: "of the authenticator app, or a recovery code" });

/** What the WebAuthn functions of a browser give and take, as the library of both sides spells it. */
const webAuthn = z.record(z.string(), z.unknown());

const me = z.object({
  id: recordId,
  email: z.string(),
  role,
  /** What the role may do; everything else is shown as disabled. */
  permissions: z.array(z.enum(permissions as [string, ...string[]])),
  simulated: z.boolean(),
  /** Somebody may know prices ahead: the seed was given, or was public until the next day. */
  prices_foreseeable: z.boolean(),
  /** One operator's decision is enough: only on a simulated instance with a single operator. */
  single_approval: z.boolean(),
  /** For administrators: what somebody at the machine did to operators in the last days, past everybody. */
  done_locally: z.array(z.object({ at: time, what: z.enum(localActs), operator: z.string() })),
  /** For administrators: whose sign-in was reset lately, and until when they are no pair of eyes. */
  held_operators: z.array(z.object({ at: time, operator: z.string(), until: time })),
  password_change_required: z.boolean(),
  second_factor_required: z.boolean(),
  totp: z.boolean(),
  recovery_codes_left: z.int().min(0),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), added_at: time })),
  signed_in_at: time,
  /** When the session ends whatever is done; `idle_minutes_max` without a call end it earlier. */
  session_ends_at: time,
  idle_minutes_max: z.int(),
  /** The app's clock: a simulated one may be ahead of the operator's machine. */
  now: time,
});

const operator = z.object({
  id: recordId,
  email: z.string(),
  role,
  disabled_at: time.nullable(),
  created_at: time,
  last_seen_at: time.nullable(),
  second_factor: z.boolean(),
});

/** What a change answers: the proposal that waits; without an id where none was needed. */
const proposed = decisionOutput.extend({ id: recordId.nullable() });

/**
 * Shown this once. Where another operator approves, it is the first half, and the approver is told the
 * second: neither can sign in with it alone.
 */
const oneTimePassword = z.string();

export const operatorAccessCalls = {
  "/api/ops/sign-in": defineOperatorCall({
    summary: "Signs an operator in; the cookie carries the session",
    access: "anyone",
    input: z.strictObject({
      email: typedText(254),
      password: typedText(128),
      code: code.optional(),
    }),
    output: z.object({ csrf_token: z.string() }),
    refusals: ["too_many_tries", "wrong_account_or_password", "code_required", "wrong_code"],
  }),
  "/api/ops/passkey/sign-in-options": defineOperatorCall({
    summary: "Begins a sign-in with a passkey, which needs neither password nor code",
    access: "anyone",
    input: nothing,
    output: z.object({ challenge_id: z.uuid(), options: webAuthn }),
    refusals: ["too_many_tries"],
  }),
  "/api/ops/passkey/sign-in": defineOperatorCall({
    summary: "Signs in with a passkey",
    access: "anyone",
    input: z.strictObject({ challenge_id: z.uuid(), response: webAuthn }),
    output: z.object({ csrf_token: z.string() }),
    refusals: ["too_many_tries", "challenge_expired", "passkey_not_accepted"],
  }),
  "/api/ops/sign-out": defineOperatorCall({
    summary: "Ends the operator's session",
    whileSettingUp: true,
    input: nothing,
    output: done,
    refusals: [],
  }),
  "/api/ops/me": defineOperatorCall({
    summary: "Who is signed in, what they may do, and how approval stands",
    method: "GET",
    whileSettingUp: true,
    input: nothing,
    output: me,
    refusals: [],
  }),
  "/api/ops/csrf-token": defineOperatorCall({
    summary: "The session's token for x-csrf-token, for a page that was loaded again",
    method: "GET",
    whileSettingUp: true,
    input: nothing,
    output: z.object({ csrf_token: z.string() }),
    refusals: [],
  }),
  "/api/ops/me/password": defineOperatorCall({
    summary:
      "Changes one's own password, and ends one's other sessions and the passkeys that are not kept",
    whileSettingUp: true,
    input: z.strictObject({
      old_password: password,
      new_password: password,
      new_password2: password,
      /** The ids of one's own passkeys that go on working. */
      keep_passkeys: z.array(z.uuid()).max(passkeysMax).optional(),
    }),
    output: done,
    refusals: [
      "password_too_short",
      "password_too_common",
      "passwords_do_not_match",
      "too_many_tries",
      "wrong_original_password",
      "proof_required",
      "modification_failed",
    ],
  }),
  "/api/ops/me/totp/begin": defineOperatorCall({
    summary: "Makes a secret for an authenticator app; it counts once a code of it was given",
    whileSettingUp: true,
    input: z.strictObject({ password }),
    output: z.object({ secret: z.string(), otpauth_url: z.string() }),
    refusals: ["too_many_tries", "wrong_original_password", "totp_already_set", "proof_required"],
  }),
  "/api/ops/me/totp/confirm": defineOperatorCall({
    summary: "Turns the authenticator app on, and answers recovery codes that are shown once",
    whileSettingUp: true,
    input: z.strictObject({ code }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    refusals: [
      "too_many_tries",
      "totp_already_set",
      "totp_not_set",
      "proof_required",
      "wrong_code",
    ],
  }),
  "/api/ops/me/totp/remove": defineOperatorCall({
    summary: "Turns the authenticator app off; without a code the session's proof counts",
    input: z.strictObject({ password, code: code.optional() }),
    output: done,
    refusals: [
      "too_many_tries",
      "totp_not_set",
      "wrong_original_password",
      "proof_required",
      "wrong_code",
    ],
  }),
  "/api/ops/me/recovery-codes": defineOperatorCall({
    summary:
      "Makes new recovery codes; the old ones stop working. Without a code the session's proof counts",
    input: z.strictObject({ password, code: code.optional() }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    refusals: [
      "too_many_tries",
      "second_factor_not_set",
      "wrong_original_password",
      "proof_required",
      "wrong_code",
    ],
  }),
  "/api/ops/me/passkeys/options": defineOperatorCall({
    summary: "Begins the registration of a passkey",
    whileSettingUp: true,
    input: z.strictObject({ password }),
    output: z.object({ challenge_id: z.uuid(), options: webAuthn }),
    refusals: ["too_many_tries", "wrong_original_password", "proof_required", "passkeys_too_many"],
  }),
  "/api/ops/me/passkeys/add": defineOperatorCall({
    summary: "Registers a passkey",
    whileSettingUp: true,
    input: z.strictObject({ challenge_id: z.uuid(), name: typedText(60), response: webAuthn }),
    output: z.object({
      id: z.string(),
      /** Shown once, where there were none left; else empty. */
      recovery_codes: z.array(z.string()),
    }),
    refusals: [
      "challenge_expired",
      "passkey_not_accepted",
      "proof_required",
      "passkeys_too_many",
      "passkey_exists",
    ],
  }),
  "/api/ops/me/passkeys/remove": defineOperatorCall({
    summary: "Removes a passkey",
    input: z.strictObject({ id: z.uuid(), password }),
    output: done,
    refusals: ["too_many_tries", "wrong_original_password", "proof_required", "passkey_not_found"],
  }),
  "/api/ops/me/proof-options": defineOperatorCall({
    summary: "Begins the proof of a passkey before one's own password or factors change",
    whileSettingUp: true,
    input: nothing,
    output: z.object({ challenge_id: z.uuid(), options: webAuthn }),
    refusals: ["too_many_tries"],
  }),
  "/api/ops/me/prove": defineOperatorCall({
    summary: "Proves a second factor for some minutes of this session: a code, or a passkey",
    whileSettingUp: true,
    input: z.strictObject({
      code: code.optional(),
      challenge_id: z.uuid().optional(),
      response: webAuthn.optional(),
    }),
    output: z.object({ proved_until: time }),
    refusals: ["too_many_tries", "wrong_code", "challenge_expired", "passkey_not_accepted"],
  }),
};

export const operatorAdminCalls = {
  "/api/ops/operators": defineOperatorCall({
    summary: "The operators",
    method: "GET",
    permission: "view_operators",
    input: nothing,
    output: page(operator),
    refusals: [],
  }),
  "/api/ops/operators/create": defineOperatorCall({
    summary: "Proposes a new operator, who signs in once with a one-time password",
    permission: "manage_operators",
    input: z.strictObject({ email, role }),
    output: proposed.extend({ one_time_password: oneTimePassword }),
    refusals: ["operator_exists", "operator_held", "proposal_pending"],
  }),
  "/api/ops/operators/:id/reset": defineOperatorCall({
    summary:
      "Proposes a one-time password in place of another operator's own and of their second factor",
    permission: "manage_operators",
    input: z.strictObject({ id: recordId }),
    output: proposed.extend({ one_time_password: oneTimePassword }),
    refusals: ["operator_not_found", "operator_is_oneself", "operator_held", "proposal_pending"],
  }),
  "/api/ops/operators/:id/role": defineOperatorCall({
    summary: "Proposes another role",
    permission: "manage_operators",
    input: z.strictObject({ id: recordId, role }),
    output: proposed,
    refusals: [
      "operator_not_found",
      "operator_unchanged",
      "last_administrator",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/operators/:id/state": defineOperatorCall({
    summary:
      "Disables an operator at once, which ends their sessions; enabling again is proposed, and so is disabling where fewer than two would be left who decide",
    permission: "manage_operators",
    input: z.strictObject({ id: recordId, state: z.enum(["enabled", "disabled"]) }),
    output: proposed,
    refusals: [
      "operator_not_found",
      "operator_unchanged",
      "last_administrator",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/single-approval": defineOperatorCall({
    summary: "Turns single approval off at once, or proposes to turn it on",
    permission: "manage_operators",
    input: z.strictObject({ on: z.boolean() }),
    output: proposed,
    refusals: ["single_approval_not_possible", "operator_held", "proposal_pending"],
  }),
};
