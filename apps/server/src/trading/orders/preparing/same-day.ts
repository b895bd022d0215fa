import { minor, shares, type MarketKey } from "@sanshi/money";
import {
  boardOf,
  dateBegins,
  lotRule,
  marketDate,
  nextMeeting,
  sameDayRule,
} from "@sanshi/rulebook";
import {
  paidBySales,
  sameDayProceeds,
  type DayFill,
  type SameDayMoney,
  type SaleRoom,
} from "../checking/same-day.rules.ts";
import type { OrderServices } from "./order-services.ts";
import {
  moneyAfter,
  sameDayFills,
  type SameDayFills,
  type SameDayWanted,
} from "./same-day.store.ts";

/** A purchase that somebody is about to place or to enlarge. */
export type Purchase = {
  customerId: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  leverage: number;
  isAtMarket: boolean;
};

type DayContext = Pick<OrderServices, "context">;

/** Whether a market of this instance keeps any money or shares for a day. */
export function hasDayRules({ context }: DayContext): boolean {
  return context.settings.marketRules !== "practice";
}

/**
 * What may pay for each purchase where a rule of its day keeps some of the money back; undefined of all others, and
 * read for none of them. The day is that on which the order meets the market: in the evening it is the next one.
 */
export async function sameDayMoney(
  services: DayContext,
  purchases: readonly Purchase[],
  now: number,
): Promise<(SameDayMoney | undefined)[]> {
  const { context } = services;
  const asked = hasDayRules(services)
    ? purchases.flatMap((purchase, index) => wantedDay(context, purchase, now, index))
    : [];
  if (asked.length === 0) return purchases.map(() => undefined);
  const found = await sameDayFills(context.database.reader, asked);
  const money = new Map<number, SameDayMoney>();
  for (const { ordinal, left_now: left, fills, available } of found) {
    const one = asked[ordinal - 1];
    if (one === undefined) continue;
    const { market, until, reference, index } = one;
    const proceeds = sameDayProceeds(left, fills.map(dayFill));
    if (proceeds === 0n) continue;
    const free = minor(available - proceeds);
    money.set(index, { market, available: minor(available), free, until, reference });
  }
  return purchases.map((_, index) => money.get(index));
}

/** A sale that somebody is about to place, or that a price or an auction may bring about. */
export type Sale = {
  customer_id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  leverage: number;
};

/**
 * What each sale may still take of its stock where sales of the day have paid for purchases of it (売り、買い、売り);
 * undefined of all others, and read for none of them.
 */
export async function saleRooms(
  services: DayContext,
  sales: readonly (Sale | null | undefined)[],
): Promise<(SaleRoom | undefined)[]> {
  const { context } = services;
  const asked = hasDayRules(services)
    ? sales.flatMap((sale, index) => (sale ? wantedSale(context, sale, index) : []))
    : [];
  if (asked.length === 0) return sales.map(() => undefined);
  const { reader } = context.database;
  const found = await sameDayFills(reader, asked);
  const rooms = new Map<number, SaleRoom>();
  for (const day of found) {
    const one = asked[day.ordinal - 1];
    if (one === undefined || !isSoldBeforeBought(day.fills)) continue;
    const { market, code, on, until, reference, index } = one;
    const moments = day.fills.map((fill) => ({ positionId: fill[4], filledAt: fill[5] }));
    const after = await moneyAfter(reader, one, moments);
    const fills = day.fills.map((fill, place) => ({
      ...dayFill(fill),
      moneyAfter: after[place]?.money ?? 0n,
    }));
    const { missing, quantity } = paidBySales(fills, day.available);
    if (quantity === 0n) continue;
    // In whole lots: an exit sells no odd rest that the exchange would not take of a customer.
    const instrument = context.quotes.instrument(market, code);
    if (instrument === null) continue;
    const lot = lotRule(market, on, boardOf(instrument)).lotShares;
    const free = day.left_now > quantity ? day.left_now - quantity : 0n;
    const most = shares(free - (free % lot));
    const waiting = shares(day.waiting);
    rooms.set(index, { market, most, waiting, missing, on, at: until, reference });
  }
  return sales.map((_, index) => rooms.get(index));
}

function wantedSale(
  { clock, hours }: OrderServices["context"],
  { customer_id: customerId, market, code, side, leverage }: Sale,
  index: number,
): (SameDayWanted & Pick<SaleRoom, "on" | "reference"> & { until: number; index: number })[] {
  if (side === "short" || leverage > 1) return [];
  const date = marketDate(market, clock.now(), hours);
  const rule = sameDayRule(market, date, hours);
  return rule === null
    ? []
    : [{ customerId, market, code, since: dateBegins(market, date, hours), ...rule, index }];
}

function isSoldBeforeBought(fills: SameDayFills["fills"]): boolean {
  const sold = fills.findIndex(([side]) => side === "sell");
  return sold >= 0 && fills.some(([side], index) => side === "buy" && index > sold);
}

function dayFill([side, quantity, amount, fee]: SameDayFills["fills"][number]): DayFill {
  return {
    side: side === "buy" ? "buy" : "sell",
    quantity: BigInt(quantity),
    amount: BigInt(amount),
    fee: BigInt(fee),
  };
}

type WantedDay = SameDayWanted & Pick<SameDayMoney, "until" | "reference"> & { index: number };

function wantedDay(
  { hours, quotes }: OrderServices["context"],
  { customerId, market, code, side, leverage, isAtMarket }: Purchase,
  now: number,
  index: number,
): WantedDay[] {
  const instrument = side === "short" || leverage > 1 ? null : quotes.instrument(market, code);
  if (instrument === null) return [];
  const meeting = nextMeeting(instrument, now, hours, isAtMarket);
  const rule = meeting === null ? null : sameDayRule(market, meeting.date, hours);
  if (meeting === null || rule === null) return [];
  const since = dateBegins(market, meeting.date, hours);
  // Nothing was sold on a day that has not come.
  return since > now ? [] : [{ customerId, market, code, since, ...rule, index }];
}
