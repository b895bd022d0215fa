import type { CallOutput, OperatorCalls } from "@sanshi/contract";
import { formatMinor, formatScaled, minor, settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { firstUnitValue, priceUnits } from "./copy-trading.rules.ts";
import { grossOf, isOfPoolsWorth, valueOfHeld } from "./pool-worth.ts";
import { findProduct, type StoredProduct } from "./products.store.ts";
import {
  balancesBefore,
  flowsAt,
  positionsAt,
  stepsUntil,
  type ReplayedPosition,
} from "./replay.store.ts";
import { valuationsOf, type StoredValuation } from "./valuations.store.ts";

type Replay = CallOutput<OperatorCalls["/api/ops/copy-products/:id/replay"]>;
type Compared = Replay["figures"][number];

/**
 * A valuation once more, from the pool's fills, its postings, its followings and the published terms: what was kept of
 * it is taken for the quotes alone, each of which is named by its feed and number, and for the interest of the moment.
 */
export async function replayValuation(
  { database, quotes }: Pick<Context, "database" | "quotes">,
  { id, number }: { id: bigint; number: number },
): Promise<Outcome<Replay>> {
  const { reader } = database;
  const product = await findProduct(reader, id);
  if (product === undefined) return refuse("copy_product_not_found");
  const [kept] = await valuationsOf(reader, id, { below: number + 1, limit: 1 });
  if (kept === undefined || kept.number !== number) return refuse("copy_product_not_found");
  const { market, pool_id: poolId } = product;
  const currency = settlementCurrency(market);
  const held = await positionsAt(reader, poolId, kept.valued_at);
  const pool = { id: poolId, currency };
  const posted = await balancesBefore(reader, pool, { productId: id, at: kept.valued_at });
  const balances = posted.filter(({ purpose, amount }) => isOfPoolsWorth(purpose) && amount !== 0n);
  const flows = await flowsAt(reader, id, number);
  const gross = grossOf({
    balances: balances.map(({ purpose, amount }) => ({ purpose, amount: amount.toString() })),
    positions: held.map((own) => valuedAgain(product, kept, own)),
  });
  const priced = await pricedAgain(reader, product, { number, gross, units: flows.units });
  const money = (amount: bigint) => formatMinor(minor(amount), currency);
  // The valuation has the codes of its day.
  const heldThen = held.map((own) => {
    const { code } = quotes.called(market, own.code, kept.valued_at);
    return [placeOf(own.position_id, code), own.quantity.toString()] as const;
  });
  const figures = [
    ...comparedBy(
      "quantity",
      new Map(kept.positions.map((own) => [placeOf(own.position, own.code), own.quantity])),
      new Map(heldThen),
    ),
    ...comparedBy(
      "balance",
      new Map(kept.balances.map((own) => [own.purpose, money(BigInt(own.amount))])),
      new Map(balances.map((own) => [own.purpose, money(own.amount)])),
    ),
    compared("gross", money(kept.gross), money(gross)),
    compared("units", formatScaled(kept.units, 6), formatScaled(flows.units, 6)),
    compared("management_fee", money(kept.management_fee), money(priced.managementFee)),
    compared("performance_fee", money(kept.performance_fee), money(priced.performanceFee)),
    compared("unit_value", exactly(kept.unit_value), exactly(priced.unitValue)),
    compared("paid_in", money(kept.paid_in), money(flows.paid_in)),
    compared("paid_out", money(kept.paid_out), money(flows.paid_out)),
  ];
  return accept({ number, figures, equal: figures.every(({ equal }) => equal) });
}

/** With all of its six decimals below the minor unit. */
function exactly(unitValue: bigint): string {
  return formatScaled(unitValue, 6);
}

function placeOf(position: string | bigint, code: string): string {
  return `${code} #${position}`;
}

/** Its shares by fills, at the quote that the valuation names for it; one that it does not name is worth nothing. */
function valuedAgain(
  { market }: StoredProduct,
  kept: StoredValuation,
  { position_id: position, side, quantity }: ReplayedPosition,
) {
  const quoted = kept.positions.find((own) => own.position === position.toString());
  const nothing = { bid: "0", ask: "0", feed: "", sequence: "", at: 0, interest: "0" };
  const { bid, ask, interest, ...of } = quoted ?? nothing;
  const value = valueOfHeld(market, { side, quantity, bid: BigInt(bid), ask: BigInt(ask) });
  return {
    ...of,
    ...{ bid, ask, interest, side, code: "", position: position.toString() },
    quantity: quantity.toString(),
    value: value.toString(),
  };
}

/** The published terms over every valuation until this one: its fees follow from the highest value before it. */
async function pricedAgain(
  reader: Parameters<typeof stepsUntil>[0],
  product: StoredProduct,
  last: { number: number; gross: bigint; units: bigint },
) {
  const terms = {
    managementBasisPoints: product.management_basis_points,
    performanceBasisPoints: product.performance_basis_points,
  };
  const none = minor(0n);
  let before = product.published_at;
  let priced = {
    ...{ managementFee: none, performanceFee: none, feeFraction: 0n },
    ...{ unitValue: firstUnitValue, highWater: firstUnitValue },
  };
  for (const step of await stepsUntil(reader, product.id, last.number)) {
    const own = step.number === last.number ? last : step;
    const { feeFraction, highWater } = priced;
    const elapsedMs = step.valued_at - before;
    before = step.valued_at;
    priced =
      own.units === 0n
        ? { ...priced, managementFee: none, performanceFee: none }
        : priceUnits(
            { gross: minor(own.gross), units: own.units, elapsedMs, feeFraction, highWater },
            terms,
          );
  }
  return priced;
}

function comparedBy(
  figure: Compared["figure"],
  kept: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): Compared[] {
  const names = new Set([...kept.keys(), ...found.keys()]);
  return [...names].map((of) => compared(figure, kept.get(of) ?? "0", found.get(of) ?? "0", of));
}

function compared(
  figure: Compared["figure"],
  kept: string,
  found: string,
  of: string | null = null,
): Compared {
  return { figure, of, kept, found, equal: kept === found };
}
