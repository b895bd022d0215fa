import {
  divide,
  minor,
  negateMinor,
  price,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import { accruedUntil, lastInterestDay, localDate } from "@sanshi/rulebook";
import {
  accountKey,
  customerAccounts,
  houseAccount,
  postTransfer,
  type Purpose,
} from "../../../ledger/ledger.ts";
import { settleNet } from "../../../ledger/settle.ts";
import type { Transaction } from "../../../platform/sql/database.ts";
import { beginExchanged } from "../../positions/positions.ts";
import { askedAt, type ClosingOrder } from "../changing/closing-orders.ts";
import { closed } from "../changing/position-changes.ts";
import { bearing, heldMoney, sharesLeft } from "../changing/stored-money.ts";
import { exchangeOf, type Exchange, type ExchangeTerms } from "../costing/exchange-money.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { insertExchangeFill } from "../storing/allotments.store.ts";
import { writeChange, type Change } from "../storing/changes.store.ts";
import { loadPosition, type StoredPosition } from "../storing/positions.store.ts";

export type { ExchangeTerms } from "../costing/exchange-money.rules.ts";

export type SettledHolding = {
  number: number;
  side: "long" | "short";
  quantity: Shares;
  /** What was realised by it. */
  profit: Minor;
  /** What the customer owed before it, below zero. */
  shortfallBefore: Minor;
};

/** What becomes of a stock's holdings once its listing has ended. */
export type EndedStocks = {
  /** Settles once what waits in this process has met a stock's prices before a moment. */
  meetBefore(market: MarketKey, code: string, moment: number): Promise<void>;
  /** Applies what took effect of the new stock since the old one's end to what was exchanged; false where not yet. */
  applySince(market: MarketKey, code: string, from: number): Promise<boolean>;
  /** Closes what is left of a position at the published price; see `settleHolding`. */
  settle(
    transaction: Transaction,
    settlement: Parameters<typeof settleHolding>[2],
  ): ReturnType<typeof settleHolding>;
  /** Exchanges what is left of it for another company's shares; see `exchangeHolding`. */
  exchange(
    transaction: Transaction,
    settlement: Parameters<typeof exchangeHolding>[2],
  ): ReturnType<typeof exchangeHolding>;
};

export function endedOf(
  services: OrderServices,
  meetBefore: EndedStocks["meetBefore"],
  applySince: EndedStocks["applySince"],
): EndedStocks {
  return {
    meetBefore,
    applySince,
    settle: (transaction, settlement) => settleHolding(services, transaction, settlement),
    exchange: (transaction, settlement) => exchangeHolding(services, transaction, settlement),
  };
}

type Settlement = { customerId: bigint; positionId: bigint; endedAt: number };

/**
 * Closes all that is left of a position of a stock that has ended, at its published price and without a fee, in the
 * caller's transaction. Interest is paid up to the moment of the end. Null, and nothing changed, where nothing is
 * left, an order still works on it or a split has not reached it: then the caller looks again.
 */
export async function settleHolding(
  services: OrderServices,
  transaction: Transaction,
  settlement: Settlement & { price: Price },
): Promise<SettledHolding | null> {
  const stored = await loadSettled(services, transaction, settlement);
  if (stored === null) return null;
  const { price: at, endedAt } = settlement;
  const value = at * sharesLeft(stored);
  const { change, settled } = closedAtEnd(services, stored, { price: at, value, endedAt });
  return (await write(transaction, stored, change)) ? settled : null;
}

export type ExchangedHolding = SettledHolding &
  Pick<Exchange, "received" | "cash"> & {
    /** Null where not one whole share came of it. */
    newPositionId: bigint | null;
  };

/**
 * Exchanges all that is left of a position for shares of `code` and cash, in the caller's transaction, as `settleHolding`
 * settles it. The position that goes on has its customer's terms: since when it is held, from when it may be sold, what was
 * paid for it and what is lent.
 */
export async function exchangeHolding(
  services: OrderServices,
  transaction: Transaction,
  settlement: Settlement & { code: string; terms: ExchangeTerms },
): Promise<ExchangedHolding | null> {
  const stored = await loadSettled(services, transaction, settlement);
  if (stored === null) return null;
  const { terms, endedAt, code } = settlement;
  const left = sharesLeft(stored);
  const openValue =
    stored.open_value === null
      ? (stored.open_price ?? 0n) * left
      : divide(stored.open_value * left, stored.opened, "half_up");
  const exchange = exchangeOf(heldMoney(stored), openValue, terms);
  const value = exchange.closes * priceUnitsPerMinor(settlementCurrency(stored.market));
  const average = divide(value, left, "half_up");
  const at = price(average > 0n ? average : 1n);
  const { change, settled } = closedAtEnd(services, stored, { price: at, value, endedAt });
  const margin = exchange.goesOn?.margin ?? 0n;
  if (!(await write(transaction, stored, withMarginKept(stored, change, minor(margin)))))
    return null;
  const { received, cash } = exchange;
  const newPositionId = await goOn(services, transaction, stored, {
    code,
    exchange,
    settled,
    endedAt,
  });
  return { ...settled, received, cash, newPositionId };
}

async function loadSettled(
  { accounts: book }: OrderServices,
  transaction: Transaction,
  settlement: Settlement,
): Promise<StoredPosition | null> {
  await book.load([settlement.customerId]);
  const stored = await loadPosition(transaction, settlement);
  if (stored === undefined || stored.is_behind || stored.opening_works) return null;
  return stored.closings.length > 0 || sharesLeft(stored) === 0n ? null : stored;
}

function closedAtEnd(
  { accounts: book, context }: OrderServices,
  stored: StoredPosition,
  { price: at, value, endedAt }: { price: Price; value: bigint; endedAt: number },
): { change: Change; settled: SettledHolding } {
  const quantity = shares(sharesLeft(stored));
  const order: ClosingOrder = {
    id: stored.id,
    working: null,
    quantity,
    limit: at,
    asked: askedAt(at),
    triggers: false,
    reason: "stock_end",
  };
  const slices = [{ price: at, quantity }];
  const match = { quantity, price: at, value, slices, hasCounterparty: true };
  const shown = context.quotes.get(stored.market, stored.code);
  const quote = {
    feed: shown?.feed ?? context.feed.name,
    sequence: shown?.sequence ?? 0n,
    at: shown?.at ?? endedAt,
    bid: at,
    ask: at,
  };
  const fees = { of: () => [] };
  const accounts = book.of(stored.customer_id, stored.market);
  // Days that have passed since the end bear nothing, whether they are reckoned already or not.
  const lastMoment = endedAt - 1;
  const accrued = accruedUntil(bearing(stored), localDate(stored.market, lastMoment));
  const atEnd = {
    ...stored,
    interest_units: accrued.interestUnits,
    interest_through: accrued.interestThrough,
  };
  const filling = { quote, match, now: lastMoment, fees };
  const { change, part } = closed(atEnd, order, filling, accounts);
  const settled = {
    number: stored.revision + 1,
    side: stored.side,
    quantity,
    profit: part.profit,
    shortfallBefore: stored.shortfall,
  };
  return { change, settled };
}

/** What the position that goes on is margined with does not repay a debt first: it is spent again at once. */
function withMarginKept(
  { available, shortfall }: StoredPosition,
  change: Change,
  margin: Minor,
): Change {
  const { movement } = change;
  if (movement === null) return change;
  const net = minor((movement.available ?? 0n) + (movement.shortfall ?? 0n) - margin);
  const settled = settleNet(net, { available, shortfall });
  return {
    ...change,
    movement: {
      ...movement,
      kind: "shares_exchanged",
      available: minor(settled.available + margin),
      shortfall: settled.shortfall,
      seen: net < 0n || shortfall < 0n ? { available, shortfall } : null,
    },
  };
}

function write(
  transaction: Transaction,
  { customer_id: customerId }: StoredPosition,
  change: Change,
): Promise<boolean> {
  return writeChange(transaction, {
    customerId,
    request: null,
    answer: null,
    change,
    notice: null,
  });
}

/** Answers the id of the position that goes on. */
async function goOn(
  { context, ids }: OrderServices,
  transaction: Transaction,
  stored: StoredPosition,
  to: { code: string; exchange: Exchange; settled: SettledHolding; endedAt: number },
): Promise<bigint | null> {
  const { code, endedAt } = to;
  const { received, goesOn } = to.exchange;
  if (goesOn === null) return null;
  const [id] = await ids.take(1);
  if (id === undefined) throw new Error("no id for a position");
  const { market, side, customer_id: customerId } = stored;
  const isLong = side === "long";
  const { openPrice, cost, margin, borrowed, collateral } = goesOn;
  // The old position has paid up to there.
  const paid = lastInterestDay(bearing(stored), localDate(market, endedAt - 1));
  const through = isLong && borrowed === 0n ? null : paid;
  const position = { id, code, received, openPrice, cost, margin, borrowed, collateral, through };
  await beginExchanged(transaction, stored.id, position);
  const shown = context.quotes.get(market, code);
  const feed = shown?.feed ?? context.feed.name;
  const sequence = shown?.sequence ?? 0n;
  // Where markets never close the new stock's next day begins at the same moment, and what it pays then is due.
  const at = endedAt - 1;
  const happenedAt = await insertExchangeFill(
    transaction,
    { positionId: stored.id, number: to.settled.number },
    { ...position, side: isLong ? "buy" : "sell", feed, sequence, at },
  );
  const currency = settlementCurrency(market);
  const accounts = await customerAccounts(transaction, customerId);
  const own = (purpose: Purpose) => {
    const account = accounts.get(accountKey(currency, purpose));
    if (account === undefined) throw new Error(`a customer without ${purpose} in ${currency}`);
    return account;
  };
  const entries = [
    { accountId: own("available"), amount: negateMinor(margin) },
    { accountId: own("margin_debt"), amount: isLong ? negateMinor(borrowed) : minor(0n) },
    { accountId: own("short_collateral"), amount: collateral },
    {
      accountId: await houseAccount(transaction, currency, "market"),
      amount: isLong ? cost : negateMinor(cost),
    },
  ].filter(({ amount }) => amount !== 0n);
  await postTransfer(transaction, {
    kind: "shares_exchanged",
    causeId: id,
    happenedAt,
    currency,
    entries,
  });
  return id;
}
