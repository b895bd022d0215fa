import { z } from "zod";
import { defineCall } from "../call.ts";
import { operatorRoles } from "../permissions.ts";
import { cursor, listLimit, page, recordId, time } from "../wire.ts";

/**
 * What a message is about. The sentences are the app's own, per kind and language; only an
 * announcement, which an operator wrote, carries its three texts with it.
 */
export const messageKinds = [
  "welcome",
  "sign_in",
  "new_sign_in",
  "password_changed",
  "price_alert",
  "stock_split",
  "dividend_paid",
  "dividend_charged",
  "margin_call",
  "margin_restored",
  "forced_sale",
  "unpaid_debt",
  "account_state",
  "trading_halted",
  "trading_resumed",
  "correction",
  "correction_announced",
  "order_filled",
  "order_partly_filled",
  "order_triggered",
  "order_expired",
  "order_rejected",
  "closing_filled",
  "exit_started",
  "verification_approved",
  "verification_rejected",
  "bank_card_added",
  "fund_password_set",
  "fund_password_changed",
  "fund_password_locked",
  "fund_password_reset_requested",
  "fund_password_reset_cancelled",
  "fund_password_reset_done",
  "login_password_reset_approved",
  "login_password_reset_rejected",
  "login_password_reset_cancelled",
  "login_password_reset_done",
  "reset_hold_started",
  "deposit_approved",
  "deposit_rejected",
  "deposit_delayed",
  "withdrawal_paid",
  "withdrawal_rejected",
  "withdrawal_delayed",
  "totp_set",
  "totp_removed",
  "passkey_added",
  "passkey_removed",
  "recovery_codes_renewed",
  "frozen_by_customer",
  "announcement",
] as const;
export type MessageKind = (typeof messageKinds)[number];

/** As many as one call can mark as read by their ids. */
export const messageIdsMax = 100;

const announcedText = z.object({ title: z.string(), body: z.string() });

/** Which operator wrote it, by their role, and for which broker; nothing of who they are. */
const messageAuthor = z.object({ role: z.enum(operatorRoles), broker: z.string() });
export type MessageAuthor = z.output<typeof messageAuthor>;

const message = z.object({
  id: recordId,
  kind: z.enum(messageKinds),
  /**
   * Fills the gaps of the kind's sentences; a stock's name comes as `name_jp`, `name_cn`, `name_us`, and an
   * operator's reason as `why_jp`, `why_cn`, `why_us`.
   */
  params: z.record(z.string(), z.string()),
  texts: z.object({ jp: announcedText, cn: announcedText, us: announcedText }).nullable(),
  /** Of what an operator wrote; null where the system speaks. */
  author: messageAuthor.nullable(),
  /** The route of the app that the message is about. */
  link: z.string().nullable(),
  at: time,
  read_at: time.nullable(),
});
export type Message = z.output<typeof message>;

export const messageCalls = {
  "/user/messages": defineCall({
    summary: "The customer's messages, newest first, and how many are unread in all",
    access: "customer",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(message).extend({ unread: z.int().min(0) }),
    refusals: [],
  }),
  "/user/message": defineCall({
    summary: "One message; looking at it does not mark it as read",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: message,
    refusals: ["message_not_found"],
  }),
  "/user/read-messages": defineCall({
    summary: "Marks messages as read, all of them without ids; answers how many stay unread",
    access: "customer",
    input: z.strictObject({
      ids: z
        .string()
        .max(2_000)
        .regex(/^[1-9]\d{0,17}(?:,[1-9]\d{0,17}){0,99}$/)
        .optional()
        .meta({ description: "message ids with commas between them, at most 100" }),
    }),
    output: z.object({ unread: z.int().min(0) }),
    refusals: [],
  }),
};
