// Written by `npm run types` from the migrations and the statements: not by hand.
import type { AuditDetails } from "../../platform/audit-log.ts";

export type HashAtRow = {
  hash: Buffer;
};

export type StoredEntry = {
  number: bigint;
  at: number;
  operator_id: bigint | null;
  operator: string | null;
  role: string | null;
  address: string;
  method: string;
  path: string;
  subject: string;
  outcome: string;
  details: AuditDetails;
  previous_hash: Buffer;
  hash: Buffer;
};
