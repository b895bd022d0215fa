import { createHash, randomBytes } from "node:crypto";
import { operatorSessionEnds, type OperatorRole } from "@sanshi/contract";
import { firstRow, sql, type Narrowed, type Database, type Reader } from "./sql/database.ts";
import type {
  CreateOperatorSessionsRow,
  NoteOperatorProofRow,
  OperatorProvedUntilRow,
} from "./operator-sessions.sql-types.ts";

/** Who makes an operators' call. */
export type Operator = {
  operatorId: bigint;
  email: string;
  role: OperatorRole;
  passwordChangeRequired: boolean;
  hasSecondFactor: boolean;
  signedInAt: number;
};

export type OperatorSessions = {
  /** In the caller's transaction, which has the operator locked and looked at. */
  open(executor: Reader, operatorId: bigint): Promise<{ token: string; csrfToken: string }>;
  /** The operator behind the cookie; null once the session ended or the operator was disabled. */
  resolve(token: string): Promise<Operator | null>;
  end(token: string): Promise<void>;
};

export const operatorCookie = "sanshi_operator";

/** Every call asks the database: an operator who was disabled a moment ago is out. */
export function createOperatorSessions(database: Database): OperatorSessions {
  return {
    async open(executor, operatorId) {
      const token = randomBytes(32).toString("base64url");
      const csrfToken = csrfTokenOf(token);
      await sql`INSERT INTO operator_session (token_hash, operator_id, csrf_token_hash)
        VALUES (${sha256(token)}, ${operatorId}, ${sha256(csrfToken)})`.execute(executor);
      return { token, csrfToken };
    },
    async resolve(token) {
      const row = await firstRow(
        database.reader,
        sql<CreateOperatorSessionsRow>`
          UPDATE operator_session session SET last_seen_at = real_now()
          FROM operator
          WHERE token_hash = ${sha256(token)} AND operator.id = operator_id
            AND revoked_at IS NULL AND operator.disabled_at IS NULL
            AND last_seen_at > real_now()
              - ${operatorSessionEnds.idleMinutes} * interval '1 minute'
            AND session.created_at > real_now()
              - ${operatorSessionEnds.ageHours} * interval '1 hour'
          RETURNING operator.id AS operator_id, operator.email, operator.role,
            operator.password_change_required, session.created_at,
            operator.totp_confirmed_at IS NOT NULL OR EXISTS (SELECT FROM operator_passkey
              WHERE operator_passkey.operator_id = operator.id) AS has_second_factor`,
      );
      if (row === undefined) return null;
      return {
        operatorId: row.operator_id,
        email: row.email,
        role: row.role,
        passwordChangeRequired: row.password_change_required,
        hasSecondFactor: row.has_second_factor,
        signedInAt: row.created_at,
      };
    },
    async end(token) {
      await sql`UPDATE operator_session SET revoked_at = real_now()
        WHERE token_hash = ${sha256(token)} AND revoked_at IS NULL`.execute(database.reader);
    },
  };
}

/** Ends an operator's sessions, all but the one of `exceptToken`. */
export async function endOperatorSessions(
  executor: Reader,
  operatorId: bigint,
  exceptToken: string | null = null,
): Promise<void> {
  await sql`UPDATE operator_session SET revoked_at = real_now()
    WHERE operator_id = ${operatorId} AND revoked_at IS NULL
      AND token_hash IS DISTINCT FROM ${exceptToken === null ? null : sha256(exceptToken)}::bytea`.execute(
    executor,
  );
}

/** Notes that the session's person has just proved a second factor; answers until when that holds. */
export async function noteOperatorProof(
  executor: Reader,
  token: string,
  minutes: number,
): Promise<number> {
  const row = await firstRow(
    executor,
    sql<
      Narrowed<NoteOperatorProofRow, { until: number }>
    >`UPDATE operator_session SET proved_at = real_now()
      WHERE token_hash = ${sha256(token)}
      RETURNING proved_at + ${minutes} * interval '1 minute' AS until`,
  );
  if (row === undefined) throw new Error("a call without a session");
  return row.until;
}

/** Until when the session's proof holds, in real time; null where it has none. */
export async function operatorProvedUntil(
  executor: Reader,
  token: string,
  minutes: number,
): Promise<number | null> {
  const row = await firstRow(
    executor,
    sql<
      Narrowed<OperatorProvedUntilRow, { until: number }>
    >`SELECT proved_at + ${minutes} * interval '1 minute' AS until
      FROM operator_session WHERE token_hash = ${sha256(token)}
        AND proved_at > real_now() - ${minutes} * interval '1 minute'`,
  );
  return row?.until ?? null;
}

/** A changed factor is proved anew everywhere but where it was changed. */
export async function endOtherOperatorProofs(
  executor: Reader,
  operatorId: bigint,
  token: string,
): Promise<void> {
  await sql`UPDATE operator_session SET proved_at = NULL
    WHERE operator_id = ${operatorId} AND token_hash <> ${sha256(token)}
      AND proved_at IS NOT NULL`.execute(executor);
}

/**
 * What a page has to send with every change. It follows from the cookie, which scripts cannot read, so
 * that a page that is loaded again can ask for it, and another site's page cannot know it.
 */
export function csrfTokenOf(token: string): string {
  return createHash("sha256").update(`csrf:${token}`).digest("base64url");
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
