import { operatorRoles } from "../permissions.ts";
import { names, time } from "../wire.ts";
import { z } from "zod";

/**
 * What the house does that customers have to bear is told to whom it concerns: by which role it was done,
 * why, since when and until when. Who the operator was is for the back office alone.
 */
export const publicFact = z.object({
  role: z.enum(operatorRoles),
  /** At least a sentence in each language. */
  reason: names,
  since: time,
  /** Null: until it is lifted. */
  until: time.nullable(),
});

/** A code of the catalogue, or the operator's own sentence in each of the three languages. */
export const publicReason = z.union([
  z.string(),
  z.strictObject({ jp: z.string(), cn: z.string(), us: z.string() }),
]);
