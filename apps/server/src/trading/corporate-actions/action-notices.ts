import {
  formatMinor,
  formatPerShare,
  formatPrice,
  formatShares,
  minor,
  negateMinor,
  settlementCurrency,
  shares,
  type Currency,
  type Minor,
  type PerShare,
  type Price,
  type Shares,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { publishWith } from "../../platform/customer-events.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import type { ActionMoney } from "./corporate-actions.rules.ts";
import type { DueAction, LockedPosition } from "./corporate-actions.store.ts";
import type { LoweredOrder } from "./dividend-orders.rules.ts";

/** What customers are sent of splits and dividends, in the transaction that applies them. */

/** One action on one position, as it was applied. */
export type Step = {
  locked: LockedPosition;
  action: DueAction;
  before: Shares;
  after: Shares;
  wasHeld: boolean;
  /** Shares of working orders that could not go on. */
  cancelled: Shares;
  /** Orders that the dividends of its day have lowered, each with the sum of those. */
  lowered: readonly LoweredOrder[];
  dividend: PerShare;
  money: ActionMoney;
  /** What of the cash is paid in place of a dividend, for shares that were lent when it took effect. */
  equivalent: Minor;
};

type NoticeContext = Pick<Context, "quotes">;

export async function notifyOfActions(
  context: NoticeContext,
  transaction: Transaction,
  customerId: bigint,
  steps: readonly Step[],
  now: number,
): Promise<void> {
  await notifyOfCancelled(context, transaction, customerId, steps, now);
  await notifyOfLowered(context, transaction, customerId, steps, now);
  await tell(context, transaction, customerId, steps, now);
}

/** An order that could not go on is named to its customer, whatever else the split has done. */
async function notifyOfCancelled(
  { quotes }: NoticeContext,
  transaction: Transaction,
  customerId: bigint,
  steps: readonly Step[],
  now: number,
): Promise<void> {
  for (const { locked, cancelled } of steps) {
    if (cancelled === 0n) continue;
    const { id, market, code, side } = locked;
    const names = quotes.names(market, code);
    await sendMessage(transaction, {
      customerId,
      kind: "order_rejected",
      at: now,
      link: `/position/info?id=${id}`,
      params: {
        type: market,
        code,
        name_jp: names.jp,
        name_cn: names.cn,
        name_us: names.us,
        side,
        reason: "corporate_action",
        quantity: formatShares(cancelled),
      },
    });
  }
}

/** One message of each order that a dividend has lowered, or ended; of one at a venue once the venue has agreed. */
async function notifyOfLowered(
  context: NoticeContext,
  transaction: Transaction,
  customerId: bigint,
  steps: readonly Step[],
  at: number,
): Promise<void> {
  for (const { locked, lowered, dividend } of steps) {
    for (const order of lowered) {
      if (isAtVenue(locked, order.orderId)) continue;
      await sendLowered(context, transaction, {
        customerId,
        position: locked,
        order,
        dividend,
        at,
      });
    }
  }
}

export function isAtVenue({ atVenue }: LockedPosition, orderId: bigint | null): boolean {
  return orderId !== null && atVenue.has(orderId);
}

type Lowering = {
  customerId: bigint;
  position: Pick<LockedPosition, "id" | "market" | "code" | "side">;
  order: Pick<LoweredOrder, "waiting" | "before" | "after">;
  /** The sum of the day's. */
  dividend: PerShare;
  at: number;
};

/** Both prices of an order that a dividend has lowered, or that nothing is left of one. */
export async function sendLowered(
  { quotes }: NoticeContext,
  transaction: Transaction,
  { customerId, position, order, dividend, at }: Lowering,
): Promise<void> {
  const { id, market } = position;
  const { before, after } = order;
  const currency = settlementCurrency(market);
  // A limit beside a stop may have stayed.
  const changed = (["stop", "limit"] as const).filter((one) => before[one] !== after?.[one]);
  const written = (prices: typeof before) =>
    changed.flatMap((one) => formatted(prices[one], currency)).join(" / ");
  await sendMessage(transaction, {
    customerId,
    kind: after === null ? "order_rejected" : "order_lowered",
    at,
    link: `/position/info?id=${id}`,
    params: {
      ...loweringParams(quotes, position, order, dividend),
      before: written(before),
      ...(after === null ? { reason: "dividend" } : { after: written(after) }),
    },
  });
}

/** The venue has refused: the order stays at the limit that it had before the dividend. */
export async function sendNotLowered(
  { quotes }: NoticeContext,
  transaction: Transaction,
  { customerId, position, order, dividend, at }: Omit<Lowering, "order"> & { order: Waiting },
): Promise<void> {
  const { id, market } = position;
  await sendMessage(transaction, {
    customerId,
    kind: "order_not_lowered",
    at,
    link: `/position/info?id=${id}`,
    params: {
      ...loweringParams(quotes, position, order, dividend),
      before: formatted(order.before.limit, settlementCurrency(market)).join(""),
    },
  });
}

type Waiting = Pick<LoweredOrder, "waiting" | "before">;

function loweringParams(
  quotes: Context["quotes"],
  { market, code, side }: Lowering["position"],
  { waiting }: Waiting,
  dividend: PerShare,
) {
  const names = quotes.names(market, code);
  const currency = settlementCurrency(market);
  return {
    type: market,
    code,
    name_jp: names.jp,
    name_cn: names.cn,
    name_us: names.us,
    side,
    currency,
    quantity: formatShares(waiting),
    per_share: formatPerShare(dividend, currency),
  };
}

function formatted(at: Price | null, currency: Currency): string[] {
  return at === null ? [] : [formatPrice(at, currency)];
}

/** One message an action and a side, however many positions of the stock there are. */
async function tell(
  { quotes }: NoticeContext,
  transaction: Transaction,
  customerId: bigint,
  steps: readonly Step[],
  now: number,
): Promise<void> {
  const told = Map.groupBy(
    steps.filter(({ wasHeld }) => wasHeld),
    ({ action, locked }) => `${action.action_id}:${locked.side}`,
  );
  for (const group of told.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { locked, action } = first;
    const { market, code } = locked;
    const currency = settlementCurrency(market);
    const names = quotes.names(market, code);
    const sum = (part: (step: Step) => bigint) =>
      group.reduce((total, step) => total + part(step), 0n);
    const amount: Minor = minor(sum(({ money }) => money.cash));
    const equivalent = minor(sum((step) => step.equivalent));
    const isCharge = action.kind === "dividend" && amount < 0n;
    await sendMessage(transaction, {
      customerId,
      kind: messageKindOf(action, isCharge, equivalent > 0n),
      at: now,
      link: `/position/info?id=${locked.id}`,
      params: {
        code,
        name_jp: names.jp,
        name_cn: names.cn,
        name_us: names.us,
        currency,
        before: formatShares(shares(sum(({ before }) => before))),
        after: formatShares(shares(sum(({ after }) => after))),
        amount: formatMinor(isCharge ? negateMinor(amount) : amount, currency),
        ...(equivalent > 0n && { equivalent: formatMinor(equivalent, currency) }),
        ...(action.numerator !== null && { numerator: action.numerator.toString() }),
        ...(action.denominator !== null && { denominator: action.denominator.toString() }),
        ...(action.per_share !== null && { per_share: formatPerShare(action.per_share, currency) }),
      },
    });
  }
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}

function messageKindOf({ kind }: DueAction, isCharge: boolean, isLent: boolean) {
  if (kind === "split") return "stock_split";
  // For lent shares it is paid in the place of the dividend, which is taxed otherwise.
  if (isLent && !isCharge) return "dividend_equivalent";
  return isCharge ? "dividend_charged" : "dividend_paid";
}
