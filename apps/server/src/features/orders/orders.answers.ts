import type { CallOutput, Calls } from "@sanshi/contract";
import { positionStatuses } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  settlementCurrency,
  type Currency,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import type { FeeItem } from "@sanshi/rulebook";
import { RawJson } from "../../platform/http/answers.ts";
import { accept, type Outcome, type Refusal } from "../../platform/outcome.ts";
import { filledAtMark, sellableAtMark } from "./orders.batch.store.ts";

type PlacedOrder = CallOutput<Calls["/trade/place-order"]>;

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

/** An order that was filled at once and as a whole, as its position and its first fill keep it. */
export type FilledOrder = {
  positionId: bigint;
  market: MarketKey;
  code: string;
  quantity: Shares;
  price: Price;
  amount: Minor;
  fee: Minor;
  quoteSequence: bigint;
  filledAt: number;
  sellableAt: number;
};

/** Also made again from the records: whatever it says must be there, and never change. */
export function filledAnswer(order: FilledOrder): string {
  return JSON.stringify({
    ...placed(order),
    status: positionStatuses.holding,
    filled_at: new Date(order.filledAt).toISOString(),
    quote_sequence: order.quoteSequence.toString(),
    sellable_at: new Date(order.sellableAt).toISOString(),
  } satisfies PlacedOrder);
}

/** An order that waits. */
export function waitingAnswer(
  order: Omit<FilledOrder, "quoteSequence" | "filledAt" | "sellableAt">,
): string {
  return JSON.stringify({
    ...placed(order),
    filled_at: null,
    quote_sequence: null,
    sellable_at: null,
  } satisfies PlacedOrder);
}

function placed(order: Omit<FilledOrder, "quoteSequence" | "filledAt" | "sellableAt">) {
  const currency = settlementCurrency(order.market);
  return {
    id: order.positionId.toString(),
    order_number: orderNumber(order.market, order.positionId),
    status: positionStatuses.pending,
    code: order.code,
    quantity: formatShares(order.quantity),
    price: formatPrice(order.price, currency),
    amount: formatMinor(order.amount, currency),
    fee: formatMinor(order.fee, currency),
  };
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
