import { iso, type CallOutput, type Calls, type CheckedInput } from "@sanshi/contract";
import { formatPrice, parsePrice, price, settlementCurrency, type MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { adjustmentFactors } from "../market/market.ts";
import { objectToLine, orderedPoints } from "./chart-lines.rules.ts";
import * as store from "./chart-lines.store.ts";

type LinesContext = Pick<Context, "database" | "quotes" | "feed" | "clock">;
type StockKey = { type: MarketKey; code: string };
type LinesAnswer = CallOutput<Calls["/market/chart-lines"]>;

export async function chartLines(
  context: LinesContext,
  customer: Customer,
  stock: StockKey,
): Promise<Outcome<LinesAnswer>> {
  if (!isKnown(context, stock)) return refuse("instrument_not_found");
  const [stored, adjustment] = await Promise.all([
    store.listLines(context.database.reader, customer.customerId, stock),
    adjustmentFactors(context, stock),
  ]);
  return accept({ lines: stored.map((line) => onWire(line, stock.type)), adjustment });
}

function isKnown({ quotes }: Pick<LinesContext, "quotes">, { type, code }: StockKey): boolean {
  return quotes.instrument(type, code) !== null;
}

function onWire(line: store.StoredLine, type: MarketKey): LinesAnswer["lines"][number] {
  const currency = settlementCurrency(type);
  const { id, kind, from_at, from_price, to_at, to_price } = line;
  return {
    id,
    kind,
    from: { at: iso(from_at), price: formatPrice(from_price, currency) },
    to: { at: iso(to_at), price: formatPrice(to_price, currency) },
  };
}

/** The same line twice is one; another place for it moves it. */
export async function saveChartLine(
  context: LinesContext,
  customer: Customer,
  input: CheckedInput<Calls["/market/save-chart-line"]>,
): Promise<Outcome<Record<string, never>>> {
  const { type, code, line: id, kind } = input;
  const known = isKnown(context, input);
  const points = orderedPoints(
    kind,
    { at: Date.parse(input.from_at), price: parsePrice(input.from_price) ?? price(1n) },
    { at: Date.parse(input.to_at), price: parsePrice(input.to_price) ?? price(1n) },
  );
  return context.database.transaction(async (transaction) => {
    await store.lockLines(transaction, customer.customerId);
    const { on_stock, of_customer, drawn } = await store.countLines(
      transaction,
      customer.customerId,
      { type, code, id },
    );
    const state = {
      isKnown: known,
      isDrawn: drawn > 0,
      onStock: on_stock,
      ofCustomer: of_customer,
    };
    const objection = objectToLine(state);
    if (objection !== null) return { ok: false, refusal: objection };
    const drawing = { type, code, id, kind, ...points };
    await store.keepLine(transaction, customer.customerId, drawing, context.clock.now());
    return accept({});
  });
}

/** Also of a stock that the feed no longer knows. */
export async function removeChartLine(
  context: LinesContext,
  customer: Customer,
  { line }: { line: string },
): Promise<Outcome<Record<string, never>>> {
  await context.database.transaction((transaction) =>
    store.deleteLine(transaction, customer.customerId, line),
  );
  return accept({});
}
