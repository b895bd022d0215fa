import { workingOrdersMax, type CallOutput, type Calls } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatScaled,
  formatShares,
  minor,
  settlementCurrency,
  shares,
  subtractMinor,
} from "@sanshi/money";
import {
  sessionsOf,
  marketStatus,
  isTickPublished,
  borrowFee,
  calendarStatus,
  calendarStatusAt,
  shareLendingOn,
  feesUnder,
  interestRates,
  localDate,
  marginRules,
  settlementDate,
  shortRateHundredths,
  warningPrices,
  type FeeSchedule,
  type LocalDate,
} from "@sanshi/rulebook";
import { accept, type Outcome } from "../../../platform/outcome.ts";
import { sellableOnWire } from "../checking/exchange-facts.ts";
import { toRefusal, feeItemsOnWire } from "../answering/order-answers.ts";
import { sameDayMoney } from "../preparing/same-day.ts";
import { purchaseRooms } from "../preparing/purchase-caps.ts";
import { checkPurchaseCap } from "../checking/purchase-caps.rules.ts";
import { checkSameDay } from "../checking/same-day.rules.ts";
import { decideNow, purchaseOf, type PlacedForm } from "./opening-decision.ts";
import type { Opening, SoundOpening } from "./opening.rules.ts";
import { meetingOf } from "../preparing/meeting.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { ownMoney } from "../../margin/margin.ts";
import { object, type Refused } from "../checking/order-checks.rules.ts";
import { standingOf, type Standing } from "./preview.store.ts";

type Preview = CallOutput<Calls["/trade/preview-order"]>;

/** What an order would do at this moment; changes nothing. */
export async function preview(
  services: OrderServices,
  placed: PlacedForm,
): Promise<Outcome<Preview>> {
  const { context, offers, fees } = services;
  const { market } = placed;
  const money = await standingOf(context.database.reader, placed.customer.customerId, market);
  // The session may not have heard yet of a state that has just changed; placing looks here too.
  const customer = { ...placed.customer, state: money.state };
  const now = context.clock.now();
  const decided = decideNow(services, { ...placed, customer }, now);
  if (!decided.ok) return { ok: false, refusal: toRefusal(decided.objection) };
  const { order, opening } = decided.value;
  const currency = settlementCurrency(market);
  const purchases = [purchaseOf(placed)];
  const [sameDay] = await sameDayMoney(services, purchases, now);
  const [room] = await purchaseRooms(
    services.context,
    services.context.database.reader,
    purchases,
    now,
  );
  const objection =
    objectToStanding(money, order, opening) ??
    checkPurchaseCap(order.quantity, room) ??
    checkSameDay(opening.total, sameDay);
  if (objection !== null) return { ok: false, refusal: toRefusal(objection.objection) };
  const today = localDate(market, now);
  const offer = offers.of(order.instrument, today);
  const settlesOn = settlementDate(market, today).date;
  const expiresAt = order.expiresAt === null ? null : new Date(order.expiresAt).toISOString();
  return accept({
    price: formatPrice(opening.price, currency),
    quantity_filled: formatShares(opening.match?.quantity ?? shares(0n)),
    quote_sequence: order.quote.sequence.toString(),
    quote_at: new Date(order.quote.at).toISOString(),
    ...costs(
      order,
      opening,
      today,
      fees.of(order.instrument, today),
      await borrowRate(services, order, today),
    ),
    total: formatMinor(opening.total, currency),
    available: formatMinor(money.available, currency),
    available_after: formatMinor(subtractMinor(money.available, opening.total), currency),
    credit_limit: formatMinor(money.credit, currency),
    credit_after: formatMinor(subtractMinor(money.credit, opening.credit), currency),
    leverages: [...offer.leverages],
    short_offered: offer.shortOffered,
    expires_at: expiresAt,
    expires_at_status:
      order.expiresAt === null
        ? "published"
        : calendarStatusAt(market, order.expiresAt, context.hours),
    meets: meetingOf(order, context),
    ...sellableOnWire(context, { market, side: placed.form.side }, now),
    settles_on: settlesOn,
    settles_on_status: calendarStatus(market, settlesOn),
    tick_published: isTickPublished({
      market,
      tickClass: order.instrument.tickClass,
      date: marketStatus(sessionsOf(order.instrument), now, context.hours).orderDate,
    }),
    recallable: await recallable(services, order, today),
  });
}

/**
 * What the statement that places would refuse; money and credit that do not suffice are told in
 * figures instead, so that the customer sees what is missing.
 */
function objectToStanding(
  { orders_waiting, shortfall, is_called, available, loan }: Standing,
  { instrument: { market }, side, leverage }: SoundOpening,
  { reserved, total }: Opening,
): Refused | null {
  if (reserved > 0n && orders_waiting >= workingOrdersMax) {
    return object("orders_waiting_too_many", { max: String(workingOrdersMax) });
  }
  const currency = settlementCurrency(market);
  if (shortfall < 0n) {
    return object("unpaid_debt", { amount: formatMinor(minor(-shortfall), currency), currency });
  }
  if (is_called) return object("margin_call_open");
  const isOnMargin = side === "short" || leverage > 1;
  // Who has not enough with the loan either is shown what is missing.
  return isOnMargin && loan < 0n && total <= available && ownMoney(available, loan) < total
    ? object("insufficient_own_money")
    : null;
}

/** What borrowing the shares of a short costs a year, as its own shares move the pool: base and premium, in per cent. */
async function borrowRate(
  { pools }: OrderServices,
  { instrument, side, quantity }: SoundOpening,
  date: LocalDate,
): Promise<string> {
  if (side === "long") return "0";
  const { market, code } = instrument;
  const { lent, short } = await pools.standing(market, code);
  const pool = { lent, short: short + quantity };
  return formatScaled(shortRateHundredths(pool, borrowFee(market, date, pool)) / 100n, 2);
}

/** Where somebody who lent to a short may want the shares back. */
async function recallable(
  { pools }: OrderServices,
  { instrument, side }: SoundOpening,
  date: LocalDate,
): Promise<CallOutput<Calls["/trade/preview-order"]>["recallable"]> {
  if (side === "long") return null;
  const { house } = await pools.standing(instrument.market, instrument.code);
  const { recall } = shareLendingOn(date);
  return house === null ? null : { days: recall.tradingDays, time: recall.time };
}

/** Of the whole order, what waits of it included. */
function costs(
  order: SoundOpening,
  { filled, waiting }: Opening,
  date: LocalDate,
  schedule: FeeSchedule,
  shortRate: string,
) {
  const { instrument, side } = order;
  const { market } = instrument;
  const currency = settlementCurrency(market);
  const cost = minor((filled?.amount ?? 0n) + (waiting?.amount ?? 0n));
  const margin = minor((filled?.margin ?? 0n) + (waiting?.margin ?? 0n));
  const quantity = shares((filled?.quantity ?? 0n) + (waiting?.quantity ?? 0n));
  const rules = marginRules(market, date);
  const { marginCall, forcedSale } = warningPrices({ market, side, quantity, cost, margin }, rules);
  const { longBasisPoints } = interestRates(market, date);
  const isLent = side === "short" || margin < cost;
  const { items, totalMinor } = feesUnder(schedule, {
    side: side === "long" ? "buy" : "sell",
    notionalMinor: cost,
    quantity,
  });
  const longRate = formatScaled(BigInt(longBasisPoints), 2);
  return {
    amount: formatMinor(cost, currency),
    fee: formatMinor(totalMinor, currency),
    fees: feeItemsOnWire(items, currency),
    margin: formatMinor(margin, currency),
    borrowed: formatMinor(subtractMinor(cost, margin), currency),
    interest_rate: isLent ? (side === "long" ? longRate : shortRate) : "0",
    margin_call_price: marginCall === null ? null : formatPrice(marginCall, currency),
    forced_sale_price: forcedSale === null ? null : formatPrice(forcedSale, currency),
  };
}
