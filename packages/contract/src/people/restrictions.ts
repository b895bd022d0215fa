import { defineCall } from "../call.ts";
import { publicFact } from "../governance/public-facts.ts";
import { operatorRoles } from "../permissions.ts";
import { recordId, time, nothing } from "../wire.ts";
import { customerStates } from "./constants.ts";
import { z } from "zod";

/** Nobody is restricted without being told by which role, why, since when, and when it is looked at again. */
export const restriction = publicFact.extend({
  id: recordId,
  state: z.enum(customerStates),
  /** Null where the customer froze the account. */
  role: z.enum(operatorRoles).nullable(),
  /** Of the second operator, where it took two. */
  approved_role: z.enum(operatorRoles).nullable(),
  review_at: time,
  /** Positions cannot be closed before; null where they can. */
  closing_barred_until: time.nullable(),
  ended_at: time.nullable(),
});

export type Restriction = z.output<typeof restriction>;

export const restrictionCalls = {
  "/user/restrictions": defineCall({
    summary:
      "How the account is restricted now, by which role, why, since when and when it is looked at again; and what has ended, the newest first",
    access: "customer",
    input: nothing,
    output: z.object({ current: restriction.nullable(), ended: z.array(restriction) }),
    refusals: [],
  }),
};
