import { hash, randomUUID } from "node:crypto";
import {
  iso,
  type IntradayPreview,
  type IntradayTerms,
  type IntradayTrade,
} from "@sanshi/contract";
import {
  formatMinor,
  formatScaled,
  formatShares,
  parseMinor,
  parseShares,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  zeroMinor,
  type MarketKey,
} from "@sanshi/money";
import {
  carryOverCharge,
  chargedAmount,
  dayTrading,
  dayTradingTimes,
  interestRates,
  intradayFees,
  lastInterestDay,
  localDate,
  marketDate,
  marketStatus,
  premiumCharge,
} from "@sanshi/rulebook";
import { type Context } from "../../context.ts";
import { answersLater } from "../../venues/venue.ts";
import { type RawJson } from "../../platform/http/answers.ts";
import { answerBefore, answerOnce } from "../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { type Customer } from "../../platform/sessions.ts";
import { ordersOf, type OrderForm } from "../../trading/orders/orders.ts";
import { rateText } from "../../trading/margin/margin.ts";
import { markForTheDay } from "../../trading/positions/positions.ts";
import { charge, ratesOf } from "./charges.ts";
import { intradayListed } from "./intraday.answers.ts";
import * as store from "./intraday.store.ts";
import { dayTradersShown, objectToDayTrader, type NewDayTrade } from "./day-traders.ts";
import { lockTrader } from "./day-traders.store.ts";
import { checkIntraday, type Asked, type Facts } from "./intraday.rules.ts";
import { type StoredTrade } from "./intraday.store.ts";

export type IntradayForm = Asked & { type: MarketKey; code: string };

export async function termsFor(
  context: Context,
  { customerId }: Customer,
  market: MarketKey,
): Promise<IntradayTerms> {
  const { date } = dayTradingTimes(market, context.clock.now(), context.hours);
  const traders = await dayTradersShown(context, { customerId, market, date });
  return { ...termsOf(context, market), day_traders: traders };
}

/** The same for everybody. */
export function termsOf(
  { clock, hours }: Context,
  market: MarketKey,
): Omit<IntradayTerms, "day_traders"> {
  const now = clock.now();
  const times = dayTradingTimes(market, now, hours);
  const terms = dayTrading(market, times.date);
  return {
    leverages: [...terms.leverageMultiples],
    rule: terms.reference.rule,
    confirmed: terms.reference.confirmed,
    carry_over_rate: rateText(intradayFees(times.date).carryOverBasisPoints),
    taken_until: iso(times.takenUntil),
    squares_off_at: iso(times.squaresOffAt),
    session_ends_at: iso(times.sessionEndsAt),
    is_open:
      terms.leverageMultiples.length > 0 &&
      now < times.takenUntil &&
      marketStatus(market, now, hours).isOpen,
  };
}

function factsOf(context: Context, { state }: Customer, form: IntradayForm): Facts {
  const { type: market, code, side } = form;
  const { clock, hours, quotes } = context;
  const now = clock.now();
  const times = dayTradingTimes(market, now, hours);
  const currency = settlementCurrency(market);
  const quote = quotes.get(market, code);
  return {
    now,
    times,
    terms: dayTrading(market, times.date),
    isOpen: marketStatus(market, now, hours).isOpen,
    price: quote === null ? null : side === "long" ? quote.ask : quote.bid,
    lot: quotes.instrument(market, code)?.lotSize ?? shares(1n),
    currency,
    state,
    unitsPerMinor: priceUnitsPerMinor(currency),
  };
}

function orderOf(
  { type, code, side, leverage }: Pick<IntradayForm, "type" | "code" | "side" | "leverage">,
  quantity: string,
): OrderForm {
  // What is not filled at once is no trade of this day: nothing of it waits for another session.
  const timeInForce = "immediate_or_cancel" as const;
  return { type, code, side, leverage, quantity, kind: "market", price: undefined, timeInForce };
}

/** What it would cost at this moment, as the order path says. */
export async function previewIntraday(
  context: Context,
  customer: Customer,
  form: IntradayForm,
): Promise<Outcome<IntradayPreview>> {
  // Squared off within minutes, at the market's own price: no venue that answers later can be held to that.
  if (answersLater(context.venue)) return refuse("not_taken_by_venue");
  const facts = factsOf(context, customer, form);
  const checked = checkIntraday(form, facts);
  if (!checked.ok) return { ok: false, refusal: checked.objection };
  const { quantity } = checked;
  const previewed = await ordersOf(context).preview(customer, orderOf(form, quantity));
  if (!previewed.ok) return previewed;
  const { reader } = context.database;
  const asked = newTrade(customer, form, facts, previewed.value.amount);
  const refused = await objectToDayTrader(context, reader, asked);
  if (refused !== null) return { ok: false, refusal: refused };
  const { price: at, amount, margin, borrowed, fee, total, available } = previewed.value;
  const rates = interestRates(form.type, facts.times.date);
  const basisPoints = form.side === "long" ? rates.longBasisPoints : rates.shortBasisPoints;
  const currency = settlementCurrency(form.type);
  const value = parseMinor(amount, currency) ?? zeroMinor;
  const { premiumRate, carryOverRate } = await ratesOf(
    context,
    { ...form, market: form.type },
    quantity,
    facts.times.date,
  );
  const { date } = facts.times;
  const premium = premiumCharge(form.type, date, value, premiumRate);
  const carryOver = carryOverCharge(form.type, date, value, carryOverRate);
  return accept({
    quantity,
    price: at,
    amount,
    margin,
    borrowed,
    fee,
    total,
    available,
    forced_sale_price: previewed.value.forced_sale_price,
    carried_rate: rateText(basisPoints),
    premium_rate: formatScaled(BigInt(premiumRate), 4),
    premium: formatMinor(chargedAmount(premium), currency),
    carry_over_rate: rateText(carryOverRate),
    carry_over_fee: formatMinor(chargedAmount(carryOver), currency),
    squares_off_at: iso(facts.times.squaresOffAt),
    session_ends_at: iso(facts.times.sessionEndsAt),
  });
}

function newTrade(
  { customerId }: Customer,
  { type: market, side }: IntradayForm,
  { times, currency }: Facts,
  amount: string,
): NewDayTrade {
  const value = parseMinor(amount, currency) ?? zeroMinor;
  return { customerId, market, side, value, date: times.date };
}

/**
 * Keeps the trade first and places its order then, under an id of its own: whoever is killed in between, or asks
 * again, goes on with the same order, which is placed once. A refusal is kept as well, whatever the market does next.
 */
export async function applyForIntraday(
  context: Context,
  customer: Customer,
  form: IntradayForm,
  requestId: string,
): Promise<Outcome<IntradayTrade>> {
  if (answersLater(context.venue)) return refuse("not_taken_by_venue");
  const { reader } = context.database;
  const { customerId } = customer;
  const inputHash = hashOf(form);
  const known = await store.findByRequest(reader, customerId, requestId);
  if (known !== undefined) return goOn(context, customer, known, inputHash);
  const request = { customerId, requestId, call: "apply-intraday", input: { ...form } };
  const before = await answerBefore<null>(reader, request);
  if (before !== null && !before.ok) return before;
  const examined = await examine(context, customer, form);
  const kept = await context.database.transaction((transaction) =>
    answerOnce<null>(transaction, request, async () => {
      if (!examined.ok) return examined;
      const { asked, terms } = examined.value;
      await lockTrader(transaction, customerId);
      const refusal = await objectToDayTrader(context, transaction, asked);
      if (refusal !== null) return { ok: false, refusal };
      await store.insertTrade(transaction, { customerId, requestId, inputHash, ...terms });
      return accept(null);
    }),
  );
  if (!kept.ok) return kept;
  const trade = await store.findByRequest(reader, customerId, requestId);
  if (trade === undefined) throw new Error("an intraday trade was not kept");
  return goOn(context, customer, trade, inputHash);
}

type Terms = Omit<
  Parameters<typeof store.insertTrade>[1],
  "customerId" | "requestId" | "inputHash"
>;

/** Asks for its order, so that a trade that comes to nothing is refused by that one's rules and leaves no record. */
async function examine(
  context: Context,
  customer: Customer,
  form: IntradayForm,
): Promise<Outcome<{ asked: NewDayTrade; terms: Terms }>> {
  const facts = factsOf(context, customer, form);
  const checked = checkIntraday(form, facts);
  if (!checked.ok) return { ok: false, refusal: checked.objection };
  const previewed = await ordersOf(context).preview(customer, orderOf(form, checked.quantity));
  if (!previewed.ok) return previewed;
  const quantity = parseShares(checked.quantity);
  if (quantity === null) return refuse("quantity_not_whole");
  const { type: market, code, side, leverage } = form;
  const { times, terms, now } = facts;
  const rates = await ratesOf(context, { market, code, side }, checked.quantity, times.date);
  return accept({
    asked: newTrade(customer, form, facts, previewed.value.amount),
    terms: {
      ...{ market, code, side, quantity, ...rates },
      orderRequestId: randomUUID(),
      leverage: Number(leverage),
      rule: terms.reference.rule,
      at: now,
      squaresOffAt: times.squaresOffAt,
      sessionEndsAt: times.sessionEndsAt,
    },
  });
}

function hashOf({ type, code, side, amount, quantity, leverage }: IntradayForm): string {
  const fields = [type, code, side, amount, leverage];
  if (quantity !== undefined) fields.push(quantity);
  return hash("sha256", JSON.stringify(fields));
}

async function goOn(
  context: Context,
  customer: Customer,
  trade: StoredTrade,
  inputHash: string,
): Promise<Outcome<IntradayTrade>> {
  if (trade.input_hash !== inputHash) return refuse("request_id_reused");
  if (trade.state === "submitted") await placeOrder(context, customer, trade);
  const { reader } = context.database;
  const { refusal, state } =
    (await store.findByRequest(reader, trade.customer_id, trade.request_id)) ?? trade;
  if (refusal !== null) return { ok: false, refusal };
  if (state === "submitted") return refuse("outcome_unknown");
  const own = await intradayListed(context, customer, trade.market);
  const found = own.find(({ id }) => id === trade.id.toString());
  if (found === undefined) throw new Error(`the intraday trade ${trade.id} is not there`);
  return accept(found);
}

/**
 * Places the order of a trade that was submitted, and marks the position that came of it. Leaves the trade as it is
 * where nobody has decided on the order yet.
 */
export async function placeOrder(
  context: Context,
  customer: Customer,
  trade: StoredTrade,
): Promise<void> {
  const { id, market, code, side, leverage, quantity, order_request_id: requestId } = trade;
  if (await isGivenUp(context, trade)) return;
  const form = orderOf(
    { type: market, code, side, leverage: `${leverage}` },
    formatShares(quantity),
  );
  const placed = await ordersOf(context).place(customer, form, requestId);
  // Nobody has looked whether it was placed before: the next call or look asks again.
  if (!placed.ok && placed.refusal.code === "overloaded") return;
  await context.database.transaction(async (transaction) => {
    const locked = await store.lockTrade(transaction, id);
    if (locked?.state !== "submitted") return;
    const at = context.clock.now();
    if (!placed.ok) return store.setFailed(transaction, id, { refusal: placed.refusal, at });
    const positionId = positionOf(placed.value);
    const date = marketDate(market, trade.session_ends_at - 1, context.hours);
    // Interest goes by the days of the app's clock, also where a replay plays another one.
    const today = localDate(market, trade.session_ends_at - 1);
    const through = lastInterestDay({ market, openedAt: trade.applied_at }, today);
    await markForTheDay(transaction, { id: positionId, customerId: trade.customer_id, through });
    await charge(transaction, trade, { positionId, kind: "premium", date, at });
    await store.setTrading(transaction, id, positionId);
  });
}

/**
 * Nobody opens a trade in another session than the one that it was applied for: whatever was killed with its process
 * before the order was placed ends there. The order's id is taken for that, so that the order of another call is there
 * before it, and the trade has it, or never comes.
 */
async function isGivenUp(context: Context, trade: StoredTrade): Promise<boolean> {
  const { id, market, customer_id: customerId, order_request_id: requestId } = trade;
  const { takenUntil } = dayTradingTimes(market, trade.applied_at, context.hours);
  if (context.clock.now() < takenUntil) return false;
  return context.database.transaction(async (transaction) => {
    const locked = await store.lockTrade(transaction, id);
    if (locked?.state !== "submitted") return true;
    const request = { customerId, requestId, call: "intraday-given-up", input: {} };
    const refusal = { code: "intraday_closed", params: { time: iso(takenUntil) } } as const;
    const answer = await answerOnce(transaction, request, async () => ({ ok: false, refusal }));
    if (answer.ok || answer.refusal.code !== refusal.code) return false;
    await store.setFailed(transaction, id, { refusal, at: context.clock.now() });
    return true;
  });
}

/** A market order is its position. */
function positionOf(answer: RawJson): bigint {
  const { id }: { id: string } = JSON.parse(answer.text);
  return BigInt(id);
}
