import type {
  CallInput,
  CallOutput,
  Calls,
  Holding,
  OrderKind,
  TimeInForce,
} from "@sanshi/contract";
import {
  formatMinor,
  formatShares,
  minor,
  notional,
  parseMinor,
  parsePrice,
  parseShares,
  settlementCurrency,
  shares,
  zeroMinor,
  type Shares,
} from "@sanshi/money";
import { hasLimit, hasStop, kindInput, type TrailFields } from "../close-order.ts";
import { percentOf } from "../valuation.ts";

export type { Holding };
export type Opening = Holding["openings"][number];
export type ClosingPreview = CallOutput<Calls["/trade/preview-close-holding"]>;
export type ClosedHolding = CallOutput<Calls["/trade/close-holding"]>;
export type ClosingInput = CallInput<Calls["/trade/preview-close-holding"]>;

/** What tells one holding from the others: a stock can be held in several ways. */
export function keyOf({ code, side, funding }: Holding): string {
  return `${code}:${side}:${funding}`;
}

export type HoldingValue = { marketValue: string; profit: string; percent: string };

type Valued = Pick<
  Holding,
  "type" | "side" | "quantity" | "nowprice" | "cost" | "market_value" | "profit"
>;

/** At a newer price: the server's own figures, moved by what the shares have moved since. */
export function holdingAt(holding: Valued, now: string): HoldingValue {
  const currency = settlementCurrency(holding.type);
  const read = (text: string) => parseMinor(text, currency) ?? zeroMinor;
  const quantity = parseShares(holding.quantity) ?? shares(0n);
  const before = parsePrice(holding.nowprice);
  const at = parsePrice(now) ?? before;
  const moved =
    before === null || at === null
      ? 0n
      : notional(at, quantity, currency, "floor") - notional(before, quantity, currency, "floor");
  const profit = minor(read(holding.profit) + (holding.side === "long" ? moved : -moved));
  return {
    marketValue: formatMinor(minor(read(holding.market_value) + moved), currency),
    profit: formatMinor(profit, currency),
    percent: percentOf(profit, read(holding.cost)),
  };
}

export type ClosingForm = {
  kind: OrderKind;
  price: string;
  stop: string;
  trail: string;
  trailBy: TrailFields["trailBy"];
  timeInForce: TimeInForce;
  goodUntil: string;
  doNotReduce: boolean;
  isExtended: boolean;
  how: "oldest" | "choose";
  quantity: string;
  /** By opening; what is not in it, or empty, stays. */
  chosen: Readonly<Record<string, string>>;
};

/** The shares that the form is about; null while a number cannot be read, or is more than there is. */
export function sharesAsked(holding: Holding, form: ClosingForm): Shares | null {
  if (form.how === "oldest") return parseShares(form.quantity);
  let sum = 0n;
  for (const { id, quantity_free: free } of holding.openings) {
    const text = form.chosen[id] ?? "";
    if (text === "") continue;
    const quantity = parseShares(text);
    if (quantity === null || quantity < 0n || quantity > (parseShares(free) ?? 0n)) return null;
    sum += quantity;
  }
  return shares(sum);
}

/** What the server is asked; null where there is nothing to ask yet. */
export function closingInput(holding: Holding, form: ClosingForm): ClosingInput | null {
  const quantity = sharesAsked(holding, form);
  if (quantity === null || quantity <= 0n) return null;
  const { type, code, side, funding } = holding;
  const common = { type, code, side, funding };
  const what =
    form.how === "oldest"
      ? { ...common, quantity: formatShares(quantity) }
      : { ...common, openings: chosenText(holding, form) };
  const lacks =
    (hasLimit(form.kind) && form.price === "") ||
    (hasStop(form.kind) && form.stop === "") ||
    (form.kind === "trailing_stop" && form.trail === "") ||
    (form.timeInForce === "until_date" && form.goodUntil === "");
  return lacks ? null : { ...what, ...kindInput(form) };
}

function chosenText({ openings }: Holding, { chosen }: ClosingForm): string {
  return openings
    .flatMap(({ id }) => {
      const quantity = parseShares(chosen[id] ?? "");
      return quantity === null || quantity <= 0n ? [] : [`${id}:${formatShares(quantity)}`];
    })
    .join(",");
}
