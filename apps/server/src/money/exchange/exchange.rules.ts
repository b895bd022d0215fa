import {
  exchangeQuoteSeconds,
  exchangeRanges,
  type ExchangeRange,
  type RefusalCode,
  dayMs,
} from "@sanshi/contract";
import {
  convertAtMid,
  divide,
  formatScaled,
  minor,
  minorDigits,
  parseScaled,
  type Currency,
  type Minor,
  type RatesPerDollar,
} from "@sanshi/money";

/** Decimals of a pair's rate, as many as the wire carries. */
export const pairDigits = 8;
const pairScale = 10n ** BigInt(pairDigits);

/**
 * What is kept of the mid rate, in hundred-thousandths of it, published and the same for everybody:
 * the sum of the two currencies' halves. There is no other fee. About a broker's usual spreads (0.25
 * yen on a dollar, 0.15 yen on a Hong Kong dollar), wider where a currency is traded less.
 */
const halfSpreads: Record<Currency, bigint> = {
  USD: 50n,
  JPY: 105n,
  CNY: 150n,
  HKD: 100n,
  TWD: 250n,
  KRW: 250n,
  THB: 250n,
  MYR: 300n,
  VND: 350n,
};
const spreadScale = 100_000n;

/** Quoted by the hundred, as the interbank market does. */
const byTheHundred: ReadonlySet<Currency> = new Set(["KRW", "VND"]);

export type PairRate = {
  from: Currency;
  to: Currency;
  per: 1n | 100n;
  /** Units of `to` for `per` units of `from`, in hundred-millionths; `rate` is what is paid. */
  mid: bigint;
  rate: bigint;
};

/** Null where one of the two is not quoted. The rate is rounded down, so it is never above what it says. */
export function pairRate(from: Currency, to: Currency, rates: RatesPerDollar): PairRate | null {
  const [sold, bought] = [rates[from], rates[to]];
  if (sold === undefined || bought === undefined) return null;
  const per = byTheHundred.has(from) ? 100n : 1n;
  const kept = spreadScale - halfSpreads[from] - halfSpreads[to];
  return {
    from,
    to,
    per,
    mid: divide(bought * per * pairScale, sold, "half_even"),
    rate: divide(bought * per * pairScale * kept, sold * spreadScale, "floor"),
  };
}

export function rateOnWire({ from, to, per, mid, rate }: PairRate) {
  return {
    from,
    to,
    per: per === 100n ? ("100" as const) : ("1" as const),
    mid: formatScaled(mid, pairDigits),
    rate: formatScaled(rate, pairDigits),
    spread: formatScaled(mid - rate, pairDigits),
    spread_percent: formatScaled(spreadOf(from, to), 3),
  };
}

/** Of the mid rate, in thousandths of a per cent. */
function spreadOf(from: Currency, to: Currency): bigint {
  return halfSpreads[from] + halfSpreads[to];
}

/** The change of the mid rate in hundredths of a per cent. */
export function changePercent(now: bigint, before: bigint): string {
  return formatScaled(divide((now - before) * 10_000n, before, "half_up"), 2);
}

type Objection = { code: RefusalCode; params?: Record<string, string> };

export type ExchangeForm = { from: Currency; to: Currency; amount: string };
type ExchangeOffer = PairRate & { amount: Minor; receive: Minor; atMid: Minor };

/**
 * What an amount brings at the pair's rate, rounded down. Refusals in the contract's order, the
 * account's state and the balance apart.
 */
export function decideOffer(
  { from, to, amount: text }: ExchangeForm,
  rates: RatesPerDollar | null,
): { ok: true; offer: ExchangeOffer } | { ok: false; refusal: Objection } {
  if (from === to) return { ok: false, refusal: { code: "same_currency" } };
  const exact = parseScaled(text, pairDigits) ?? 0n;
  if (exact <= 0n) return { ok: false, refusal: { code: "amount_not_positive" } };
  const digits = minorDigits(from);
  const unit = 10n ** BigInt(pairDigits - digits);
  if (exact % unit !== 0n) {
    return { ok: false, refusal: { code: "amount_too_precise", params: { digits: `${digits}` } } };
  }
  const pair = rates === null ? null : pairRate(from, to, rates);
  if (rates === null || pair === null || pair.rate === 0n) {
    return { ok: false, refusal: { code: "exchange_rate_unavailable" } };
  }
  const amount = minor(exact / unit);
  const receive = minor(
    divide(
      amount * pair.rate * 10n ** BigInt(minorDigits(to)),
      pair.per * pairScale * 10n ** BigInt(digits),
      "floor",
    ),
  );
  if (receive === 0n) return { ok: false, refusal: { code: "exchange_amount_too_small" } };
  const middle = convertAtMid(amount, from, to, rates, "floor") ?? receive;
  // Rounded on different ways, the two may meet; what is given is never more than the mid rate's.
  const atMid = middle > receive ? middle : receive;
  return { ok: true, offer: { ...pair, amount, receive, atMid } };
}

export function quoteExpiry(now: number): number {
  return now + exchangeQuoteSeconds * 1000;
}

/** The days of a range, the last of which is today, as the starts of UTC days. */
export function historyDays(range: ExchangeRange, now: number): number[] {
  const today = Math.floor(now / dayMs) * dayMs;
  return Array.from(
    { length: exchangeRanges[range] + 1 },
    (_, index) => today - (exchangeRanges[range] - index) * dayMs,
  );
}

/** The last moment of a day, or now where it is not over. */
export function endOfDay(day: number, now: number): number {
  return Math.min(day + dayMs - 1, now);
}
