import {
  minor,
  sumAtMid,
  zeroMinor,
  type Currency,
  type Minor,
  type RatesPerDollar,
} from "@sanshi/money";

/** A customer's balance in one currency by what it is for. */
export type PurposeBalance = { currency: Currency; purpose: string; balance: Minor };

/** What a customer holds in one market, as far as assets are concerned. */
export type Holdings = {
  marketValue: Minor;
  shortValue: Minor;
  floating: Minor;
  cost: Minor;
  borrowed: Minor;
  interest: Minor;
};

export type AssetFigures = {
  available: Minor;
  frozen: Minor;
  total: Minor;
  /** Of longs and shorts together, as the specification adds them up. */
  holdingsValue: Minor;
  shortValue: Minor;
  debt: Minor;
  unrealised: Minor;
  net: Minor;
  /** The part of the debt that a closing left unpaid. */
  unpaidDebt: Minor;
};

/**
 * Not money that is tied up: `available` stands by itself, the first two are counted with the positions
 * that they belong to, the others are owed. Whatever else a customer has an account for is frozen.
 */
const notFrozen = new Set([
  "available",
  "margin_debt",
  "short_collateral",
  "debt",
  "shortfall_debt",
  "loan_debt",
  "loan_interest_debt",
]);

/**
 * Product section 5, in one currency. `followed` is what units of followed strategies have gained or lost since they
 * were paid for: what was paid for them is frozen, like a position's cost.
 */
export function assetsIn(
  currency: Currency,
  balances: readonly PurposeBalance[],
  holdings: Holdings | null,
  followed: Minor = zeroMinor,
): AssetFigures {
  const own = balances.filter((one) => one.currency === currency);
  const balanceOf = (purpose: string) =>
    own.find((one) => one.purpose === purpose)?.balance ?? zeroMinor;
  const available = balanceOf("available");
  const tiedUp = own
    .filter(({ purpose }) => !notFrozen.has(purpose))
    .reduce((sum, { balance }) => sum + balance, 0n);
  const frozen = minor(tiedUp + (holdings?.cost ?? 0n));
  const total = minor(available + frozen);
  const unrealised = minor((holdings?.floating ?? 0n) + followed);
  const unpaidDebt = minor(-balanceOf("shortfall_debt"));
  const leverage = (holdings?.borrowed ?? 0n) + (holdings?.interest ?? 0n);
  const loans = balanceOf("loan_debt") + balanceOf("loan_interest_debt");
  const debt = minor(balanceOf("debt") + leverage + unpaidDebt - loans);
  return {
    available,
    frozen,
    total,
    holdingsValue: holdings?.marketValue ?? zeroMinor,
    shortValue: holdings?.shortValue ?? zeroMinor,
    debt,
    unrealised,
    net: minor(total + unrealised - debt),
    unpaidDebt,
  };
}

/** Everything in one currency; null where one that is held has no rate. */
export function totalAssets(
  display: Currency,
  parts: ReadonlyMap<Currency, AssetFigures>,
  rates: RatesPerDollar,
): AssetFigures | null {
  // Each figure is added up over the currencies and rounded once, towards the loss.
  const sum = (part: keyof AssetFigures) =>
    sumAtMid(
      [...parts].map(([currency, figures]) => [currency, figures[part]] as const),
      display,
      rates,
      "floor",
    );
  const [available, total, net] = [sum("available"), sum("total"), sum("net")];
  const [debt, unpaidDebt] = [sum("debt"), sum("unpaidDebt")];
  const [holdingsValue, shortValue] = [sum("holdingsValue"), sum("shortValue")];
  const unrealised = sum("unrealised");
  if (available === null || total === null || net === null || debt === null) return null;
  if (holdingsValue === null || shortValue === null) return null;
  if (unrealised === null || unpaidDebt === null) return null;
  // The figures of one screen add up: what the parts lack is less than a unit, and goes where a fraction was cut.
  const lacking = net - (total + unrealised - debt);
  return {
    available,
    frozen: minor(total - available),
    total,
    holdingsValue,
    shortValue,
    debt: lacking < 0n ? minor(debt - lacking) : debt,
    unrealised: lacking > 0n ? minor(unrealised + lacking) : unrealised,
    net,
    unpaidDebt,
  };
}
