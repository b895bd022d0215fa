import { rows, sql, type Reader } from "../../apps/server/src/platform/sql/database.ts";
import { findLedgerFaults } from "../../apps/server/src/ledger/ledger.ts";

/** What a customer was told of an opening or of a part that was sold, whichever it was. */
export type Acknowledged = {
  positionId: string;
  side: "buy" | "sell" | "waiting";
  quantity: string;
  amount: string;
  fee: string;
};

/**
 * Everything that does not hold between what customers were told, the positions, their fills and the
 * books. Summing to zero does not detect loss: each acknowledged fill is looked for by itself.
 */
export async function findOrderFaults(
  reader: Reader,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  return [...(await findBookFaults(reader)), ...(await findLostAnswers(reader, acknowledged))];
}

/** What does not hold among the books, the positions and their fills, whoever was told what. */
export async function findBookFaults(reader: Reader): Promise<string[]> {
  return [
    ...(await findLedgerFaults(reader)),
    ...(await findPositionFaults(reader)),
    ...(await findMoneyFaults(reader)),
  ];
}

/** A position is what its fills say. */
async function findPositionFaults(reader: Reader): Promise<string[]> {
  const found = await rows(
    reader,
    sql<{ fault: string }>`
      SELECT 'position ' || p.id || ' is not what its fills say' AS fault
      FROM position p LEFT JOIN (
        SELECT position_id,
          sum(quantity) FILTER (WHERE side = 'buy') AS bought,
          sum(quantity) FILTER (WHERE side = 'sell') AS sold,
          sum(amount) FILTER (WHERE side = 'buy') AS cost,
          sum(amount) FILTER (WHERE side = 'sell') AS proceeds,
          sum(fee) FILTER (WHERE side = 'buy') AS open_fee,
          sum(fee) FILTER (WHERE side = 'sell') AS close_fee,
          sum(profit) AS profit
        FROM fill GROUP BY position_id
      ) f ON f.position_id = p.id
      WHERE (NOT EXISTS (SELECT FROM position_action a JOIN corporate_action c ON c.id = a.action_id
          WHERE a.position_id = p.id AND c.kind = 'split')
          AND (p.opened <> coalesce(f.bought, 0) OR p.closed <> coalesce(f.sold, 0)))
        OR p.cost <> coalesce(f.cost, 0) OR p.proceeds <> coalesce(f.proceeds, 0)
        OR p.open_fee <> coalesce(f.open_fee, 0)
        OR p.close_fee + p.stamp_duty <> coalesce(f.close_fee, 0)
        OR p.realised <> coalesce(f.profit, 0)
        OR (p.status = 2 AND p.realised <> p.proceeds - p.close_fee - p.stamp_duty - p.cost - p.open_fee)
      UNION ALL
      SELECT 'position ' || f.position_id || ' was sold before its lock ended'
      FROM fill f JOIN position p ON p.id = f.position_id
      WHERE f.side = 'sell' AND f.filled_at < p.sellable_at
      UNION ALL
      SELECT 'a fill of position ' || f.position_id || ' is not at its quote'
      FROM fill f WHERE f.price <> CASE f.side WHEN 'buy' THEN f.ask ELSE f.bid END
      UNION ALL
      SELECT 'position ' || p.id || ' was filled beyond its limit'
      FROM fill f JOIN position p ON p.id = f.position_id
      WHERE f.side = 'buy' AND f.price > p.limit_price`,
  );
  return found.map(({ fault }) => fault);
}

/** A customer's money is the grant, less what fills cost, and more what they and dividends brought. */
async function findMoneyFaults(reader: Reader): Promise<string[]> {
  const found = await rows(
    reader,
    sql<{ fault: string }>`
      WITH traded AS (
        SELECT p.customer_id, upper(p.market) AS currency,
          sum(CASE f.side WHEN 'buy' THEN -f.amount ELSE f.amount END - f.fee) AS amount
        FROM fill f JOIN position p ON p.id = f.position_id GROUP BY 1, 2
      ), granted AS (
        SELECT a.customer_id, a.currency, sum(l.amount) AS amount
        FROM ledger_posting l JOIN ledger_account a ON a.id = l.account_id
        WHERE l.kind = 'simulated_grant' AND a.customer_id IS NOT NULL GROUP BY 1, 2
      ), paid AS (
        SELECT p.customer_id, upper(p.market) AS currency, sum(d.amount) AS amount
        FROM position_action d JOIN position p ON p.id = d.position_id GROUP BY 1, 2
      ), expected AS (
        SELECT customer_id, currency, sum(amount) AS amount FROM (
          TABLE traded UNION ALL TABLE granted UNION ALL TABLE paid
        ) every GROUP BY 1, 2
      ), money AS (
        SELECT a.customer_id, a.currency, sum(b.balance) AS amount,
          sum(b.balance) FILTER (WHERE a.purpose = 'reserved_orders') AS reserved
        FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id GROUP BY 1, 2
      ), held AS (
        SELECT customer_id, upper(market) AS currency, sum(reserved) AS amount
        FROM position GROUP BY 1, 2
      )
      SELECT 'customer ' || m.customer_id || ' has ' || m.amount || ' ' || m.currency
        || ', grant, fills and dividends say ' || coalesce(e.amount, 0) AS fault
      FROM money m LEFT JOIN expected e USING (customer_id, currency)
      WHERE m.amount <> coalesce(e.amount, 0)
      UNION ALL
      SELECT 'customer ' || m.customer_id || ' has ' || coalesce(m.reserved, 0) || ' ' || m.currency
        || ' reserved, the waiting orders say ' || coalesce(h.amount, 0)
      FROM money m LEFT JOIN held h USING (customer_id, currency)
      WHERE coalesce(m.reserved, 0) <> coalesce(h.amount, 0)`,
  );
  return found.map(({ fault }) => fault);
}

/** Every answer has its own record, and there is no record without an answer. */
async function findLostAnswers(
  reader: Reader,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const faults: string[] = [];
  const fills = await rows(
    reader,
    sql<{ key: string; id: string }>`SELECT position_id::text AS id,
      position_id || ' ' || side || ' ' || quantity || ' ' || amount || ' ' || fee AS key FROM fill`,
  );
  const left = new Map<string, number>();
  for (const { key } of fills) left.set(key, (left.get(key) ?? 0) + 1);
  for (const { positionId, side, quantity, amount, fee } of acknowledged) {
    if (side === "waiting") continue;
    const key = `${positionId} ${side} ${quantity} ${amount} ${fee}`;
    const count = left.get(key) ?? 0;
    if (count === 0) faults.push(`a customer was told of "${key}", which is not there`);
    else left.set(key, count - 1);
  }
  const positions = await rows(reader, sql<{ id: string }>`SELECT id::text FROM position`);
  const told = new Set(acknowledged.map(({ positionId }) => positionId));
  for (const { id } of positions) {
    if (!told.has(id)) faults.push(`position ${id} is there, and nobody was told of it`);
  }
  const there = new Set(positions.map(({ id }) => id));
  for (const id of told) {
    if (!there.has(id)) faults.push(`a customer was told of position ${id}, which is not there`);
  }
  return faults;
}
