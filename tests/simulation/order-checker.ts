import { rows, sql, type Reader } from "../../apps/server/src/platform/sql/database.ts";
import { findBookFaults as findDifferences } from "../support/book-faults.ts";

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
    ...(await findDifferences(reader)),
    ...(await findPositionFaults(reader)),
    ...(await findMoneyFaults(reader)),
  ];
}

/** A position is what its fills say; one that a split has changed has other numbers of shares. */
async function findPositionFaults(reader: Reader): Promise<string[]> {
  const found = await rows(
    reader,
    sql<{ fault: string }>`
      WITH told AS (
        SELECT f.*, (f.side = 'buy') = (p.side = 'long') AS opens
        FROM fill f JOIN position p ON p.id = f.position_id
      ), summed AS (
        SELECT position_id,
          sum(quantity) FILTER (WHERE opens) AS opened,
          sum(quantity) FILTER (WHERE NOT opens) AS closed,
          sum(amount) FILTER (WHERE opens) AS cost,
          sum(amount) FILTER (WHERE NOT opens) AS proceeds,
          sum(fee) FILTER (WHERE opens) AS open_fee,
          sum(fee) FILTER (WHERE NOT opens) AS close_fee,
          sum(profit) AS profit
        FROM told GROUP BY position_id
      ), split AS (
        SELECT DISTINCT a.position_id FROM position_action a
        JOIN corporate_action c ON c.id = a.action_id AND c.kind = 'split'
      )
      SELECT 'position ' || p.id || ' is not what its fills say' AS fault
      FROM position p LEFT JOIN summed s ON s.position_id = p.id
      LEFT JOIN split ON split.position_id = p.id
      WHERE (split.position_id IS NULL
          AND (p.opened <> coalesce(s.opened, 0) OR p.closed <> coalesce(s.closed, 0)))
        OR p.cost <> coalesce(s.cost, 0) OR p.proceeds <> coalesce(s.proceeds, 0)
        OR p.open_fee <> coalesce(s.open_fee, 0)
        OR p.close_fee + p.stamp_duty <> coalesce(s.close_fee, 0)
        OR p.realised <> coalesce(s.profit, 0)
        OR (p.ended_at IS NOT NULL AND p.realised <> CASE p.side WHEN 'long' THEN p.proceeds - p.cost
            ELSE p.cost - p.proceeds END
          - p.open_fee - p.close_fee - p.stamp_duty - p.interest_paid)
      UNION ALL
      SELECT 'position ' || f.position_id || ' was closed before its lock ended'
      FROM told f JOIN position p ON p.id = f.position_id
      WHERE NOT f.opens AND f.filled_at < p.sellable_at
        AND NOT EXISTS (SELECT FROM forced_sale s
          WHERE s.position_id = f.position_id AND s.number = f.number)
      UNION ALL
      SELECT 'a fill of position ' || f.position_id || ' is not at its quote'
      FROM fill f
      WHERE CASE WHEN f.levels IS NULL
        THEN f.price <> CASE f.side WHEN 'buy' THEN f.ask ELSE f.bid END
        ELSE CASE f.side WHEN 'buy' THEN f.price < f.ask ELSE f.price > f.bid END END
      UNION ALL
      SELECT 'position ' || p.id || ' waits to close ' || p.closing_shares
          || ' shares, which its orders do not'
      FROM position p LEFT JOIN trade_order o ON o.position_id = p.id
        AND o.purpose = 'close' AND o.state = 'working'
      GROUP BY p.id HAVING p.closing_shares <> coalesce(sum(o.quantity - o.filled), 0)
      UNION ALL
      SELECT 'order ' || o.id || ' has ' || o.filled || ' shares filled, its fills say '
        || coalesce(sum(f.quantity), 0)
      FROM trade_order o LEFT JOIN fill f ON f.order_id = o.id
      LEFT JOIN split ON split.position_id = coalesce(o.position_id, o.id)
      WHERE split.position_id IS NULL
      GROUP BY o.id HAVING o.filled <> coalesce(sum(f.quantity), 0)
      UNION ALL
      SELECT 'position ' || p.id || ' was filled beyond its limit'
      FROM told f JOIN listed_position p ON p.id = f.position_id
      LEFT JOIN split ON split.position_id = p.id
      WHERE f.opens AND split.position_id IS NULL AND p.limit_price IS NOT NULL
        AND CASE f.side WHEN 'buy' THEN f.price > p.limit_price ELSE f.price < p.limit_price END
      UNION ALL
      SELECT 'position ' || p.id || ' is short of ' || p.opened - p.closed
        || ' shares, lent were ' || coalesce(l.quantity, 0)
      FROM position p LEFT JOIN (
        SELECT position_id, sum(quantity) AS quantity FROM share_loan GROUP BY 1
      ) l ON l.position_id = p.id
      WHERE coalesce(l.quantity, 0) <> CASE p.side WHEN 'short' THEN p.opened - p.closed ELSE 0 END`,
  );
  return found.map(({ fault }) => fault);
}

/**
 * A customer's money, what is borrowed taken off, is the grant, less what fills and interest cost, and
 * more what fills and dividends brought. What is held back, borrowed and posted is what the positions say.
 */
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
      ), interest AS (
        SELECT customer_id, upper(market) AS currency, -sum(interest_paid) AS amount
        FROM position GROUP BY 1, 2
      ), lent AS (
        SELECT customer_id, upper(market) AS currency, sum(earned) AS amount FROM stock_lending GROUP BY 1, 2
      ), loaned AS (
        SELECT customer_id, currency, -sum(interest_total) AS amount FROM loan GROUP BY 1, 2
      ), expected AS (
        SELECT customer_id, currency, sum(amount) AS amount FROM (
          TABLE traded UNION ALL TABLE granted UNION ALL TABLE paid UNION ALL TABLE interest
          UNION ALL TABLE lent UNION ALL TABLE loaned
        ) every GROUP BY 1, 2
      ), money AS (
        SELECT a.customer_id, a.currency, sum(b.balance) AS amount
        FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id GROUP BY 1, 2
      ), kept AS (
        SELECT a.customer_id, a.currency, a.purpose, b.balance AS amount
        FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
        WHERE a.purpose IN ('reserved_orders', 'margin_debt', 'short_collateral')
      ), held AS (
        SELECT customer_id, upper(market) AS currency, purpose, sum(amount) AS amount
        FROM listed_position CROSS JOIN LATERAL (VALUES ('reserved_orders', reserved),
          ('margin_debt', -borrowed_left), ('short_collateral', collateral_left)
        ) AS v (purpose, amount) WHERE side = 'long' OR purpose <> 'margin_debt'
        GROUP BY 1, 2, 3
      )
      SELECT 'customer ' || m.customer_id || ' has ' || m.amount || ' ' || m.currency
        || ', grant, fills and dividends say ' || coalesce(e.amount, 0) AS fault
      FROM money m LEFT JOIN expected e USING (customer_id, currency)
      WHERE m.amount <> coalesce(e.amount, 0)
      UNION ALL
      SELECT 'customer ' || k.customer_id || ' has ' || k.amount || ' ' || k.currency || ' of '
        || k.purpose || ', the positions say ' || coalesce(h.amount, 0)
      FROM kept k LEFT JOIN held h USING (customer_id, currency, purpose)
      WHERE k.amount <> coalesce(h.amount, 0)`,
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
  const positions = await rows(reader, sql<{ id: string }>`SELECT id::text FROM listed_position`);
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
