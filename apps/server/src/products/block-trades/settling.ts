import { iso } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  settlementCurrency,
  shares,
} from "@sanshi/money";
import { tradingDayBegins } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Quote } from "../../market-feed/market-feed.ts";
import { hasEnded } from "../../market-feed/stock-ends.ts";
import { sendMessages, type NewMessage } from "../../people/messages/messages.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { ordersOf } from "../../trading/orders/orders.ts";
import { unlockPositions } from "../../trading/positions/positions.ts";
import * as store from "./applications.store.ts";
import type { ConsentRow } from "./consents.store.ts";
import type { StoredApplication } from "./applications.store.ts";
import { returnMoney } from "./block-money.ts";
import { bandOf } from "./price-band.ts";
import { serve } from "./block-trades.rules.ts";
import * as offers from "./offers.store.ts";
import type { StoredBlock } from "./offers.store.ts";
import { endSale, isHeldBack, isSoldAsAWhole, sellerOf, sellPart } from "./selling.ts";
import { stockParams } from "./stock-params.ts";

/**
 * What becomes of an offer when its window is over, in steps that each leave a fact which never changes: what the
 * seller delivers, each application's end, and the offer's. Whoever is killed in between leaves the rest to be done.
 */

const settledAtOnceMax = 50;

/** Settles what is due; answers how many applications ended. */
export async function settleDue(context: Context): Promise<number> {
  const { database, clock, log } = context;
  let ended = 0;
  let after: bigint | null = 0n;
  while (after !== null) {
    const due = await offers.dueForSettlement(database.reader, clock.now(), after);
    for (const { id, market, code, expires_at: expiresAt } of due) {
      // Of a customer who sells nothing is sold any more, whatever the price is.
      const isOver = expiresAt !== null && expiresAt <= clock.now();
      // Without a price of the market there is nothing to hold the purchase against: it is looked at again.
      if (quoteOf(context, { market, code }) === null && !isOver) continue;
      // One that fails does not stand in the way of those behind it.
      ended += await settleOne(context, id).catch((error: unknown) => {
        log.error({ err: error, offer: id.toString() }, "a block trade was not settled");
        return 0;
      });
    }
    after = due.at(-1)?.id ?? null;
  }
  return ended;
}

async function settleOne(context: Context, id: bigint): Promise<number> {
  let ended = 0;
  let inStep = 0;
  do {
    inStep = await context.database.transaction((transaction) =>
      settleStep(context, transaction, id),
    );
    ended += inStep;
  } while (inStep > 0);
  return ended;
}

/** As an order would see it: none while a split or dividend is being applied, nor one from before it. */
function quoteOf(context: Context, { market, code }: Pick<StoredBlock, "market" | "code">) {
  return ordersOf(context).offAuction.quote(market, code);
}

async function settleStep(context: Context, transaction: Transaction, id: bigint): Promise<number> {
  await offers.lockQuota(transaction, id);
  const found = await offers.findBlock(transaction, id);
  if (found === undefined || found.settled_at !== null || found.withdrawn_at !== null) return 0;
  const at = context.clock.now();
  const seller = await sellerOf(transaction, found);
  const quote = quoteOf(context, found);
  const isOver = seller !== null && seller.expires_at <= at && !isSoldAsAWhole(found);
  if (quote === null && !isOver) return 0;
  const step: Step = { seller, quote, isOver, at, filled: await store.filledLots(transaction, id) };
  const offer = await decideSold(context, transaction, found, step);
  const waiting = await store.openApplications(transaction, id, settledAtOnceMax);
  if (waiting.length === 0) {
    if (isHeldBack(offer)) {
      await endSale(context, transaction, offer, { seller, lots: step.filled, at });
    }
    await offers.setSettled(transaction, id, at);
    return 0;
  }
  const outcome = await sellWhatIsServed(context, transaction, { offer, waiting }, step);
  if (outcome === "later") return 0;
  const { served, unsoldBecause } = outcome;
  const failure = unsoldBecause ?? missed(offer);
  for (const [index, application] of waiting.entries()) {
    const lots = served[index] ?? 0;
    await (lots === 0 || quote === null
      ? fail(context, transaction, { offer, application, at, failure })
      : fill(context, transaction, { offer, application, at, lots, quote }));
  }
  return waiting.length;
}

/** What of the moment decides on a step. */
type Step = {
  quote: Quote | null;
  seller: ConsentRow | null;
  /** Nothing is sold of the customer any more. */
  isOver: boolean;
  at: number;
  /** Lots, in the steps before. */
  filled: number;
};

/**
 * What each of these applications gets, which a customer who sells has sold then. Later, while a split or dividend has
 * not reached the position.
 */
async function sellWhatIsServed(
  context: Context,
  transaction: Transaction,
  { offer, waiting }: { offer: Decided; waiting: readonly StoredApplication[] },
  step: Step,
): Promise<{ served: number[]; unsoldBecause: Unsold | null } | "later"> {
  const { seller, quote, at, filled } = step;
  const wanted = waiting.map(({ lots, drawn_lots: drawn }) =>
    offer.rule === "first_come" ? lots : (drawn ?? 0),
  );
  const { unsold_because: unsoldBecause } = offer;
  const served = serve(wanted, unsoldBecause === null ? offer.sold_lots - filled : 0);
  const lots = served.reduce((sum, one) => sum + one, 0);
  const { sale_order_id: orderId } = offer;
  if (lots === 0 || orderId === null || !isHeldBack(offer)) return { served, unsoldBecause };
  if (seller === null || quote === null) throw new Error("nobody sells what is sold");
  const part = { seller, quote, lots, lotsBefore: filled, at };
  const sale = { ...offer, sale_order_id: orderId };
  const outcome = await sellPart(context, transaction, sale, part);
  if (outcome === "behind") return "later";
  if (outcome === "sold") return { served, unsoldBecause };
  await stopSale(context, transaction, offer, { ...step, unsoldBecause: "seller_has_none" });
  return { served: served.map(() => 0), unsoldBecause: "seller_has_none" };
}

/** Of an offer that was sold, whom it did not reach. */
function missed({ rule }: Pick<StoredBlock, "rule">): Failure {
  return rule === "first_come" ? "seller_has_none" : "not_allotted";
}

/** The price was agreed for the shares as they were: after a split it is another stock's. */
function wasSplit(
  { feed, hours }: Pick<Context, "feed" | "hours">,
  { market, code, published_at }: StoredBlock,
  at: number,
) {
  return feed.corporateActions(market, code).some((action) => {
    if (action.kind !== "split") return false;
    const effective = tradingDayBegins(market, action.exDate, hours);
    return effective > published_at && effective <= at;
  });
}

/** What is not traded any more does not change hands either: everybody has the money back. */
function hasStockEnded(
  { quotes, hours }: Pick<Context, "quotes" | "hours">,
  { market, code }: StoredBlock,
  at: number,
): boolean {
  const instrument = quotes.instrument(market, code);
  return instrument !== null && hasEnded(instrument, at, hours);
}

type Unsold = NonNullable<StoredBlock["unsold_because"]>;
type Failure = Unsold | "not_allotted";

type Decided = StoredBlock & { sold_lots: number };

/**
 * What the seller delivers is decided once and kept. Whether it still can is asked in each step, and kept where it
 * cannot: what was filled before is all that was sold then.
 */
async function decideSold(
  context: Context,
  transaction: Transaction,
  offer: StoredBlock,
  step: Step,
): Promise<Decided> {
  const { id, seller, sold_lots: sold, quota_lots: quota } = offer;
  if (isSoldAsAWhole(offer)) {
    // What was sold stays sold; nobody gets shares of another size for it.
    return { ...offer, unsold_because: wasSplit(context, offer, step.at) ? "split" : null };
  }
  const isDone = offer.unsold_because !== null || sold === step.filled;
  if (sold !== null && isDone) return { ...offer, sold_lots: sold };
  const unsoldBecause = whyUnsold(context, offer, step);
  if (unsoldBecause !== null) {
    return stopSale(context, transaction, offer, { ...step, unsoldBecause });
  }
  if (sold !== null) return { ...offer, sold_lots: sold };
  if (seller !== "customer") {
    await offers.setSold(transaction, id, { lots: quota, orderId: null });
    return { ...offer, sold_lots: quota };
  }
  const lots = Math.min(quota, await wantedLots(transaction, offer));
  const orderId = await ordersOf(context).offAuction.orderId();
  await offers.setSold(transaction, id, { lots, orderId });
  return { ...offer, sold_lots: lots, sale_order_id: orderId };
}

/** No more than what was filled so far is sold, and what is left of a customer's position is returned. */
async function stopSale(
  context: Context,
  transaction: Transaction,
  offer: StoredBlock,
  { seller, filled, at, unsoldBecause }: Step & { unsoldBecause: Unsold },
): Promise<Decided> {
  await offers.setUnsold(transaction, offer.id, { lots: filled, unsoldBecause });
  if (isHeldBack(offer)) await endSale(context, transaction, offer, { seller, lots: filled, at });
  return { ...offer, sold_lots: filled, unsold_because: unsoldBecause };
}

/** What is applied for, or was drawn: a customer sells no more than somebody buys. */
async function wantedLots(transaction: Transaction, { id, rule }: StoredBlock): Promise<number> {
  return rule === "first_come"
    ? store.waitingLots(transaction, id)
    : store.drawnLots(transaction, id);
}

/** The price has to lie in the market's band on the day on which the shares change hands, too. */
function whyUnsold(
  context: Pick<Context, "quotes" | "feed" | "hours">,
  offer: StoredBlock,
  { quote, isOver, at }: Pick<Step, "quote" | "isOver" | "at">,
): Unsold | null {
  if (isOver || quote === null || hasStockEnded(context, offer, at)) return "seller_has_none";
  if (wasSplit(context, offer, at)) return "split";
  const { market, code, price, seller_position_id: positionId, consent_id: consentId } = offer;
  // An offer of before named a customer's position without a consent: nobody sells it for the customer.
  if (positionId !== null && consentId === null) return "seller_has_none";
  const instrument = context.quotes.instrument(market, code);
  if (instrument === null || quote.previousClose <= 0n) return "outside_band";
  const { low, high } = bandOf(instrument, quote.previousClose, at);
  return price < low || price > high ? "outside_band" : null;
}

type Ending = { offer: StoredBlock; application: StoredApplication; at: number };

async function fill(
  context: Context,
  transaction: Transaction,
  { offer, application, at, lots, quote }: Ending & { lots: number; quote: Quote },
): Promise<void> {
  const { market, code, price, lot_size: lot } = offer;
  const { id, customer_id: customerId } = application;
  const { offAuction } = ordersOf(context);
  const quantity = shares(BigInt(lots) * lot);
  const bought = { market, code, price, quantity, feesAt: application.applied_at };
  const { amount, fee } = offAuction.cost(bought);
  await returnMoney(transaction, application, { market, at, spent: minor(amount + fee) });
  const positionId = await offAuction.open(transaction, {
    ...bought,
    customerId,
    quote,
    at,
    lockedUntil: offer.locked_until,
  });
  await store.setFilled(transaction, { id, lots, positionId, at });
  const currency = settlementCurrency(market);
  await sendMessages(transaction, [
    {
      customerId,
      kind: "block_filled",
      params: {
        ...stockParams(context, offer),
        wanted: formatShares(shares(BigInt(application.lots) * lot)),
        quantity: formatShares(quantity),
        price: formatPrice(price, currency),
        currency,
        until: iso(offer.locked_until),
      },
      link: `/position/info?id=${positionId}`,
      at,
    },
  ]);
}

async function fail(
  context: Context,
  transaction: Transaction,
  { offer, application, at, failure }: Ending & { failure: Failure },
): Promise<void> {
  await store.setFailed(transaction, { id: application.id, failure, at });
  const { market } = offer;
  await returnMoney(transaction, application, { market, at });
  const told = messageOfReturn(context, { offer, application, at }, messageOfFailure[failure]);
  await sendMessages(transaction, [told]);
}

const messageOfFailure = {
  split: "block_split",
  outside_band: "block_outside_band",
  seller_has_none: "block_failed",
  not_allotted: "block_not_allotted",
} as const;

function messageOfReturn(
  context: Pick<Context, "quotes">,
  { offer, application, at }: Ending,
  kind: (typeof messageOfFailure)[Failure] | "block_withdrawn",
): NewMessage {
  const currency = settlementCurrency(offer.market);
  const amount = formatMinor(minor(application.cost + application.fee), currency);
  const reason = offer.withdrawn_reason;
  const why = reason === null ? {} : { why_jp: reason.jp, why_cn: reason.cn, why_us: reason.us };
  return {
    customerId: application.customer_id,
    kind,
    params: { ...stockParams(context, offer), amount, currency, ...why },
    link: `/home/largeInfo?id=${offer.id}`,
    at,
  };
}

/** Everything that is frozen for a withdrawn offer is available again, and a customer's shares can be sold. */
export async function releaseAll(
  context: Pick<Context, "quotes">,
  transaction: Transaction,
  offer: StoredBlock,
  at: number,
): Promise<void> {
  if (isHeldBack(offer)) {
    const seller = await sellerOf(transaction, offer);
    await endSale(context, transaction, offer, { seller, lots: 0, at });
  }
  let waiting: StoredApplication[] = [];
  do {
    waiting = await store.openApplications(transaction, offer.id, settledAtOnceMax);
    for (const application of waiting) {
      const { id } = application;
      await store.setFailed(transaction, { id, failure: "offer_withdrawn", at });
      await returnMoney(transaction, application, { market: offer.market, at });
    }
    const told = waiting.map((application) =>
      messageOfReturn(context, { offer, application, at }, "block_withdrawn"),
    );
    if (told.length > 0) await sendMessages(transaction, told);
  } while (waiting.length > 0);
}

const unlockedAtOnceMax = 500;

/** Positions whose lock-up is over can be sold; answers how many. */
export function unlockDue(context: Context): Promise<number> {
  const { database, clock } = context;
  return database.transaction(async (transaction) => {
    const at = clock.now();
    const due = await store.lockUnlockable(transaction, at, unlockedAtOnceMax);
    if (due.length === 0) return 0;
    await unlockPositions(
      transaction,
      due.flatMap(({ position_id }) => (position_id === null ? [] : [position_id])),
    );
    await store.setReleased(
      transaction,
      due.map(({ id }) => id),
      at,
    );
    await sendMessages(
      transaction,
      due.map(({ customer_id: customerId, position_id, market, code }) => ({
        customerId,
        kind: "block_unlocked" as const,
        params: stockParams(context, { market, code }),
        link: `/position/info?id=${position_id}`,
        at,
      })),
    );
    return due.length;
  });
}
