import type { CustomerState } from "@sanshi/contract";
import { firstRow, rows, sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import type { Sort } from "./customers-admin.rules.ts";
import type {
  BalanceRow,
  CountsOfRow,
  CustomerRow,
  LockCustomerRow,
} from "./customers-admin.sql-types.ts";

export type { CustomerRow } from "./customers-admin.sql-types.ts";

const columns = sql`customer.id, customer.account, person.name, person.name_kana, customer.verification,
  customer.state, customer.registered_at,
  customer.invitation_code, inviter.account AS inviter, restriction.review_at,
  (SELECT max(session.last_seen_at) FROM session WHERE session.customer_id = customer.id) AS last_seen_at`;
const joined = sql`customer
  JOIN invitation_code ON invitation_code.code = customer.invitation_code
  LEFT JOIN customer inviter ON inviter.id = invitation_code.inviter_customer_id
  LEFT JOIN restriction ON restriction.customer_id = customer.id AND restriction.ended_at IS NULL
  LEFT JOIN LATERAL (SELECT name, name_kana FROM verification
    WHERE verification.customer_id = customer.id ORDER BY status = 2 DESC, id DESC LIMIT 1) person
    ON true`;

export function listCustomers(
  reader: Reader,
  query: {
    accountLike: string | null;
    /** A part of a `nameKey`, letters alone. */
    name: string | null;
    invitationCode: string | null;
    state: CustomerState | null;
    reviewOverdue: boolean;
    /** On the database's clock, which sessions live by. */
    seenWithinDays: number | null;
    sort: Sort;
    after: bigint | undefined;
    limit: number;
  },
): Promise<CustomerRow[]> {
  const { accountLike, name, invitationCode, state, reviewOverdue, sort, after } = query;
  const days = query.seenWithinDays;
  const found = [
    ...(accountLike === null ? [] : [sql`customer.account LIKE ${accountLike}`]),
    ...(name === null
      ? []
      : [
          sql`customer.id IN (SELECT customer_id FROM verification
            WHERE name_key LIKE ${`%${name}%`})`,
        ]),
    ...(invitationCode === null ? [] : [sql`customer.invitation_code = ${invitationCode}`]),
  ];
  // By account the place is the account itself, which is a number of ten digits.
  const order = {
    newest: sql`customer.id DESC`,
    oldest: sql`customer.id`,
    account: sql`customer.account`,
  }[sort];
  const beyond = {
    newest: sql`customer.id < ${after ?? null}::bigint`,
    oldest: sql`customer.id > ${after ?? null}::bigint`,
    // A pool's account is no number, and no join keeps it from being looked at first.
    account: sql`CASE customer.kind WHEN 'person' THEN customer.account::bigint END > ${after ?? null}::bigint`,
  }[sort];
  return rows(
    reader,
    sql<CustomerRow>`SELECT ${columns} FROM ${joined}
      WHERE true
        ${found.length === 0 ? sql`` : sql`AND (${sql.join(found, sql` OR `)})`}
        ${state === null ? sql`` : sql`AND customer.state = ${state}`}
        ${reviewOverdue ? sql`AND restriction.review_at <= app_now()` : sql``}
        ${
          days === null
            ? sql``
            : sql`AND EXISTS (SELECT FROM session WHERE session.customer_id = customer.id
              AND session.last_seen_at >= real_now() - ${days} * interval '1 day')`
        }
        ${after === undefined ? sql`` : sql`AND ${beyond}`}
      ORDER BY ${order} LIMIT ${query.limit}`,
  );
}

export function findCustomerRow(reader: Reader, account: string): Promise<CustomerRow | undefined> {
  return firstRow(
    reader,
    sql<CustomerRow>`SELECT ${columns} FROM ${joined} WHERE customer.account = ${account}`,
  );
}

/** Locked until the transaction ends. */
export function lockCustomer(
  transaction: Transaction,
  account: string,
): Promise<{ id: bigint; state: CustomerState } | undefined> {
  return firstRow(
    transaction,
    sql<LockCustomerRow>`SELECT id, state FROM customer
      WHERE account = ${account} FOR UPDATE`,
  );
}

export type { BalanceRow } from "./customers-admin.sql-types.ts";

export function listBalances(reader: Reader, customerId: bigint): Promise<BalanceRow[]> {
  return rows(
    reader,
    sql<BalanceRow>`SELECT account.id AS ledger_account, account.currency, account.purpose,
        balance.balance, balance.floor, balance.version
      FROM ledger_account account JOIN ledger_balance balance ON balance.account_id = account.id
      WHERE account.customer_id = ${customerId} ORDER BY account.id`,
  );
}

export async function countsOf(
  reader: Reader,
  customerId: bigint,
): Promise<{ invited: number; open_positions: number; sessions: number }> {
  const row = await firstRow(
    reader,
    sql<CountsOfRow>`SELECT
      (SELECT count(*)::int FROM customer invited
        JOIN invitation_code ON invitation_code.code = invited.invitation_code
        WHERE invitation_code.inviter_customer_id = ${customerId}) AS invited,
      (SELECT count(*)::int FROM listed_position
        WHERE customer_id = ${customerId} AND ended_at IS NULL) AS open_positions,
      (SELECT count(*)::int FROM session
        WHERE customer_id = ${customerId} AND revoked_at IS NULL) AS sessions`,
  );
  if (row === undefined) throw new Error("counting answered nothing");
  return row;
}
