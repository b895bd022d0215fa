import { z } from "zod";
import { defineCall } from "../call.ts";
import { publicFact } from "../governance/public-facts.ts";
import { operatorRoles } from "../permissions.ts";
import { nothing, recordId, time } from "../wire.ts";
import { customerStates } from "./account.ts";

/** Without another date the house looks at a restricted account again after so many days. */
export const restrictionReviewDays = 14;
export const restrictionReviewDaysMax = 30;
/** What operators can bar one customer from closing for, however often they renew it. */
export const closingBarredTotal = { hoursMax: 72, withinDays: 30 } as const;
/** So many restrictions that have ended are shown. */
export const endedRestrictionsShownMax = 20;

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
