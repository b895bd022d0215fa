import { defineOperatorCall } from "../operator-call.ts";
import { operatorRoles } from "../permissions.ts";
import { recordId, time, typedTextOrNone, cursor, listLimit, page } from "../wire.ts";
import { z } from "zod";

const auditEntry = z.object({
  number: recordId,
  at: time,
  operator: z.string().nullable(),
  role: z.enum(operatorRoles).nullable(),
  address: z.string(),
  method: z.string(),
  path: z.string(),
  /** What the call was about: an account, a case, an operator. */
  subject: z.string(),
  /** `ok` or the refusal's code. */
  outcome: z.string(),
  details: z.record(z.string(), z.unknown()),
  hash: z.string(),
});

const filter = {
  operator: typedTextOrNone(254).optional(),
  subject: typedTextOrNone(100).optional(),
  path: typedTextOrNone(100).optional(),
  outcome: z.enum(["ok", "refused"]).optional(),
  /** `only`: what was changed. Readings are left out, and so is what was refused unless it is asked for. */
  changes: z.enum(["", "only"]).optional(),
  from: time.optional(),
  to: time.optional(),
};

export const auditCalls = {
  "/api/ops/audit": defineOperatorCall({
    summary: "The audit log, newest first",
    method: "GET",
    permission: "view_audit",
    input: z.strictObject({ ...filter, cursor: cursor.optional(), limit: listLimit }),
    output: page(auditEntry),
    refusals: [],
  }),
  "/api/ops/audit/check": defineOperatorCall({
    summary: "Recomputes the whole chain and answers what does not hold; empty when it is whole",
    method: "GET",
    permission: "view_audit",
    input: z.strictObject({}),
    output: z.object({ entries: z.int(), head: z.string(), faults: z.array(z.string()) }),
    refusals: [],
  }),
  "/api/ops/audit/export": defineOperatorCall({
    summary:
      "The audit log as a file, oldest first, with the hashes that verify it; a workbook holds the first 10,000 entries",
    method: "GET",
    permission: "export_audit",
    answersFile: true,
    input: z.strictObject({ ...filter, format: z.enum(["jsonl", "csv", "xlsx"]).default("jsonl") }),
    output: z.string(),
    refusals: [],
  }),
};
