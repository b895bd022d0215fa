import { defineOperatorCall } from "../operator-call.ts";
import { time, typedTextOrNone, cursor, listLimit, page, done } from "../wire.ts";
import { accountPattern } from "./constants.ts";
import { z } from "zod";

const code = z.string().regex(/^[A-Za-z0-9-]{4,32}$/);

const invitation = z.object({
  code: z.string(),
  /** The customer who invites by it; empty for the house's own. */
  inviter: z.string().nullable(),
  created_at: time,
  withdrawn_at: time.nullable(),
  /** Who registered by it so far. */
  customers: z.int(),
});

export const invitationCalls = {
  "/api/ops/invitations": defineOperatorCall({
    summary: "Invitation codes with their inviters, newest first",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({
      q: typedTextOrNone(32).optional(),
      state: z.enum(["open", "withdrawn", "all"]).default("open"),
      cursor: cursor.optional(),
      limit: listLimit,
    }),
    output: page(invitation),
    refusals: [],
  }),
  "/api/ops/invitations/create": defineOperatorCall({
    summary: "Makes an invitation code, the house's or a customer's; without a code, a random one",
    permission: "manage_invitations",
    input: z.strictObject({
      code: code.optional(),
      inviter: z.string().regex(accountPattern).optional(),
    }),
    output: z.object({ code: z.string() }),
    refusals: ["customer_not_found", "invitation_exists"],
  }),
  "/api/ops/invitations/:code/withdraw": defineOperatorCall({
    summary: "Ends an invitation code: nobody registers by it any more",
    permission: "manage_invitations",
    input: z.strictObject({ code }),
    output: done,
    refusals: ["invitation_not_found", "invitation_withdrawn"],
  }),
};
