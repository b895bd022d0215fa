import type { CallOutput, Calls } from "@sanshi/contract";
import { positionStatuses } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatScaled,
  formatShares,
  settlementCurrency,
  type Currency,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import type { Slice } from "../../../venues/execution-venue.ts";
import { RawJson } from "../../../platform/http/answers.ts";
import { accept, type Outcome, type Refusal } from "../../../platform/outcome.ts";
import { filledAtMark, sellableAtMark } from "../storing/openings.store.ts";
import type { FilledOrder } from "./requests.store.ts";

import type { Objection } from "../checking/order-checks.rules.ts";

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

/** A rule's objection as the wire carries it: its times spelled out. */
export function toRefusal({ code, params, times }: Objection): Refusal {
  if (times === undefined) return params === undefined ? { code } : { code, params };
  const spelled = Object.entries(times).map(([name, at]) => [name, new Date(at).toISOString()]);
  return { code, params: { ...params, ...Object.fromEntries(spelled) } };
}

export function withTimes(answer: string, filledAt: string, sellableAt: string): string {
  return answer.replace(filledAtMark, filledAt).replace(sellableAtMark, sellableAt);
}

/** The records know the specification's lock alone; the exchange's rule comes from the day of the first fill. */
export function withSellable(
  kept: string,
  sellable: (filledAt: number) => Pick<PlacedOrder, "sellable_at" | "sellable_at_status">,
): string {
  const answer: { filled_at?: string | null; sellable_at?: string | null } = JSON.parse(kept);
  const { filled_at: filledAt } = answer;
  if (typeof filledAt !== "string" || typeof answer.sellable_at !== "string") return kept;
  return JSON.stringify({
    ...answer,
    ...sellable(Date.parse(filledAt)),
  });
}

const letters: Record<MarketKey, string> = { jpy: "J", usd: "U", cny: "C" };

/** For people to read out: the market's letter and the id, at least eight digits. */
export function orderNumber(market: MarketKey, positionId: bigint): string {
  return `${letters[market]}-${positionId.toString().padStart(8, "0")}`;
}

/** [price, shares] of each level of a quote that a fill took, where there was more than one. */
export function levelsOnWire(slices: readonly Slice[], currency: Currency): string | null {
  if (slices.length < 2) return null;
  return JSON.stringify(
    slices.map((slice) => [formatPrice(slice.price, currency), formatShares(slice.quantity)]),
  );
}

/** How far behind the best price its stop follows; nothing of an order that does not trail. */
export function trailOnWire(
  { amount, basisPoints }: { amount: Price | null; basisPoints: number | null },
  currency: Currency,
): { trail_amount?: string; trail_percent?: string } {
  if (amount !== null) return { trail_amount: formatPrice(amount, currency) };
  if (basisPoints === null) return {};
  return { trail_percent: formatScaled(BigInt(basisPoints), 2).replace(/\.?0+$/, "") };
}

/** When an order was filled, and from when on it can be sold. */
export type TimesOnWire = { filled_at: string; sellable_at: string } & Pick<
  PlacedOrder,
  "sellable_at_status"
>;

/** Also made again from the records: whatever it says must be there, and never change. */
export function filledAnswer(
  order: PlacedFields,
  quoteSequence: bigint,
  { filled_at, sellable_at, sellable_at_status }: TimesOnWire,
): string {
  return JSON.stringify({
    ...placed(order),
    status: positionStatuses.holding,
    quantity_filled: formatShares(order.quantity),
    quantity_waiting: "0",
    filled_at,
    quote_sequence: quoteSequence.toString(),
    sellable_at,
    sellable_at_status,
  } satisfies PlacedOrder);
}

/** An order of which nothing is filled at once, or not all; the times are marks for the statement. */
export function partlyFilledAnswer(
  order: Omit<FilledOrder, "filledAt" | "sellableAt"> & {
    filled: Shares;
    waiting: Shares;
    reserved: Minor;
    meets: PlacedOrder["meets"] | null;
  },
): string {
  const hasFill = order.filled > 0n;
  return JSON.stringify({
    ...placed(order),
    status: hasFill ? positionStatuses.holding : positionStatuses.pending,
    quantity_filled: formatShares(order.filled),
    quantity_waiting: formatShares(order.waiting),
    filled_at: hasFill ? filledAtMark : null,
    quote_sequence: hasFill ? order.quoteSequence.toString() : null,
    sellable_at: hasFill ? sellableAtMark : null,
    sellable_at_status: "published",
    ...(order.reserved > 0n && {
      reserved: formatMinor(order.reserved, settlementCurrency(order.market)),
    }),
    ...(order.meets && { meets: order.meets }),
  } satisfies PlacedOrder);
}

type PlacedFields = Omit<FilledOrder, "quoteSequence" | "filledAt" | "sellableAt">;

function placed(order: PlacedFields) {
  const currency = settlementCurrency(order.market);
  return {
    id: order.positionId.toString(),
    order_number: orderNumber(order.market, order.positionId),
    code: order.code,
    quantity: formatShares(order.quantity),
    price: formatPrice(order.price, currency),
    amount: formatMinor(order.amount, currency),
    fee: formatMinor(order.fee, currency),
  };
}

export function feeItemsOnWire(
  items: readonly { readonly name: string; readonly amountMinor: Minor }[],
  currency: Currency,
): { name: string; amount: string }[] {
  return items.map(({ name, amountMinor }) => ({
    name,
    amount: formatMinor(amountMinor, currency),
  }));
}
