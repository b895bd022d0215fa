import {
  divide,
  minor,
  minorDigits,
  sumAtMid,
  zeroMinor,
  type Currency,
  type Minor,
  type RatesPerDollar,
} from "@sanshi/money";

/** What trading has come to so far, in the currency's minor unit: every figure from a column of its own. */
export type TradedSums = {
  /** What was sold less what was bought, without fees, fractions of splits among it. */
  traded: Minor;
  /** What closing the rest would bring without fees; of shorts it costs. */
  worth: Minor;
  dividends: Minor;
  interestPaid: Minor;
  interestAccrued: Minor;
  /** Of openings and closings, stamp duty included. */
  fees: Minor;
};

/** What each has added to the profit, so that interest and fees are negative; they sum to `profit`. */
export type ProfitParts = {
  price: Minor;
  dividends: Minor;
  interest: Minor;
  fees: Minor;
  profit: Minor;
};

export function profitParts(sums: TradedSums): ProfitParts {
  const price = minor(sums.traded + sums.worth);
  const { dividends } = sums;
  const interest = minor(-(sums.interestPaid + sums.interestAccrued));
  const fees = minor(-sums.fees);
  return { price, dividends, interest, fees, profit: minor(price + dividends + interest + fees) };
}

/** Own money that trading took from the wallet on a day (negative), or brought back. */
export type DayFlow = { currency: Currency; amount: Minor; rates: RatesPerDollar };
export type ConvertedParts = ProfitParts & { exchange: Minor };

/**
 * The parts of some currencies in one, at the rates of now, and what the rates have done since: each day's flow
 * at its own day's rate instead. What came back long ago is so worth what it was worth then. The price takes what
 * rounding leaves, so that the parts sum to the profit. Null where a rate that is needed is missing.
 */
export function convertedParts(
  native: readonly (readonly [Currency, ProfitParts])[],
  flows: readonly DayFlow[],
  to: Currency,
  now: RatesPerDollar,
): ConvertedParts | null {
  const sum = (part: keyof ProfitParts) =>
    sumAtMid(
      native.map(([currency, parts]) => [currency, parts[part]] as const),
      to,
      now,
      "floor",
    );
  const [profit, dividends, interest, fees] = [
    sum("profit"),
    sum("dividends"),
    sum("interest"),
    sum("fees"),
  ];
  const exchange = movedByRates(flows, to, now);
  if (profit === null || dividends === null || interest === null || fees === null) return null;
  if (exchange === null) return null;
  const price = minor(profit - dividends - interest - fees);
  return { price, dividends, interest, fees, exchange, profit: minor(profit + exchange) };
}

/** Decimals of a minor unit that are kept until the sum is rounded. */
const keptDigits = 12;

function movedByRates(flows: readonly DayFlow[], to: Currency, now: RatesPerDollar): Minor | null {
  let moved = 0n;
  for (const { currency, amount, rates } of flows) {
    if (currency === to || amount === 0n) continue;
    const then = worthIn(amount, currency, to, rates);
    const today = worthIn(amount, currency, to, now);
    if (then === null || today === null) return null;
    moved += then - today;
  }
  return moved === 0n ? zeroMinor : minor(divide(moved, 10n ** BigInt(keptDigits), "floor"));
}

function worthIn(
  amount: Minor,
  from: Currency,
  to: Currency,
  rates: RatesPerDollar,
): bigint | null {
  const [sold, bought] = [rates[from], rates[to]];
  if (sold === undefined || bought === undefined) return null;
  const digits = BigInt(keptDigits + minorDigits(to));
  return divide(
    amount * bought * 10n ** digits,
    sold * 10n ** BigInt(minorDigits(from)),
    "half_even",
  );
}
