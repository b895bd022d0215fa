import {
  displayDecimal,
  divide,
  formatScaled,
  minorDigits,
  parseScaled,
  type Currency,
} from "@sanshi/money";

/** As many decimals as the currency has, as it is written in a field: no separators. */
export function plainAmount(amount: string, currency: Currency): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const digits = minorDigits(currency);
  return digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, "0").slice(0, digits)}`;
}

/** A rate as the wire has it: units of `to` for `per` units of `from`. */
export type WireRate = { from: Currency; to: Currency; per: string; rate: string };

/** How a pair is read: how many units of `counter` so many units of `base` are. */
export type Reading = { base: Currency; units: 1 | 100; counter: Currency };

/** Small money is told by the hundred. */
const byTheHundred: ReadonlySet<Currency> = new Set(["KRW", "VND", "JPY"]);

/**
 * As the reader's country reads the pair, whichever way it is exchanged: a dollar in what it is worth elsewhere,
 * foreign money in one's own, and of two foreign ones the larger in the smaller.
 */
export function readingOf({ from, to, per, rate }: WireRate, home: Currency): Reading {
  const base = baseOf({ from, to, per, rate }, home);
  const counter = base === from ? to : from;
  const isSmall = byTheHundred.has(base) && !(base === "JPY" && byTheHundred.has(counter));
  return { base, units: isSmall ? 100 : 1, counter };
}

function baseOf({ from, to, per, rate }: WireRate, home: Currency): Currency {
  if (from === "USD" || to === "USD") return "USD";
  if (from === home) return to;
  if (to === home) return from;
  return scaled(rate) >= scaled(per) ? from : to;
}

const rateDigits = 8;
const one = 10n ** BigInt(rateDigits);
const scaled = (text: string) => parseScaled(text, rateDigits) ?? 0n;

/** The rate's figure in a reading, as a plain decimal; `"0"` of none. */
export function figureIn({ base, units }: Reading, { from, per, rate }: WireRate): string {
  const [value, whole] = [scaled(rate), scaled(per)];
  if (value === 0n) return "0";
  const figure =
    base === from
      ? divide(value * BigInt(units) * one, whole, "half_up")
      : divide(whole * BigInt(units) * one, value, "half_up");
  return formatScaled(figure, rateDigits);
}

/** `1 USD = 172.90 JPY`, also where yen are given for dollars. */
export function rateText(rate: WireRate, home: Currency): string {
  const reading = readingOf(rate, home);
  return `${reading.units} ${reading.base} = ${rateFigure(figureIn(reading, rate))} ${reading.counter}`;
}

/** `1 JPY = 0.00578369 USD`: to the last decimal, as the exchange is reckoned. */
export function exactRateText({ from, to, per, rate }: WireRate): string {
  return `${per} ${from} = ${displayDecimal(rate, 2, rateDigits)} ${to}`;
}

/** About five significant figures, which is what a rate read the other way round is known to. */
export function rateFigure(rate: string): string {
  const value = Number(rate);
  if (value >= 10_000) return displayDecimal(rate, 0, 0);
  const digits = value >= 100 ? 2 : value >= 1 ? 4 : value >= 0.01 ? 6 : 8;
  return displayDecimal(rate, 2, digits);
}

/** What lies between the mid rate and the one that is paid, in the reading's figures. */
export function spreadFigure(rate: WireRate & { mid: string }, home: Currency): string {
  const reading = readingOf(rate, home);
  const [mid, paid] = [rate.mid, rate.rate].map((text) =>
    scaled(figureIn(reading, { ...rate, rate: text })),
  ) as [bigint, bigint];
  return spreadDigits(formatScaled(paid > mid ? paid - mid : mid - paid, rateDigits));
}

/** Two figures of it at least: a spread is small beside its rate. */
function spreadDigits(spread: string): string {
  const value = Number(spread);
  const digits = value >= 1 ? 2 : value >= 0.01 ? 4 : 8;
  return displayDecimal(spread, 2, digits);
}

/** What an amount brings at a shown rate, rounded down as the quote rounds; the quote has the last word. */
export function worthOf(amount: string, rate: WireRate): string | null {
  const paid = scaled(amount);
  if (paid <= 0n) return null;
  const brought = divide(paid * scaled(rate.rate), scaled(rate.per), "floor");
  return inUnits(divide(brought, unitOf(rate.to), "floor"), rate.to);
}

/** The least that has to be paid so that an amount is brought at a shown rate. */
export function priceOf(amount: string, rate: WireRate): string | null {
  const [wanted, value] = [scaled(amount), scaled(rate.rate)];
  if (wanted <= 0n || value === 0n) return null;
  const paid = divide(wanted * scaled(rate.per), value * unitOf(rate.from), "ceiling");
  return inUnits(paid, rate.from);
}

/** A currency's smallest unit, in hundred-millionths. */
function unitOf(currency: Currency): bigint {
  return 10n ** BigInt(rateDigits - minorDigits(currency));
}

function inUnits(count: bigint, currency: Currency): string {
  return formatScaled(count, minorDigits(currency));
}
