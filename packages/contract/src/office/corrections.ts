import { defineCall } from "../call.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import { recordId, requestId, typedTextOrNone } from "../wire.ts";
import { z } from "zod";

export const correctionCalls = {
  "/user/object-to-correction": defineCall({
    summary:
      "Objects to a correction of the balance that was announced; it does not take effect unless an operator approves it once more",
    access: "customer",
    input: z.strictObject({
      id: recordId,
      words: typedTextOrNone(reasonLengthMax).optional(),
      request_id: requestId.optional(),
    }),
    output: z.object({}),
    refusals: ["request_id_reused", "correction_not_found", "correction_ended"],
  }),
};
