/** The wallet's nine currencies, in the order in which they are shown. */
export const currencies = ["JPY", "USD", "CNY", "HKD", "TWD", "KRW", "THB", "MYR", "VND"] as const;
export type Currency = (typeof currencies)[number];

/** Digits after the decimal point of the currency's minor unit. Source: ISO 4217. */
const minorDigitsByCurrency: Record<Currency, number> = {
  JPY: 0,
  USD: 2,
  CNY: 2,
  HKD: 2,
  TWD: 2,
  KRW: 0,
  THB: 2,
  MYR: 2,
  VND: 0,
};

export function minorDigits(currency: Currency): number {
  return minorDigitsByCurrency[currency];
}

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(minorDigitsByCurrency, text);
}
