import { z } from "zod";
import { time } from "../wire.ts";

/**
 * What a case waits for that was not decided in the time that was promised: that somebody looks at it,
 * the operator who does, a second operator's approval, or the bank.
 */
export const delayReasons = ["not_reviewed", "in_review", "second_operator", "bank"] as const;
export type DelayReason = (typeof delayReasons)[number];

export const delay = z.object({ reason: z.enum(delayReasons), promised_by: time });
