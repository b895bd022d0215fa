import {
  iso,
  isoOrNull,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatScaled,
  minor,
  price,
  settlementCurrency,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { scheduleOf, stateOf } from "./copy-trading.answers.ts";
import { valuationsAround, worthOf } from "./copy-trading.rules.ts";
import { grossOf, valueOfHeld } from "./pool-worth.ts";
import * as products from "./products.store.ts";
import type { StoredProduct } from "./products.store.ts";
import { unitValueText } from "./shown.ts";
import { exposuresOf, valuationsOf, type StoredValuation } from "./valuations.store.ts";

type Products = CallOutput<OperatorCalls["/api/ops/copy-products"]>;
type Valuations = CallOutput<OperatorCalls["/api/ops/copy-products/:id/valuations"]>;

export async function productsForOperators(
  { database, clock, hours }: Pick<Context, "database" | "clock" | "hours">,
  { cursor, limit }: CheckedInput<OperatorCalls["/api/ops/copy-products"]>,
): Promise<Outcome<Products>> {
  const place = placeOf(cursor, "number");
  if (place === null) return refuse("invalid_request");
  const count = Number(limit);
  const { reader } = database;
  const found = await products.newestProducts(reader, {
    below: place?.[0] ?? null,
    limit: count + 1,
  });
  const shown = found.slice(0, count);
  const ids = shown.map(({ id }) => id);
  const [flows, exposures] = await Promise.all([
    products.flowsOf(reader, ids),
    exposuresOf(reader, ids),
  ]);
  const now = clock.now();
  const items = shown.map((product): Products["items"][number] => {
    const currency = settlementCurrency(product.market);
    const own = flows.get(product.id);
    const money = (value: bigint) => formatMinor(minor(value), currency);
    const exposure = exposures.get(product.id);
    const { next } = valuationsAround(scheduleOf(product), now, hours);
    return {
      id: product.id.toString(),
      type: product.market,
      names: product.names,
      strategy: product.strategy,
      state: stateOf(product, now),
      published_at: iso(product.published_at),
      closed_at: isoOrNull(product.closed_at),
      winds_down_at: isoOrNull(product.winds_down_at),
      stopped_at: isoOrNull(product.stopped_at),
      stopped_why: product.stopped_why,
      ended_at: isoOrNull(product.ended_at),
      pool: `pool-${product.id}`,
      followers: own?.followers ?? 0,
      capacity: money(product.capacity),
      paid_in: money(own?.paid_in ?? 0n),
      units: formatScaled(product.units, 6),
      unit_value: unitValueText(product.unit_value, currency),
      value: money(worthOf(product.units, product.unit_value)),
      house_value: money(worthOf(own?.house_units ?? 0n, product.unit_value)),
      exposure: {
        long: money(exposure?.long ?? 0n),
        short: money(exposure?.short ?? 0n),
        money: money(exposure?.money ?? 0n),
      },
      valued_at: isoOrNull(product.valued_at),
      next_at: product.ended_at === null ? isoOrNull(next) : null,
      suspended: suspendedOf(product),
      waits_in: money(own?.waits_in ?? 0n),
      waits_out: money(worthOf(own?.waits_out ?? 0n, product.unit_value)),
    };
  });
  const last = shown.at(-1);
  const more = found.length > count && last !== undefined;
  return accept({ items, next_cursor: more ? cursorOf(last.id) : null });
}

function suspendedOf(product: StoredProduct): Products["items"][number]["suspended"] {
  const { suspended_for: since, suspended_why: cause } = product;
  return since === null || cause === null ? null : { since: iso(since), cause };
}

export async function valuationPage(
  { database }: Pick<Context, "database">,
  { id, cursor, limit }: CheckedInput<OperatorCalls["/api/ops/copy-products/:id/valuations"]>,
): Promise<Outcome<Valuations>> {
  const place = placeOf(cursor, "count");
  if (place === null) return refuse("invalid_request");
  const { reader } = database;
  const product = await products.findProduct(reader, BigInt(id));
  if (product === undefined) return refuse("copy_product_not_found");
  const count = Number(limit);
  const found = await valuationsOf(reader, product.id, {
    below: place?.[0] ?? null,
    limit: count + 1,
  });
  const shown = found.slice(0, count);
  const last = shown.at(-1);
  const more = found.length > count && last !== undefined;
  return accept({
    items: shown.map((valuation) => valuationOnWire(product, valuation)),
    next_cursor: more ? cursorOf(last.number) : null,
  });
}

function valuationOnWire(
  product: StoredProduct,
  valuation: StoredValuation,
): Valuations["items"][number] {
  const { market } = product;
  const currency = settlementCurrency(market);
  const money = (value: bigint) => formatMinor(minor(value), currency);
  return {
    number: valuation.number,
    due_at: iso(valuation.due_at),
    valued_at: iso(valuation.valued_at),
    gross: money(valuation.gross),
    management_fee: money(valuation.management_fee),
    performance_fee: money(valuation.performance_fee),
    unit_value: unitValueText(valuation.unit_value, currency),
    paid_in: money(valuation.paid_in),
    paid_out: money(valuation.paid_out),
    balances: valuation.balances.map(({ purpose, amount }) => ({
      purpose,
      amount: money(BigInt(amount)),
    })),
    positions: valuation.positions.map((held) => ({
      position: held.position,
      code: held.code,
      side: held.side,
      quantity: held.quantity,
      bid: formatPrice(price(BigInt(held.bid)), currency),
      ask: formatPrice(price(BigInt(held.ask)), currency),
      feed: held.feed,
      sequence: held.sequence,
      value: money(BigInt(held.value)),
      interest: money(BigInt(held.interest)),
    })),
    replays: replays(product, valuation),
  };
}

/** Whether what is kept of a valuation gives its figures once more: positions, worth, and the value of a unit. */
function replays({ market }: StoredProduct, valuation: StoredValuation): boolean {
  const { balances, positions, gross, units } = valuation;
  const areValued = positions.every((held) => {
    const again = valueOfHeld(market, {
      side: held.side,
      quantity: BigInt(held.quantity),
      bid: BigInt(held.bid),
      ask: BigInt(held.ask),
    });
    return again === BigInt(held.value);
  });
  if (!areValued || grossOf({ balances, positions }) !== gross) return false;
  if (units === 0n) return true;
  const net = gross - valuation.management_fee - valuation.performance_fee;
  const again = net <= 0n ? 0n : (net * 10n ** 12n) / units;
  return again === valuation.unit_value;
}
