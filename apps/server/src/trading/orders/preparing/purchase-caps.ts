import { dateBegins, marketStatus, purchaseCap, sessionsOf } from "@sanshi/rulebook";
import type { PurchaseRoom } from "../checking/purchase-caps.rules.ts";
import type { OrderServices } from "./order-services.ts";
import { boughtInDay } from "./purchase-caps.store.ts";
import type { Purchase } from "./same-day.ts";

/**
 * How many shares more each purchase may take of a stock under a risk warning on the day on which it trades; undefined
 * of all others, and read for none of them.
 */
export async function purchaseRooms(
  { context }: Pick<OrderServices, "context">,
  purchases: readonly Purchase[],
  now: number,
): Promise<(PurchaseRoom | undefined)[]> {
  const { settings, hours, quotes, database } = context;
  if (settings.marketRules === "practice") return purchases.map(() => undefined);
  const asked = purchases.flatMap(({ customerId, market, code, side }, index) => {
    const instrument = side === "long" ? quotes.instrument(market, code) : null;
    if (instrument === null || instrument.limitClass !== "special_treatment") return [];
    const sessions = sessionsOf(instrument);
    const date = marketStatus(sessions, now, hours).orderDate;
    const cap = purchaseCap(instrument, date);
    const since = dateBegins(sessions, date, hours);
    return cap === null ? [] : [{ customerId, market, code, since, cap, index }];
  });
  if (asked.length === 0) return purchases.map(() => undefined);
  const found = await boughtInDay(database.reader, asked);
  const rooms = new Map<number, PurchaseRoom>();
  for (const { ordinal, bought } of found) {
    const one = asked[ordinal - 1];
    if (one === undefined) continue;
    const left = one.cap.shares > bought ? one.cap.shares - bought : 0n;
    rooms.set(one.index, { left, reference: one.cap.reference });
  }
  return purchases.map((_, index) => rooms.get(index));
}
