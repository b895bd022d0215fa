import { defineOperatorCall } from "../operator-call.ts";
import { recordId } from "../wire.ts";
import { z } from "zod";

export const documentCalls = {
  "/api/ops/documents/:id": defineOperatorCall({
    summary:
      "A photo of an ID or a receipt, as a file; who looked and when is written down, and the customer reads it",
    method: "GET",
    permission: "view_documents",
    input: z.strictObject({ id: recordId }),
    output: z.string(),
    answersFile: true,
    refusals: ["document_not_found"],
  }),
};
