import {
  divide,
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  parseMinor,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  zeroMinor,
  type Minor,
} from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import {
  accountKey,
  customerAccounts,
  customerBalances,
  houseAccount,
  lockBalances,
  postTransfer,
  type Purpose,
} from "../../../ledger/ledger.ts";
import { settleNet } from "../../../ledger/settle.ts";
import { sendMessage } from "../../../people/messages/messages.ts";
import type { Transaction } from "../../../platform/sql/database.ts";
import type { ExecutionReport } from "../../../venues/reporting-venue.ts";
import { reversePosition } from "../../positions/positions.ts";
import type { BookedTrade } from "../../venue-orders/venue-orders.ts";
import { feeItemsOnWire } from "../answering/order-answers.ts";
import { termsOf } from "../changing/stored-money.ts";
import { reservationOf } from "../costing/opening-money.rules.ts";
import { reversalOf, type BookedFill, type Reversal } from "../costing/reversal.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { loadPosition, type StoredPosition } from "../storing/positions.store.ts";
import {
  insertReversalFill,
  lockReversible,
  reverseOrder,
  type ReversibleFill,
} from "../storing/reversals.store.ts";

type Reported = { orderId: bigint; customerId: bigint; report: ExecutionReport };
type Taken = { trade: BookedTrade; correction: BookedTrade | null };

/**
 * A trade that the venue busts, or corrects, in the transaction that counts its report as done: the fill with the
 * other sign and the one in its place, the position and its order without it, one transfer, and a message that
 * names all of it. Behind a split its shares are of another scale: a person decides then, as about what was borrowed for.
 */
export async function reverse(
  services: OrderServices,
  transaction: Transaction,
  { orderId, customerId, report }: Reported,
  { trade, correction }: Taken,
): Promise<(() => void) | "not_bookable"> {
  const { context } = services;
  const { executionId } = trade;
  const venue = context.venue.name;
  const fill = await lockReversible(transaction, { venue, executionId, orderId });
  if (fill === undefined || fill.was_adjusted) return "not_bookable";
  const { position_id: positionId } = fill;
  const stored = await loadPosition(transaction, { customerId, positionId });
  if (stored === undefined || stored.side === "short" || stored.leverage > 1) return "not_bookable";
  const reversal = decide(services, stored, fill, correction);
  const { taken, placed, to } = reversal;
  const price = correction?.price ?? trade.price;
  const quote = { feed: venue, sequence: report.sequence, bid: price, ask: price, at: report.at };
  const at = { positionId, orderId, now: stored.now };
  const number = fill.position_revision + 1;
  const items = ({ feeItems }: BookedFill) =>
    JSON.stringify(feeItemsOnWire(feeItems, settlementCurrency(stored.market)));
  const row = { ...taken, feeItems: items(taken) };
  await insertReversalFill(transaction, { ...at, number, reverses: fill.number }, row, quote);
  if (placed !== null) {
    const next = { ...at, number: number + 1, reverses: null };
    await insertReversalFill(transaction, next, { ...placed, feeItems: items(placed) }, quote);
  }
  const fills = placed === null ? 1 : 2;
  // Sold and forgotten, it may have the code of its day still.
  const code = context.quotes.present(stored.market, stored.code);
  await reversePosition(transaction, positionId, to, { fills, code, now: stored.now });
  const reserved = reservedAfter(services, stored, fill, reversal);
  const placedQuantity = placed?.quantity ?? 0n;
  await reverseOrder(transaction, orderId, {
    fewer: fill.quantity - placedQuantity,
    value: (placed === null ? 0n : placed.price * placed.quantity) - fill.price * fill.quantity,
    // What an earlier correction has left to be made good of the same trade is counted already.
    madeGood: reversal.madeGood - (fill.quantity - trade.quantity),
    reserved,
    revision: fill.position_revision + fills,
  });
  await post(transaction, stored, reversal, minor((reserved ?? stored.reserved) - stored.reserved));
  await tell(services, transaction, stored, fill, { reversal, correction });
  return () => context.events.publish(customerId, { kind: "balance_changed" });
}

function decide(
  services: OrderServices,
  stored: StoredPosition,
  fill: ReversibleFill,
  correction: BookedTrade | null,
): Reversal {
  const { market, open_price: openPrice, placed_at: placedAt } = stored;
  if (openPrice === null) throw new Error(`position ${stored.id} has fills and no price`);
  const currency = settlementCurrency(market);
  const itemOf = (name: string, amount: string) => {
    return { name, amountMinor: parseMinor(amount, currency) ?? zeroMinor };
  };
  const feeItems = fill.fee_items.map(({ name, amount }) => itemOf(name, amount));
  const paid = Object.entries(fill.paid_items).map(([name, amount]) => itemOf(name, amount));
  const isPurchase = fill.side === "buy";
  const day = isPurchase ? placedAt : fill.filled_at;
  // As the fees of each were worked out: a purchase's by its cost, a sale's by the value of all of it.
  const besideAmount = isPurchase
    ? fill.beside_amount
    : divide(fill.beside_value, priceUnitsPerMinor(currency), "floor");
  return reversalOf(
    market,
    {
      opened: stored.opened,
      closed: stored.closed,
      openPrice,
      openValue: stored.open_value ?? fill.open_value,
      closeValue: stored.close_value,
      cost: stored.cost,
      openFee: stored.open_fee,
      proceeds: stored.proceeds,
      closeFee: stored.close_fee,
      stampDuty: stored.stamp_duty,
      basisClosed: stored.basis_closed,
      interestPaid: stored.interest_paid,
      realised: stored.realised,
      // What is lent is not there to be given back either.
      closingShares: shares(stored.closing_shares + fill.lent),
    },
    { ...fill, feeItems },
    correction,
    {
      fees: services.fees.of(stored, localDate(market, day)),
      beside: { quantity: shares(fill.beside_quantity), amount: minor(besideAmount) },
      paid,
    },
  );
}

/** What is held for the rest of a purchase that works on; null where nothing is, and nothing changes. */
function reservedAfter(
  services: OrderServices,
  stored: StoredPosition,
  fill: ReversibleFill,
  { to, placed }: Reversal,
) {
  if (fill.side !== "buy" || fill.order_state !== "working") return null;
  const terms = termsOf(stored, services.fees);
  const fewer = fill.quantity - (placed?.quantity ?? 0n);
  const quantity = shares(stored.quantity - fewer);
  const filled = { opened: to.opened, cost: to.cost, margin: to.margin, fee: to.openFee };
  return reservationOf({ ...terms, quantity }, filled);
}

/** What the customer cannot give back becomes a debt, and what comes back repays one first. */
async function post(
  transaction: Transaction,
  { id, customer_id: customerId, market, now }: StoredPosition,
  { net, market: toMarket, fees }: Reversal,
  held: Minor,
): Promise<void> {
  const currency = settlementCurrency(market);
  const accounts = await customerAccounts(transaction, customerId);
  const own = (purpose: Purpose): bigint => {
    const account = accounts.get(accountKey(currency, purpose));
    if (account === undefined) throw new Error(`a customer without ${purpose} in ${currency}`);
    return account;
  };
  const touched = (["available", "reserved_orders", "shortfall_debt"] as const).map(own);
  await lockBalances(transaction, touched);
  const balances = await customerBalances(transaction, customerId);
  const balanceOf = (purpose: Purpose) =>
    balances.find((one) => one.currency === currency && one.purpose === purpose)?.balance ??
    zeroMinor;
  const settled = settleNet(minor(net - held), {
    available: balanceOf("available"),
    shortfall: balanceOf("shortfall_debt"),
  });
  const entries = [
    { accountId: own("available"), amount: settled.available },
    { accountId: own("reserved_orders"), amount: held },
    { accountId: own("shortfall_debt"), amount: settled.shortfall },
    { accountId: await houseAccount(transaction, currency, "market"), amount: toMarket },
    { accountId: await houseAccount(transaction, currency, "fees"), amount: fees },
  ].filter(({ amount }) => amount !== 0n);
  // A correction may change nothing that is money.
  if (entries.length === 0) return;
  const transfer = { kind: "fill_reversed", causeId: id, happenedAt: now, currency, entries };
  await postTransfer(transaction, transfer);
}

async function tell(
  { context }: OrderServices,
  transaction: Transaction,
  { id, customer_id: customerId, market, code, now }: StoredPosition,
  fill: ReversibleFill,
  { reversal, correction }: { reversal: Reversal; correction: BookedTrade | null },
): Promise<void> {
  const currency = settlementCurrency(market);
  const names = context.quotes.names(market, code);
  const { net, madeGood } = reversal;
  await sendMessage(transaction, {
    customerId,
    kind: correction === null ? "trade_busted" : "trade_corrected",
    at: now,
    link: `/position/info?id=${id}`,
    params: {
      code,
      name_jp: names.jp,
      name_cn: names.cn,
      name_us: names.us,
      currency,
      quantity: formatShares(fill.quantity),
      price: formatPrice(fill.price, currency),
      quantity_now: formatShares(correction?.quantity ?? reversal.madeGood),
      price_now: formatPrice(correction?.price ?? fill.price, currency),
      amount: formatMinor(net, currency),
      made_good: formatShares(madeGood),
    },
  });
}
