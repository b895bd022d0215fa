import {
  divide,
  formatMinor,
  formatShares,
  minor,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
  type Shares,
} from "@sanshi/money";
import { ruleParams, type LocalDate, type RuleReference } from "@sanshi/rulebook";
import { object, type Refused } from "./order-checks.rules.ts";

/**
 * Tokyo's rule of the day (差金決済の禁止): a purchase is paid in full, and not with what the sale of the same shares on
 * the same day has brought. What was held before is sold first; what is sold beyond it was bought on the day, and its
 * proceeds buy other stocks alone until the next one. What was held before may be sold and bought back with that money,
 * but then it is not sold again before the next day, as far as no other money has paid for it.
 */

/** A fill of the day in one stock, bought or sold without credit. */
export type DayFill = { side: "buy" | "sell"; quantity: bigint; amount: bigint; fee: bigint };

/** What sales of shares that were bought on the same day have brought, after fees. `left` is what is held by now. */
export function sameDayProceeds(left: bigint, fills: readonly DayFill[]): Minor {
  const standing = withoutBustedSales(fills);
  const sum = (side: DayFill["side"]) =>
    standing.reduce((total, fill) => total + (fill.side === side ? fill.quantity : 0n), 0n);
  let before = left + sum("sell") - sum("buy");
  let proceeds = 0n;
  for (const { side, quantity, amount, fee } of standing) {
    if (side === "buy") continue;
    const held = before < quantity ? before : quantity;
    before -= held;
    // Rounded up: what is kept back is not too little.
    proceeds += ((amount - fee) * (quantity - held) + quantity - 1n) / quantity;
  }
  return minor(proceeds);
}

/**
 * A sale that its venue has busted is below zero, and as if it had never been: of a day before, its shares are held
 * since then.
 */
function withoutBustedSales(fills: readonly DayFill[]): DayFill[] {
  const standing: DayFill[] = [];
  for (const fill of fills) {
    const { side, quantity, amount } = fill;
    if (side === "buy" || quantity > 0n) {
      standing.push(fill);
      continue;
    }
    const sold = standing.findLastIndex(
      (one) => one.side === side && one.quantity === -quantity && one.amount === -amount,
    );
    if (sold >= 0) standing.splice(sold, 1);
  }
  return standing;
}

/** What may buy a stock on a day, where its own sales of that day keep some money from it. */
export type SameDayMoney = {
  market: MarketKey;
  available: Minor;
  /** What of it is not such proceeds; below zero where some of them were spent elsewhere. */
  free: Minor;
  /** When the proceeds buy the stock too. */
  until: number;
  reference: RuleReference;
};

/** Money that is not there at all is another refusal's. */
export function checkSameDay(total: Minor, money: SameDayMoney | undefined): Refused | null {
  if (money === undefined || total <= money.free || total > money.available) return null;
  const currency = settlementCurrency(money.market);
  const amount = formatMinor(money.free > 0n ? money.free : minor(0n), currency);
  const params = { amount, currency, ...ruleParams(money.reference) };
  return object("same_day_money", params, { time: money.until });
}

/** A fill with what could be spent right after it. */
export type PaidFill = DayFill & { moneyAfter: bigint };

/** What sales of the day have paid of the day's purchases, and how many of the shares bought it stands for. */
export type PaidByRepeat = { missing: Minor; quantity: Shares };

/**
 * What of the day's purchases nothing but the sales of the same day has paid. Other money counts where it was there
 * when they were bought, or is by now: a deposit, or what another stock has brought. What was spent on other stocks is
 * taken from other money first, as for a purchase.
 */
export function paidBySales(fills: readonly PaidFill[], available: bigint): PaidByRepeat {
  let proceeds = 0n;
  let missing = 0n;
  let [bought, paid] = [0n, 0n];
  for (const { side, quantity, amount, fee, moneyAfter } of fills) {
    if (side === "sell") {
      proceeds += amount - fee;
      continue;
    }
    bought += quantity;
    paid += amount + fee;
    // A purchase that its venue has busted is below zero.
    missing = aboveZero(least(missing + amount + fee, proceeds - moneyAfter));
  }
  missing = least(missing, aboveZero(proceeds - available));
  const quantity = paid <= 0n ? 0n : divide(bought * missing, paid, "ceiling");
  return { missing: minor(missing), quantity: shares(quantity) };
}

/** What of a stock may still be sold on a day on which sales of it have paid for purchases of it. */
export type SaleRoom = {
  market: MarketKey;
  /** Of all that is held of it, whichever order has opened it. */
  most: Shares;
  /** What its closing orders wait for already. */
  waiting: Shares;
  /** Paid in, it frees the rest. */
  missing: Minor;
  /** From when on all of it can be sold: the next trading day. */
  on: LocalDate;
  at: number;
  reference: RuleReference;
};

/** A sale of the day; one that waits for the next trading day is not asked. */
export function checkSameDaySale(quantity: Shares, room: SaleRoom): Refused | null {
  const left = aboveZero(room.most - room.waiting);
  if (quantity <= left) return null;
  const currency = settlementCurrency(room.market);
  const params = {
    shares: formatShares(shares(left)),
    amount: formatMinor(room.missing, currency),
    currency,
    ...ruleParams(room.reference),
  };
  return object("same_day_sale", params, { time: room.at });
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function aboveZero(figure: bigint): bigint {
  return figure > 0n ? figure : 0n;
}
