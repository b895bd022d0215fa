import { defineCall } from "../call.ts";
import { z } from "zod";

export const statementCalls = {
  "/user/statements": defineCall({
    summary:
      "The months for which there is a statement, newest first; the current one is not complete",
    access: "customer",
    input: z.strictObject({}),
    output: z.array(
      z.object({
        month: z.string().regex(/^\d{4}-\d{2}$/),
        from: z.iso.date(),
        to: z.iso.date(),
        complete: z.boolean(),
      }),
    ),
    refusals: [],
  }),
  "/user/statement": defineCall({
    summary:
      "The account's statement of some days, both included: balances at both ends, every movement, what is held at the end. The file is in the envelope because the caller is known by headers that a plain link cannot send",
    access: "customer",
    input: z.strictObject({
      from: z.iso.date(),
      to: z.iso.date(),
      format: z.enum(["pdf", "csv", "xlsx"]).default("pdf"),
      language: z.enum(["jp", "cn", "us"]).default("jp"),
    }),
    output: z.object({
      file_name: z.string(),
      media_type: z.enum([
        "application/pdf",
        "text/csv",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      ]),
      base64: z.string(),
    }),
    refusals: ["date_range_reversed", "date_range_too_long"],
  }),
};
