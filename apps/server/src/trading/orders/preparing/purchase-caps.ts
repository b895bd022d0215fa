import { addTradingDays, dayEndsAt, marketStatus, purchaseCap, sessionsOf } from "@sanshi/rulebook";
import type { Context } from "../../../context.ts";
import type { Reader, Transaction } from "../../../platform/sql/database.ts";
import type { PurchaseRoom } from "../checking/purchase-caps.rules.ts";
import { boughtInDay, lockPurchases, type BoughtWanted } from "./purchase-caps.store.ts";
import type { Purchase } from "./same-day.ts";

export { checkPurchaseCap } from "../checking/purchase-caps.rules.ts";
export { lockPurchases } from "./purchase-caps.store.ts";

type CapContext = Pick<Context, "settings" | "hours" | "quotes" | "database">;
type CappedPurchase = Pick<Purchase, "customerId" | "market" | "code" | "side">;
type Rooms = (PurchaseRoom | undefined)[];

/**
 * How many shares more each purchase may take of a stock under a risk warning on the day on which it trades; undefined
 * of all others, and read for none of them.
 */
export async function purchaseRooms(
  context: CapContext,
  reader: Reader,
  purchases: readonly CappedPurchase[],
  now: number,
): Promise<Rooms> {
  const asked = cappedAmong(context, purchases, now);
  return roomsOf(reader, purchases, asked);
}

/** Whose purchases of capped stocks are among these: they alone have to wait for one another. */
export function cappedCustomers(
  context: CapContext,
  purchases: readonly CappedPurchase[],
  now: number,
): ReadonlySet<bigint> {
  return new Set(cappedAmong(context, purchases, now).map(({ customerId }) => customerId));
}

/** The same rooms until the transaction ends: nobody else buys capped stocks for these customers meanwhile. */
export async function lockedRooms(
  context: CapContext,
  transaction: Transaction,
  purchases: readonly CappedPurchase[],
  now: number,
): Promise<Rooms> {
  const asked = cappedAmong(context, purchases, now);
  if (asked.length === 0) return purchases.map(() => undefined);
  await lockPurchases(
    transaction,
    asked.map(({ customerId }) => customerId),
  );
  return roomsOf(transaction, purchases, asked);
}

/**
 * Looks and writes while nobody else, in whichever process, buys capped stocks for the same customers. What is not
 * capped takes no lock. `work` must not come back here before it has ended: it would wait for itself.
 */
export async function withinCaps<Result>(
  { context }: { context: CapContext },
  purchases: readonly CappedPurchase[],
  now: number,
  work: (rooms: Rooms) => Promise<Result>,
): Promise<Result> {
  const isCapped = cappedCustomers(context, purchases, now).size > 0;
  if (!isCapped) return work(purchases.map(() => undefined));
  // A transaction that fails is begun anew, and what has been written once is not.
  const outcome = await context.database.transaction(async (transaction) => {
    const rooms = await lockedRooms(context, transaction, purchases, now);
    return work(rooms).then(
      (value) => ({ isDone: true as const, value }),
      (error: unknown) => ({ isDone: false as const, error }),
    );
  });
  if (!outcome.isDone) throw outcome.error;
  return outcome.value;
}

type Capped = BoughtWanted & { cap: NonNullable<ReturnType<typeof purchaseCap>>; index: number };

function cappedAmong(
  { settings, hours, quotes }: CapContext,
  purchases: readonly CappedPurchase[],
  now: number,
): Capped[] {
  if (settings.marketRules === "practice") return [];
  return purchases.flatMap(({ customerId, market, code, side }, index) => {
    const instrument = side === "long" ? quotes.instrument(market, code) : null;
    if (instrument === null || instrument.limitClass !== "special_treatment") return [];
    const sessions = sessionsOf(instrument);
    const date = marketStatus(sessions, now, hours).orderDate;
    const cap = purchaseCap(instrument, date);
    // From the end of the day before: a block that is delivered in an evening or at a weekend counts for the day to come.
    const since = dayEndsAt(sessions, addTradingDays(market, date, -1, hours), hours);
    return cap === null ? [] : [{ customerId, market, code, since, cap, index }];
  });
}

async function roomsOf(
  reader: Reader,
  purchases: readonly CappedPurchase[],
  asked: readonly Capped[],
): Promise<Rooms> {
  if (asked.length === 0) return purchases.map(() => undefined);
  const found = await boughtInDay(reader, asked);
  const rooms = new Map<number, PurchaseRoom>();
  for (const { ordinal, bought } of found) {
    const one = asked[ordinal - 1];
    if (one === undefined) continue;
    const left = one.cap.shares > bought ? one.cap.shares - bought : 0n;
    rooms.set(one.index, { left, reference: one.cap.reference });
  }
  return purchases.map((_, index) => rooms.get(index));
}
