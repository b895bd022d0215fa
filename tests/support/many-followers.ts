import { minor, negateMinor, type Currency, type Minor } from "@sanshi/money";
import { houseAccount } from "../../apps/server/src/ledger/ledger.ts";
import { postMany } from "../../apps/server/src/ledger/many-transfers.ts";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Database,
} from "../../apps/server/src/platform/sql/database.ts";

const postedAtOnce = 2_000;

/**
 * Customers in numbers, past their registration: each with accounts, and paper money that is posted. What they
 * have agrees with the books.
 */
export async function manyCustomers(
  owner: Database,
  more: { count: number; currency: Currency; grant: Minor; at: number },
): Promise<bigint[]> {
  const { count, currency, grant, at } = more;
  const { reader } = owner;
  await sql`INSERT INTO invitation_code (code) VALUES ('CROWDED1') ON CONFLICT DO NOTHING`.execute(
    reader,
  );
  const made = await rows(
    reader,
    sql<{
      id: bigint;
    }>`INSERT INTO customer (account, password_hash, invitation_code, registered_at)
      SELECT (5000000000 + (SELECT count(*) FROM customer) + g)::text, 'none', 'CROWDED1', ${timestamp(at)}
      FROM generate_series(1, ${count}::int) g RETURNING id`,
  );
  const ids = made.map(({ id }) => id);
  await sql`WITH made AS (
      INSERT INTO ledger_account (customer_id, currency, purpose)
      SELECT c.id, ${currency}, p.purpose FROM unnest(${ids}::bigint[]) AS c (id),
        unnest(ARRAY['available', 'followed', 'reserved_orders', 'debt', 'margin_debt', 'short_collateral',
          'shortfall_debt']) AS p (purpose)
      RETURNING id, currency, purpose)
    INSERT INTO ledger_balance (account_id, floor)
    SELECT id, ledger_floor(purpose, currency) FROM made`.execute(reader);
  const house = await houseAccount(reader, currency, "simulated_grant");
  await post(owner, { currency, at, kind: "simulated_grant", amount: grant }, ids, (id) => ({
    causeId: id,
    from: house,
    to: { customerId: id, purpose: "available" },
  }));
  return ids;
}

/** Each follows a product, as it asks for it itself. Answers the followings. */
export async function followedByMany(
  owner: Database,
  customers: readonly bigint[],
  more: { productId: bigint; currency: Currency; amount: Minor; at: number },
): Promise<bigint[]> {
  const { productId, currency, amount, at } = more;
  const made = await rows(
    owner.reader,
    sql<{
      id: bigint;
      customer_id: bigint;
    }>`INSERT INTO copy_following (product_id, customer_id, amount, asked_at)
      SELECT ${productId}, c.id, ${amount}, ${timestamp(at)} FROM unnest(${[...customers]}::bigint[]) AS c (id)
      RETURNING id, customer_id`,
  );
  await post(owner, { currency, at, kind: "follow_asked", amount }, made, (following) => ({
    causeId: following.id,
    from: { customerId: following.customer_id, purpose: "available" },
    to: { customerId: following.customer_id, purpose: "followed" },
  }));
  return made.map(({ id }) => id);
}

type Place = bigint | { customerId: bigint; purpose: "available" | "followed" };

async function post<One>(
  owner: Database,
  posted: { currency: Currency; at: number; kind: string; amount: Minor },
  all: readonly One[],
  movement: (one: One) => { causeId: bigint; from: Place; to: Place },
): Promise<void> {
  const { currency, at, kind, amount } = posted;
  const accounts = new Map(
    (
      await rows(
        owner.reader,
        sql<{
          id: bigint;
          key: string;
        }>`SELECT id, customer_id || ':' || purpose AS key FROM ledger_account
          WHERE currency = ${currency} AND customer_id IS NOT NULL`,
      )
    ).map(({ id, key }) => [key, id]),
  );
  const accountOf = (place: Place) =>
    typeof place === "bigint"
      ? place
      : (accounts.get(`${place.customerId}:${place.purpose}`) ?? 0n);
  for (let from = 0; from < all.length; from += postedAtOnce) {
    const transfers = all.slice(from, from + postedAtOnce).map((one) => {
      const { causeId, ...places } = movement(one);
      const entries = [
        { accountId: accountOf(places.from), amount: negateMinor(amount) },
        { accountId: accountOf(places.to), amount },
      ];
      return { kind, causeId, entries };
    });
    await owner.transaction((transaction) =>
      postMany(transaction, { currency, happenedAt: at, transfers }),
    );
  }
}

/** What is on the house's account. */
export async function onHouseAccount(owner: Database, purpose: string): Promise<Minor> {
  const row = await firstRow(
    owner.reader,
    sql<{ sum: bigint }>`SELECT coalesce(sum(p.amount), 0)::bigint AS sum FROM ledger_posting p
      JOIN ledger_account a ON a.id = p.account_id WHERE a.customer_id IS NULL AND a.purpose = ${purpose}`,
  );
  return minor(row?.sum ?? 0n);
}
