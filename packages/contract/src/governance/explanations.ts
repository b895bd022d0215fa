import { reasonLengthMax } from "../reason-codes.ts";
import { typedLines } from "../wire.ts";

/**
 * What an operator adds to a reason's code in their own words, in one language: it reaches the customer as a
 * message of its own, framed as an operator's, once a second operator approves it. At most `reasonLengthMax`
 * characters.
 */
export const explanation = typedLines(reasonLengthMax).optional();
