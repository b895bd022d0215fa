import type { CallOutput, Calls } from "@sanshi/contract";
import { positionStatuses } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  settlementCurrency,
  type Currency,
  type MarketKey,
  type Shares,
} from "@sanshi/money";
import type { FeeItem } from "@sanshi/rulebook";
import { RawJson } from "../../platform/http/answers.ts";
import { accept, type Outcome, type Refusal } from "../../platform/outcome.ts";
import { filledAtMark, sellableAtMark } from "./orders.batch.store.ts";
import type { Closing } from "./orders.closing.rules.ts";
import type { Opening, SoundOrder } from "./orders.rules.ts";

type PlacedOrder = CallOutput<Calls["/trade/place-order"]>;
type ClosedPart = CallOutput<Calls["/trade/close-position"]>;

/** What is kept under a request id: `data` of the answer, or this shape of a refusal. */
type KeptRefusal = { refused: Refusal["code"]; params?: Record<string, string> };
const refusalStart = '{"refused":';

export function keptRefusal({ code, params }: Refusal): string {
  const kept: KeptRefusal = { refused: code, ...(params && { params }) };
  return JSON.stringify(kept);
}

/** A kept answer as it is given to the customer, the first time and every later one. */
export function outcomeOf(kept: string): Outcome<RawJson> {
  if (!kept.startsWith(refusalStart)) return accept(new RawJson(kept));
  const { refused, params } = JSON.parse(kept) as KeptRefusal;
  return {
    ok: false,
    refusal: params === undefined ? { code: refused } : { code: refused, params },
  };
}

export function withTimes(answer: string, filledAt: string, sellableAt: string): string {
  return answer.replace(filledAtMark, filledAt).replace(sellableAtMark, sellableAt);
}

const letters: Record<MarketKey, string> = { jpy: "J", usd: "U", cny: "C" };

/** For people to read out: the market's letter and the id, at least eight digits. */
export function orderNumber(market: MarketKey, positionId: bigint): string {
  return `${letters[market]}-${positionId.toString().padStart(8, "0")}`;
}

/** The times of a fill are marks, which the statement that makes it replaces. */
export function placedAnswer(positionId: bigint, order: SoundOrder, opening: Opening): string {
  const { market, code } = order.instrument;
  const currency = settlementCurrency(market);
  const filled = opening.verdict === "fill";
  const answer: PlacedOrder = {
    id: positionId.toString(),
    order_number: orderNumber(market, positionId),
    status: filled ? positionStatuses.holding : positionStatuses.pending,
    code,
    quantity: formatShares(order.quantity),
    price: formatPrice(opening.price, currency),
    amount: formatMinor(opening.amount, currency),
    fee: formatMinor(opening.fee, currency),
    filled_at: filled ? filledAtMark : null,
    quote_sequence: filled ? order.quote.sequence.toString() : null,
    sellable_at: filled ? sellableAtMark : null,
  };
  return JSON.stringify(answer);
}

export function closedAnswer(
  positionId: bigint,
  market: MarketKey,
  closing: Closing,
  state: { status: number; quantityLeft: Shares; filled: boolean },
): string {
  const currency = settlementCurrency(market);
  const answer: ClosedPart = {
    id: positionId.toString(),
    status: state.status,
    quantity: formatShares(closing.quantity),
    quantity_left: formatShares(state.quantityLeft),
    price: formatPrice(closing.price, currency),
    amount: formatMinor(closing.amount, currency),
    fee: formatMinor(closing.fee, currency),
    profit: formatMinor(closing.profit, currency),
    filled_at: state.filled ? filledAtMark : null,
  };
  return JSON.stringify(answer);
}

export function feeItemsOnWire(
  items: readonly FeeItem[],
  currency: Currency,
): { name: string; amount: string }[] {
  return items.map(({ name, amountMinor }) => ({
    name,
    amount: formatMinor(amountMinor, currency),
  }));
}
