import { defineCall } from "../call.ts";
import {
  decimal,
  requestId,
  verificationStatus,
  time,
  currency,
  displayCurrency,
  typedText,
  password,
  typedTextOrNone,
  nothing,
  done,
  cursor,
  listLimit,
  page,
  webAuthnAnswer,
  worked,
  unsettledCash,
} from "../wire.ts";
import { customerStates } from "./constants.ts";
import { z } from "zod";

const passkeyId = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";

/** None, or as many as a customer can have. */
const passkeyIdsPattern = new RegExp(`^(?:${passkeyId}(?:,${passkeyId}){0,4})?$`);

/** The specification's session store: both go into the headers of every later call. */
const credentials = z.object({ token: z.string(), account: z.string() });

const userInfo = z.object({
  account: z.string(),
  /** Available money, and what may still be borrowed, in the three markets' currencies. */
  jpy: decimal,
  jpyyjed: decimal,
  usd: decimal,
  usdyjed: decimal,
  cny: decimal,
  cnyyjed: decimal,
  state: z.enum(customerStates),
  /** 0 not verified, 1 under review, 2 verified, 3 failed. */
  verification: verificationStatus,
  unread_messages: z.int().min(0),
  /** What customer service wrote. */
  unread_service_messages: z.int().min(0),
  simulated: z.boolean(),
  registered_at: time,
});

const assetFigures = {
  available: decimal,
  frozen: decimal,
  total_assets: decimal,
  /** Of longs and shorts together, as the specification adds them up; `short_value` is the shorts' part, which is owed. */
  holdings_value: decimal,
  short_value: decimal,
  /** All that is owed: what leverage lends, accrued interest, loans, and what a closing left unpaid. */
  total_debt: decimal,
  unrealized: decimal,
  net_assets: decimal,
};

/**
 * `unpaid_debt` is the part of the debt that a closing left unpaid: while it is there nothing is opened.
 * `withdrawable` is what of the available money has settled, `unsettled` what each date to come adds to it.
 */
const currencyAssets = z.object({
  currency,
  ...assetFigures,
  unpaid_debt: decimal,
  withdrawable: decimal,
  unsettled: unsettledCash,
});

/**
 * What the day has brought since it began (`since`: 0:00 UTC, when New York has closed and before Tokyo opens),
 * without what was paid in or out, which is `paid_in`. The percentage is time-weighted: the day is cut at every
 * payment. It is null for who began a part of it with less than nothing. The whole is null for the moment in which
 * the day before is being recorded.
 */
const dayResult = z.object({
  since: time,
  change: decimal,
  change_percent: decimal.nullable(),
  paid_in: decimal,
  /** The account was opened on it. */
  first_day: z.boolean(),
});

/** Everything in the display currency at the mid rates of `rates_at`; null where one of them is missing. */
const totalAssets = z.object({
  currency: displayCurrency,
  ...assetFigures,
  day: dayResult.nullable(),
  rates_from: z.string(),
  rates_at: time,
});

/**
 * The end of the operators' audit log when this was asked for, signed. Whoever keeps it can show later that
 * the log was rewritten: `npm run verify-audit -- --head <it>`, with the keys of /api/signing-keys.json.
 */
const signedHead = z.string();

const session = z.object({
  id: z.string(),
  current: z.boolean(),
  device: z.string(),
  created_at: time,
  last_seen_at: time,
  audit_head: signedHead,
});

const activity = z.object({ at: time, kind: z.string(), params: z.record(z.string(), z.string()) });

export const accountCalls = {
  "/user/register": defineCall({
    summary: "Opens an account on an invitation and signs in",
    access: "anyone",
    input: z.strictObject({
      account: typedText(32),
      password,
      password2: password,
      invite_code: typedTextOrNone(32),
      agree: z.enum(["true", "false"]),
    }),
    output: credentials,
    refusals: [
      "account_not_ten_digits",
      "password_too_short",
      "password_too_common",
      "passwords_do_not_match",
      "invitation_code_required",
      "agreement_required",
      "too_many_tries",
      "inviter_not_found",
      "account_exists",
    ],
  }),
  "/user/login": defineCall({
    summary:
      "Signs in; the same answer for an unknown account and a wrong password. The new password of a reset that is due is set by it",
    access: "anyone",
    input: z.strictObject({
      account: typedText(32),
      password,
      code: typedText(16).optional(),
      /** Instead of the code: what a passkey answers to /user/passkey-sign-in-options. */
      challenge_id: z.uuid().optional(),
      response: webAuthnAnswer.optional(),
      /** Instead of either: uses the reset of all second factors that operators approved, once it is due. */
      without_factors: z.literal("true").optional(),
      ...worked,
    }),
    output: credentials,
    refusals: [
      "account_not_ten_digits",
      "puzzle_required",
      "too_many_tries",
      "wrong_account_or_password",
      "account_banned",
      "new_password_not_yet",
      "code_required",
      "factor_reset_not_yet",
      "factor_reset_ready",
      "wrong_code",
      "challenge_expired",
      "passkey_not_accepted",
    ],
  }),
  "/user/logout": defineCall({
    summary: "Ends this session",
    access: "customer",
    input: nothing,
    output: done,
    refusals: [],
  }),
  "/user/getUserinfo": defineCall({
    summary: "The customer's account and available money; signs out on any status but 1",
    access: "customer",
    input: nothing,
    output: userInfo,
    refusals: [],
  }),
  "/user/assets": defineCall({
    summary:
      "Total, available, frozen, debt and unrealised profit, per currency and in one at the mid rates",
    access: "customer",
    input: z.strictObject({ currency: displayCurrency.default("JPY") }),
    output: z.object({
      currencies: z.array(currencyAssets),
      total: totalAssets.nullable(),
      at: time,
    }),
    refusals: [],
  }),
  "/user/change-login-password": defineCall({
    summary:
      "Changes the password, and ends every other session and the passkeys that are not kept",
    access: "customer",
    input: z.strictObject({
      old_password: password,
      new_password: password,
      new_password2: password,
      keep_passkeys: z
        .string()
        .regex(passkeyIdsPattern)
        .optional()
        .meta({ description: "ids of the customer's own passkeys, with commas between them" }),
    }),
    output: done,
    refusals: [
      "password_too_short",
      "password_too_common",
      "passwords_do_not_match",
      "password_unchanged",
      "too_many_tries",
      "wrong_original_password",
      "proof_required",
      "reset_hold",
      "modification_failed",
    ],
  }),
  "/user/sessions": defineCall({
    summary: "The devices that are signed in",
    access: "customer",
    input: nothing,
    output: z.array(session),
    refusals: [],
  }),
  "/user/revoke-session": defineCall({
    summary: "Signs one device out",
    access: "customer",
    input: z.strictObject({ id: z.uuid(), request_id: requestId.optional() }),
    output: done,
    refusals: ["request_id_reused", "reset_hold", "session_not_found"],
  }),
  "/user/activity": defineCall({
    summary:
      "What happened on the account: sign-ins, password changes, operators' looks and actions",
    access: "customer",
    input: z.strictObject({
      cursor: cursor.optional(),
      limit: listLimit,
    }),
    output: page(activity),
    refusals: [],
  }),
};
