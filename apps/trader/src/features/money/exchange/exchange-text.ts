import { displayDecimal, minorDigits, type Currency } from "@sanshi/money";

/** As many decimals as the currency has, as it is written in a field: no separators. */
export function plainAmount(amount: string, currency: Currency): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const digits = minorDigits(currency);
  return digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, "0").slice(0, digits)}`;
}

/** `1 USD = 160.52 JPY`; a small rate keeps its leading figures. */
export function rateText({
  from,
  to,
  per,
  rate,
}: {
  from: string;
  to: string;
  per: string;
  rate: string;
}): string {
  return `${per} ${from} = ${rateFigure(rate)} ${to}`;
}

/** About six significant figures, at least two decimals. */
export function rateFigure(rate: string): string {
  const value = Number(rate);
  const digits = value >= 100 ? 3 : value >= 1 ? 4 : value >= 0.01 ? 6 : 8;
  return displayDecimal(rate, 2, digits);
}

/** What an amount is about worth at a shown rate; the quote says it exactly. */
export function aboutWorth(
  amount: string,
  { per, rate, to }: { per: string; rate: string; to: Currency },
): string | null {
  const typed = Number(amount);
  if (!(typed > 0)) return null;
  const worth = (typed / Number(per)) * Number(rate);
  return worth.toFixed(minorDigits(to));
}
