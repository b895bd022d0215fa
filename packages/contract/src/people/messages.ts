import { defineCall } from "../call.ts";
import { operatorRoles } from "../permissions.ts";
import { recordId, time, cursor, listLimit, page } from "../wire.ts";
import { messageGroups, messageKinds } from "./message-groups.ts";
import { z } from "zod";

const announcedText = z.object({ title: z.string(), body: z.string() });

/** Which operator wrote it, by their role, and for which broker; nothing of who they are. */
export const messageAuthor = z.object({ role: z.enum(operatorRoles), broker: z.string() });
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
    summary:
      "The customer's messages, newest first, of one group or of all, and how many are unread in all",
    access: "customer",
    input: z.strictObject({
      cursor: cursor.optional(),
      limit: listLimit,
      /** Of one group alone; `unread` counts all of them. */
      group: z.enum(messageGroups).optional(),
    }),
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
