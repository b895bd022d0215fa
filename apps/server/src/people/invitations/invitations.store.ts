import { firstRow, rows, sql, type Reader } from "../../platform/sql/database.ts";
import type {
  FindCustomerIdRow,
  FindInvitationRow,
  FirstHouseInvitationCodeRow,
  StoredInvitation,
} from "./invitations.sql-types.ts";

/** `place`: microseconds since the epoch: where a page ends. */
export type { StoredInvitation } from "./invitations.sql-types.ts";

const place = sql`(extract(epoch FROM invitation_code.created_at) * 1000000)::bigint`;

export function listInvitations(
  reader: Reader,
  query: {
    search: string | null;
    state: "open" | "withdrawn" | "all";
    before: { place: bigint; code: string } | null;
    limit: number;
  },
): Promise<StoredInvitation[]> {
  const { search, state, before } = query;
  const states = {
    open: sql`AND invitation_code.withdrawn_at IS NULL`,
    withdrawn: sql`AND invitation_code.withdrawn_at IS NOT NULL`,
    all: sql``,
  };
  return rows(
    reader,
    sql<StoredInvitation>`SELECT invitation_code.code, inviter.account AS inviter,
        invitation_code.created_at, invitation_code.withdrawn_at, ${place} AS place,
        (SELECT count(*)::int FROM customer WHERE invitation_code = invitation_code.code) AS customers
      FROM invitation_code LEFT JOIN customer inviter ON inviter.id = inviter_customer_id
      WHERE true ${states[state]}
        ${search === null ? sql`` : sql`AND (invitation_code.code LIKE upper(${search}) OR inviter.account LIKE ${search})`}
        ${before === null ? sql`` : sql`AND (${place}, invitation_code.code) < (${before.place}::bigint, ${before.code})`}
      ORDER BY ${place} DESC, invitation_code.code DESC LIMIT ${query.limit}`,
  );
}

/** False where there is one by this code. */
export async function insertInvitation(
  executor: Reader,
  code: string,
  inviterId: bigint | null,
): Promise<boolean> {
  const result = await sql`INSERT INTO invitation_code (code, inviter_customer_id)
    VALUES (${code}, ${inviterId}) ON CONFLICT DO NOTHING`.execute(executor);
  return result.numAffectedRows === 1n;
}

export function findInvitation(
  executor: Reader,
  code: string,
): Promise<{ withdrawn_at: number | null } | undefined> {
  return firstRow(
    executor,
    sql<FindInvitationRow>`SELECT withdrawn_at FROM invitation_code
      WHERE code = ${code} FOR UPDATE`,
  );
}

export async function withdrawInvitation(executor: Reader, code: string): Promise<void> {
  await sql`UPDATE invitation_code SET withdrawn_at = real_now()
    WHERE code = ${code}`.execute(executor);
}

export function findCustomerId(
  reader: Reader,
  account: string,
): Promise<{ id: bigint } | undefined> {
  return firstRow(
    reader,
    sql<FindCustomerIdRow>`SELECT id FROM customer WHERE account = ${account}`,
  );
}

/** The house's first open code, if there is one. */
export async function firstHouseInvitationCode(reader: Reader): Promise<string | undefined> {
  const row = await firstRow(
    reader,
    sql<FirstHouseInvitationCodeRow>`SELECT code FROM invitation_code
      WHERE inviter_customer_id IS NULL AND withdrawn_at IS NULL ORDER BY created_at, code LIMIT 1`,
  );
  return row?.code;
}
