import { defineCall } from "../call.ts";
import { nothing } from "../wire.ts";
import { pushEndpointLengthMax } from "./constants.ts";
import { messageGroups } from "./message-groups.ts";
import { z } from "zod";

const push = z
  .object({
    /** What browsers subscribe with; null where this instance pushes nothing. */
    public_key: z.string().nullable(),
    /** Whether this session's device is told of messages. */
    on: z.boolean(),
    /** On how many devices the account has it on. */
    devices: z.int().min(0),
    /** What is pushed to all of them. */
    groups: z.record(z.enum(messageGroups), z.boolean()),
    /** Whether amounts are in what is pushed, for anybody who sees the locked phone. */
    amounts: z.boolean(),
  })
  .meta({ id: "Push" });

export type Push = z.output<typeof push>;

export const pushCalls = {
  "/user/push": defineCall({
    summary: "Whether this device is told of messages while the app is closed, and of which",
    access: "customer",
    input: nothing,
    output: push,
    refusals: [],
  }),
  "/user/push-on": defineCall({
    summary:
      "Has messages pushed to this session's device until it is signed out, by the browser's subscription (RFC 8030)",
    access: "customer",
    input: z.strictObject({
      endpoint: z.url({ protocol: /^https$/ }).max(pushEndpointLengthMax),
      /** The browser's public key and secret, with which what is pushed is encrypted (RFC 8291). */
      p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}$/),
      auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
      language: z.enum(["jp", "cn", "us"]),
    }),
    output: push,
    refusals: ["push_not_offered", "push_service_unknown", "invalid_request"],
  }),
  "/user/push-off": defineCall({
    summary: "Pushes nothing to this session's device any more",
    access: "customer",
    input: nothing,
    output: push,
    refusals: [],
  }),
  "/user/save-push-choice": defineCall({
    summary:
      "Switches one kind of messages, or amounts, on or off in what is pushed to the account",
    access: "customer",
    input: z.strictObject({
      choice: z.enum([...messageGroups, "amounts"]),
      switched: z.enum(["on", "off"]),
    }),
    output: push,
    refusals: [],
  }),
};
