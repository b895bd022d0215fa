import { parsePrice, type Price } from "@sanshi/money";

/**
 * Reads a row of a typed table, `"0.1 0.5 -"`; a dash is an open bound.
 *
 * @throws RangeError for anything that is not a price above zero.
 */
export function typedPrices(row: string): readonly (Price | null)[] {
  return row.split(" ").map((text) => (text === "-" ? null : typedPrice(text)));
}

function typedPrice(text: string): Price {
  const value = parsePrice(text);
  if (value === null || value <= 0n) throw new RangeError(`not a price: ${text}`);
  return value;
}

/** Pairs a row of bounds with a row of as many amounts. */
export function typedBands(
  bounds: string,
  amounts: string,
): readonly (readonly [Price | null, Price])[] {
  const boundPrices = typedPrices(bounds);
  const amountPrices = typedPrices(amounts);
  if (boundPrices.length !== amountPrices.length) throw new RangeError("the rows differ in length");
  return amountPrices.map((amount, index) => {
    if (amount === null) throw new RangeError("an amount is missing");
    return [boundPrices[index] ?? null, amount];
  });
}
