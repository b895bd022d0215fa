import { locale } from "@sanshi/web/language";

/** Only for how high a bar is and what stands at its scale: what is read and added up stays text. */
export function heightOf(amount: string): number {
  return Number(amount);
}

export function showShort(value: number): string {
  return new Intl.NumberFormat(locale(), { notation: "compact", maximumFractionDigits: 1 }).format(
    value,
  );
}

/** The currencies of the rows, those with the most rows first: what is moved in most is looked at first. */
export function currenciesOf<Currency extends string>(
  rows: readonly { currency: Currency }[],
): Currency[] {
  const counts = new Map<Currency, number>();
  for (const { currency } of rows) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([currency]) => currency);
}
