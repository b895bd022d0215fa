import { createHash, randomBytes } from "node:crypto";
import { firstRow, sql, type Database } from "./sql/database.ts";

export type Operator = { operatorId: bigint; email: string };

export type OperatorSessions = {
  open(operatorId: bigint): Promise<{ token: string; csrfToken: string }>;
  /** The operator behind the cookie; `csrf` tells whether the header belongs to the same session. */
  resolve(token: string, csrfToken: string): Promise<{ operator: Operator; csrf: boolean } | null>;
  end(token: string): Promise<void>;
};

export const operatorCookie = "sanshi_operator";
/** Real time, both. */
export const operatorIdleMinutesMax = 30;
export const operatorAgeHoursMax = 12;

export function createOperatorSessions(database: Database): OperatorSessions {
  return {
    async open(operatorId) {
      const token = randomBytes(32).toString("base64url");
      const csrfToken = randomBytes(32).toString("base64url");
      await sql`INSERT INTO operator_session (token_hash, operator_id, csrf_token_hash)
        VALUES (${sha256(token)}, ${operatorId}, ${sha256(csrfToken)})`.execute(database.reader);
      return { token, csrfToken };
    },
    async resolve(token, csrfToken) {
      const row = await firstRow(
        database.reader,
        sql<{ operator_id: bigint; email: string; csrf: boolean }>`
          UPDATE operator_session SET last_seen_at = clock_timestamp()
          FROM operator
          WHERE token_hash = ${sha256(token)} AND operator.id = operator_id
            AND revoked_at IS NULL AND operator.disabled_at IS NULL
            AND last_seen_at > clock_timestamp() - ${operatorIdleMinutesMax} * interval '1 minute'
            AND operator_session.created_at
              > clock_timestamp() - ${operatorAgeHoursMax} * interval '1 hour'
          RETURNING operator.id AS operator_id, operator.email,
            csrf_token_hash = ${sha256(csrfToken)} AS csrf`,
      );
      if (row === undefined) return null;
      return { operator: { operatorId: row.operator_id, email: row.email }, csrf: row.csrf };
    },
    async end(token) {
      await sql`UPDATE operator_session SET revoked_at = clock_timestamp()
        WHERE token_hash = ${sha256(token)}`.execute(database.reader);
    },
  };
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
