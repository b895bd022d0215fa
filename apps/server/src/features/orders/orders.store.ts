import type { CustomerState } from "@sanshi/contract";
import {
  marketKeys,
  settlementCurrency,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import { firstRow, rows, sql, type Reader } from "../../platform/sql/database.ts";
import type { FilledOrder } from "./orders.answers.ts";

/** Ids are taken in blocks; what a process has not used when it ends is left out. */
export const positionIdsPerBlock = 256n;

/** The first id of a block that is this process's own. */
export async function takePositionIdBlock(reader: Reader): Promise<bigint> {
  const row = await firstRow(
    reader,
    sql<{ block: bigint }>`SELECT nextval('position_id_block') AS block`,
  );
  if (row === undefined) throw new Error("the database gave no ids");
  return row.block * positionIdsPerBlock;
}

export type TradingAccount = { customer_id: bigint; currency: string; purpose: string; id: bigint };

/** The accounts of some customers that trading touches. */
export function tradingAccounts(
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<TradingAccount[]> {
  return rows(
    reader,
    sql<TradingAccount>`SELECT customer_id, currency, purpose, id FROM ledger_account
      WHERE customer_id = ANY (${customerIds}::bigint[])
        AND currency = ANY (${marketKeys.map(settlementCurrency)}::text[])
        AND purpose IN ('available', 'reserved_orders', 'margin_debt', 'short_collateral',
          'shortfall_debt')`,
  );
}

export type KnownRequest = {
  customer_id: bigint;
  request_id: string;
  input_hash: string;
  /** Null where the order was filled at once: then `filled` says it. */
  answer: string | null;
  filled: FilledOrder | null;
};

/** First answers that were already given to some of these requests. */
export async function knownRequests(
  reader: Reader,
  requests: readonly { customerId: bigint; requestId: string }[],
): Promise<KnownRequest[]> {
  const found = await rows(
    reader,
    sql<Omit<KnownRequest, "filled"> & { [Name in keyof FilledOrder]: FilledOrder[Name] | null }>`
      SELECT r.customer_id, r.request_id::text, encode(r.input_hash, 'hex') AS input_hash,
        r.answer::text AS answer, f.position_id AS "positionId", p.market, p.code, f.quantity, f.price,
        f.amount, f.fee, f.quote_sequence AS "quoteSequence", f.filled_at AS "filledAt",
        p.sellable_at AS "sellableAt"
      FROM unnest(${requests.map(({ customerId }) => customerId)}::bigint[],
        ${requests.map(({ requestId }) => requestId)}::uuid[]) AS i (customer_id, request_id)
      JOIN client_request r USING (customer_id, request_id)
      LEFT JOIN position p ON p.id = r.position_id
      LEFT JOIN fill f ON f.position_id = r.position_id AND f.number = 0`,
  );
  return found.map(({ customer_id, request_id, input_hash, answer, ...filled }) => {
    return { customer_id, request_id, input_hash, answer, filled: isWhole(filled) ? filled : null };
  });
}

function isWhole(filled: {
  [Name in keyof FilledOrder]: FilledOrder[Name] | null;
}): filled is FilledOrder {
  return filled.positionId !== null;
}

/** A position as it stands, with the state of its customer and the app's time in the database. */
export type StoredPosition = {
  id: bigint;
  customer_id: bigint;
  customer_state: CustomerState;
  market: MarketKey;
  code: string;
  kind: "market" | "limit";
  status: number;
  revision: number;
  quantity: Shares;
  limit_price: Price | null;
  opened: Shares;
  closed: Shares;
  open_price: Price | null;
  close_value: bigint;
  cost: Minor;
  open_fee: Minor;
  margin: Minor;
  reserved: Minor;
  basis_closed: Minor;
  proceeds: Minor;
  close_fee: Minor;
  stamp_duty: Minor;
  realised: Minor;
  closing_quantity: Shares | null;
  closing_price: Price | null;
  placed_at: number;
  sellable_at: number | null;
  /** A split or dividend is still to be applied to it: its figures are not of today's prices. */
  is_behind: boolean;
  now: number;
};

/** Only where the position is that customer's own: another's is as if it did not exist. */
export function loadPositions(
  reader: Reader,
  wanted: readonly { customerId: bigint; positionId: bigint }[],
): Promise<StoredPosition[]> {
  return rows(
    reader,
    sql<StoredPosition>`SELECT p.id, p.customer_id, c.state AS customer_state, p.market, p.code, p.kind,
        p.status, p.revision, p.quantity, p.limit_price, p.opened, p.closed, p.open_price,
        p.close_value, p.cost, p.open_fee, p.margin, p.reserved, p.basis_closed, p.proceeds,
        p.close_fee, p.stamp_duty, p.realised, p.closing_quantity, p.closing_price, p.placed_at,
        p.sellable_at, moment.now,
        -- Counted, because an EXISTS may be planned as one look through everybody's positions.
        (SELECT count(*) > 0 FROM position_action_due d WHERE d.position_id = p.id) AS is_behind
      FROM unnest(${wanted.map(({ customerId }) => customerId)}::bigint[],
        ${wanted.map(({ positionId }) => positionId)}::bigint[]) AS i (customer_id, position_id)
      JOIN position p ON p.id = i.position_id AND p.customer_id = i.customer_id
      JOIN customer c ON c.id = p.customer_id
      CROSS JOIN (SELECT app_now() AS now) moment`,
  );
}

export type StoredWaitingOrder = {
  id: bigint;
  customer_id: bigint;
  market: MarketKey;
  code: string;
  status: number;
  limit_price: Price | null;
  closing_price: Price | null;
};

/** Every order that waits, for a process that starts. */
export function loadWaitingOrders(reader: Reader): Promise<StoredWaitingOrder[]> {
  return rows(
    reader,
    sql<StoredWaitingOrder>`SELECT id, customer_id, market, code, status, limit_price, closing_price
      FROM position WHERE status IN (1, 3)`,
  );
}

/** The orders that wait on one stock. */
export function loadWaitingOrdersOf(
  reader: Reader,
  market: MarketKey,
  code: string,
): Promise<StoredWaitingOrder[]> {
  return rows(
    reader,
    sql<StoredWaitingOrder>`SELECT id, customer_id, market, code, status, limit_price, closing_price
      FROM position WHERE status IN (1, 3) AND market = ${market} AND code = ${code}`,
  );
}

/** What a customer can spend, and may still borrow by leverage, in a market's currency. */
export async function moneyToTradeWith(
  reader: Reader,
  customerId: bigint,
  currency: string,
): Promise<{ available: Minor; credit: Minor }> {
  const found = await rows(
    reader,
    sql<{ purpose: string; left: Minor }>`SELECT a.purpose, b.balance - b.floor AS left
      FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
      WHERE a.customer_id = ${customerId} AND a.currency = ${currency}
        AND a.purpose IN ('available', 'margin_debt')`,
  );
  const leftOf = (purpose: string): Minor => {
    const row = found.find((one) => one.purpose === purpose);
    if (row === undefined) throw new Error(`a customer without ${purpose} in ${currency}`);
    return row.left;
  };
  return { available: leftOf("available"), credit: leftOf("margin_debt") };
}

export type StoredOffer = {
  market: MarketKey;
  /** Empty for the whole market. */
  code: string;
  leverages: number[] | null;
  short_offered: boolean | null;
};

export function loadStockOffers(reader: Reader): Promise<StoredOffer[]> {
  return rows(
    reader,
    sql<StoredOffer>`SELECT market, code, leverages, short_offered FROM stock_offer`,
  );
}
