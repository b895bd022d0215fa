import {
  dayMs,
  minuteMs,
  offeringStatuses,
  type CustomerState,
  type OfferingForm,
  type RefusalCode,
} from "@sanshi/contract";
import {
  divide,
  formatScaled,
  formatShares,
  notional,
  parsePrice,
  parseShares,
  shares,
  type Currency,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import {
  exchangesOfCode,
  isOnTick,
  localDate,
  nextTradingDay,
  offerPriceRange,
  tradingHours,
  type LocalDate,
  type MarketHours,
} from "@sanshi/rulebook";

/** What of an offering decides how far it is. */
export type Progress = {
  opens_at: number;
  closes_at: number;
  drawn_at: number | null;
  listed_at: number | null;
};

export function offeringStatus(offering: Progress, now: number): number {
  if (offering.listed_at !== null) return offeringStatuses.listed;
  if (offering.drawn_at !== null) return offeringStatuses.drawn;
  if (now >= offering.closes_at) return offeringStatuses.ended;
  return now >= offering.opens_at ? offeringStatuses.subscribing : offeringStatuses.not_started;
}

export type Offered = Progress & {
  withdrawn_at: number | null;
  lot_size: Shares;
  min_lots: number;
  max_lots: number;
  asks_money: boolean;
};

export type Subscriber = {
  state: CustomerState;
  isVerified: boolean;
  /** A person has one entry, on whichever of the person's accounts. */
  enteredBy: "this_account" | "another_account" | null;
  /** Until when missed payments bar from subscribing; null where they do not. */
  suspendedUntil: number | null;
  available: Minor;
  cost: (lots: number) => Minor;
};

export type Objection = { code: RefusalCode; params?: Record<string, string> };

export const refusalOfEntered = {
  this_account: "subscribed_already",
  another_account: "person_entered_already",
} as const;

/** May this customer subscribe to so many shares now? In the order of the contract's refusals. */
export function checkSubscription(
  quantity: string,
  offered: Offered | undefined,
  subscriber: Subscriber,
  now: number,
): { ok: true; lots: number } | { ok: false; objection: Objection } {
  const standing = objectToStanding(offered, subscriber, now);
  if (standing !== null || offered === undefined) {
    return { ok: false, objection: standing ?? { code: "product_not_available" } };
  }
  const read = readLots(quantity, offered);
  if (!read.ok) return read;
  const isPaid = !offered.asks_money || subscriber.cost(read.lots) <= subscriber.available;
  return isPaid ? read : { ok: false, objection: { code: "insufficient_balance" } };
}

function objectToStanding(
  offered: Offered | undefined,
  { state, isVerified, enteredBy, suspendedUntil }: Subscriber,
  now: number,
): Objection | null {
  if (state === "frozen" || state === "banned") return { code: "account_frozen" };
  if (state === "trading_disabled") return { code: "trading_disabled" };
  if (!isVerified) return { code: "not_verified" };
  if (offered === undefined || offered.withdrawn_at !== null) {
    return { code: "product_not_available" };
  }
  if (offeringStatus(offered, now) !== offeringStatuses.subscribing) {
    return { code: "subscription_not_open" };
  }
  if (enteredBy !== null) return { code: refusalOfEntered[enteredBy] };
  if (suspendedUntil === null || suspendedUntil <= now) return null;
  const until = new Date(suspendedUntil).toISOString();
  return { code: "subscription_suspended", params: { until } };
}

function readLots(
  quantity: string,
  { lot_size: lot, min_lots: least, max_lots: most }: Offered,
): { ok: true; lots: number } | { ok: false; objection: Objection } {
  const object = (code: RefusalCode, params?: Record<string, string>) => ({
    ok: false as const,
    objection: params === undefined ? { code } : { code, params },
  });
  const rule = "offering_terms";
  const wanted = parseShares(quantity);
  if (wanted === null) return object("quantity_not_whole");
  if (wanted <= 0n) return object("quantity_not_positive");
  if (wanted % lot !== 0n) return object("quantity_not_in_lots", { lot: formatShares(lot), rule });
  const lots = wanted / lot;
  const bound = (count: number) => formatShares(shares(BigInt(count) * lot));
  if (lots < BigInt(least)) return object("quantity_below_minimum", { min: bound(least), rule });
  if (lots > BigInt(most)) return object("quantity_above_maximum", { max: bound(most), rule });
  return { ok: true, lots: Number(lots) };
}

export function costOf(at: Price, lot: Shares, lots: number, currency: Currency): Minor {
  return notional(at, shares(BigInt(lots) * lot), currency, "ceiling");
}

/** In percent with two decimals: of what was applied for, what the quota can give. All of it at most. */
export function winningRate(quotaLots: number, appliedLots: number): string | null {
  if (appliedLots === 0) return null;
  const hundredths = divide(BigInt(quotaLots) * 10_000n, BigInt(appliedLots), "floor");
  return formatScaled(hundredths > 10_000n ? 10_000n : hundredths, 2);
}

/** What goes to the waiting list, one entry after the other: the first who cannot be served ends it. */
export function fromWaitingList<Entry extends { lots: number }>(
  free: number,
  least: number,
  waiting: readonly Entry[],
): { entry: Entry; lots: number }[] {
  const given: { entry: Entry; lots: number }[] = [];
  let left = free;
  for (const entry of waiting) {
    if (left < least || left < 1) break;
    const lots = Math.min(entry.lots, left);
    given.push({ entry, lots });
    left -= lots;
  }
  return given;
}

/** Until when somebody may not subscribe who missed payments at these times, the newest first. */
export function suspensionOf(
  missedAt: readonly number[],
  rule: { most: number; months: number; days: number } | null,
): number | null {
  if (rule === null) return null;
  const [newest] = missedAt;
  const third = missedAt[rule.most - 1];
  if (newest === undefined || third === undefined) return null;
  const monthsBefore = new Date(newest);
  monthsBefore.setUTCMonth(monthsBefore.getUTCMonth() - rule.months);
  return third > monthsBefore.getTime() ? newest + rule.days * 86_400_000 : null;
}

/** A draw is never to the second: what follows it moves only where it was later than that. */
const punctualMs = minuteMs;

type TimesAfterDraw = {
  pays_until: number;
  waiting_until: number;
  allocates_at: number;
  lists_at: number;
};

/**
 * What a draw that came late leaves of the times that follow it: all are as many days later as it was, and until a
 * whole trading day lies before the payment deadline again. Null where it was in time.
 */
export function timesAfterDraw(
  { market, draws_at: due, ...times }: TimesAfterDraw & { market: MarketKey; draws_at: number },
  drawnAt: number,
): TimesAfterDraw | null {
  if (drawnAt - due <= punctualMs) return null;
  const hadDay = hasTradingDay(market, due, times.pays_until);
  let days = Math.ceil((drawnAt - due) / dayMs);
  while (hadDay && !hasTradingDay(market, drawnAt, times.pays_until + days * dayMs)) days += 1;
  const later = (at: number) => at + days * dayMs;
  return {
    pays_until: later(times.pays_until),
    waiting_until: later(times.waiting_until),
    allocates_at: later(times.allocates_at),
    lists_at: later(times.lists_at),
  };
}

/** Whether a whole trading day lies between a draw and a deadline: its session can be used for paying. */
function hasTradingDay(
  market: MarketKey,
  drawsAt: number,
  until: number,
  hours: MarketHours = "exchange",
): boolean {
  const next = nextTradingDay(market, localDate(market, drawsAt), hours);
  const session = tradingHours(market, next, hours);
  return session !== null && until >= session.closesAt;
}

/** What of a form is not as an offering has it: the first field; null where all is. */
export function faultOfForm(
  form: OfferingForm,
  now: number,
  hours: MarketHours,
): keyof OfferingForm | null {
  if (exchangesOfCode(form.type, form.code).length === 0) return "code";
  const [low, high] = [parsePrice(form.price_low), parsePrice(form.price_high)];
  if (low === null || low <= 0n) return "price_low";
  if (high === null || high < low) return "price_high";
  if (form.earnings_per_share !== null && (parsePrice(form.earnings_per_share) ?? 0n) <= 0n) {
    return "earnings_per_share";
  }
  const lot = BigInt(form.lot);
  const volumes = ["issue_volume", "quota", "minimum", "cap"] as const;
  const broken = volumes.find((field) => BigInt(form[field]) % lot !== 0n);
  if (broken !== undefined) return broken;
  if (BigInt(form.quota) > BigInt(form.issue_volume)) return "quota";
  if (BigInt(form.quota) / lot > quotaLotsMost) return "quota";
  if (BigInt(form.cap) < BigInt(form.minimum)) return "cap";
  if (BigInt(form.cap) / lot > entryLotsMost[form.rule]) return "cap";
  return faultOfTimes(form, { now, isFixed: low === high, hours });
}

/** So many lots are in one offering; and one entry is so often in a draw by lot at most. */
const quotaLotsMost = 100_000_000n;
const entryLotsMost = { equal: 1_000_000n, by_lot: 100n } as const;

function faultOfTimes(
  form: OfferingForm,
  { now, isFixed, hours }: { now: number; isFixed: boolean; hours: MarketHours },
): keyof OfferingForm | null {
  const at = (field: keyof OfferingForm) => Date.parse(String(form[field]));
  if (at("opens_at") <= now) return "opens_at";
  const inOrder = ["opens_at", "closes_at", "draws_at", "pays_until"] as const;
  const early = inOrder.find((field, index) => {
    const before = inOrder[index - 1];
    return before !== undefined && at(field) <= at(before);
  });
  if (early !== undefined) return early;
  if (!hasTradingDay(form.type, at("draws_at"), at("pays_until"), hours)) return "pays_until";
  if (at("waiting_until") < at("pays_until") + dayMs) return "waiting_until";
  if (at("allocates_at") < at("waiting_until")) return "allocates_at";
  if (at("lists_at") < at("allocates_at")) return "lists_at";
  if (at("lists_at") > at("pays_until") + listedWithinDays * dayMs) return "lists_at";
  if ((form.priced_at === null) !== isFixed) return "priced_at";
  if (form.priced_at === null) return null;
  const isBetween = at("priced_at") >= at("closes_at") && at("priced_at") < at("draws_at");
  return isBetween ? null : "priced_at";
}

/** What is paid for is not kept for longer. */
const listedWithinDays = 60;

/** Whether a final price keeps to the market's rule and lies on its ticks. */
export function isFinalPrice(
  typed: string,
  market: MarketKey,
  provisional: { low: Price; high: Price },
  date: LocalDate,
): Price | null {
  const final = parsePrice(typed);
  const { low, high } = offerPriceRange(market, provisional, date);
  if (final === null || final < low || final > high) return null;
  return isOnTick(final, { market, tickClass: "standard", date }) ? final : null;
}
