import {
  applicationCan,
  applicationsShownMax,
  blockLockUpDaysMax,
  blockStatuses,
  blockWindowDaysMax,
  dayMs,
  minuteMs,
  type BlockOfferForm,
  type CustomerState,
  type RefusalCode,
} from "@sanshi/contract";
import {
  divide,
  formatScaled,
  formatShares,
  notional,
  parsePrice,
  parseShares,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import type { BlockLimits } from "@sanshi/rulebook";

/** What of an offer decides how far it is. */
export type Progress = {
  opens_at: number;
  closes_at: number;
  settled_at: number | null;
};

export function blockStatus({ opens_at, closes_at, settled_at }: Progress, now: number): number {
  if (settled_at !== null) return blockStatuses.settled;
  if (now >= closes_at) return blockStatuses.closed;
  return now >= opens_at ? blockStatuses.open : blockStatuses.not_open;
}

export type Offered = Progress & {
  withdrawn_at: number | null;
  rule: BlockOfferForm["rule"];
  lot_size: Shares;
  min_lots: number;
  max_lots: number;
};

/** Who applies, and what is left at the moment at which it is decided. */
export type Applicant = {
  state: CustomerState;
  /** Owed after a closing that the money did not suffice for. */
  owed: Minor;
  /** A margin call is open in the market: its money has to stay. */
  isCalledIn: boolean;
  /** Whoever is drawn is one person: the list has one entry of each. */
  isVerified: boolean;
  /** Another account of the same person has an entry. */
  isPersonEntered: boolean;
  currency: string;
  /** Applications in the market that have not ended. */
  liveApplications: number;
  lotsBefore: number;
  leftLots: number;
  /** Why so many shares are beyond what the day lets buy of a stock under a risk warning. */
  beyondDay: (quantity: bigint) => Objection | null;
  available: Minor;
  total: (lots: number) => Minor;
};

export type Objection = { code: RefusalCode; params?: Record<string, string> };
type Checked = { ok: true; lots: number } | { ok: false; objection: Objection };

/** May this customer apply for so many shares now? In the order of the contract's refusals. */
export function checkApplication(
  quantity: string,
  offered: Offered | undefined,
  applicant: Applicant,
  now: number,
): Checked {
  const standing = objectToStanding(offered, applicant, now);
  if (standing !== null || offered === undefined) {
    return { ok: false, objection: standing ?? { code: "product_not_available" } };
  }
  // As many as the lists show: money is never frozen for one that its customer cannot see.
  if (applicant.liveApplications >= applicationsShownMax) {
    return object("block_applications_too_many", { max: applicationsShownMax.toString() });
  }
  const read = readLots(quantity, offered, applicant.lotsBefore);
  if (!read.ok) return read;
  const isLeft = offered.rule !== "first_come" || read.lots <= applicant.leftLots;
  if (!isLeft) return object("insufficient_quota");
  const beyond = applicant.beyondDay(BigInt(read.lots) * offered.lot_size);
  if (beyond !== null) return { ok: false, objection: beyond };
  return applicant.total(read.lots) <= applicant.available ? read : object("insufficient_balance");
}

function objectToStanding(
  offered: Offered | undefined,
  { state, owed, isCalledIn, isVerified, isPersonEntered, lotsBefore, currency }: Applicant,
  now: number,
): Objection | null {
  if (state === "frozen" || state === "banned") return { code: "account_frozen" };
  if (state === "trading_disabled") return { code: "trading_disabled" };
  if (owed > 0n) {
    const digits = currency === "JPY" ? 0 : 2;
    return { code: "unpaid_debt", params: { amount: formatScaled(owed, digits), currency } };
  }
  if (isCalledIn) return { code: "margin_call_open" };
  if (offered === undefined || offered.withdrawn_at !== null) {
    return { code: "product_not_available" };
  }
  const isDrawn = offered.rule !== "first_come";
  if (isDrawn && !isVerified) return { code: "not_verified" };
  const status = blockStatus(offered, now);
  if (status === blockStatuses.not_open) {
    return { code: "block_not_open", params: { time: new Date(offered.opens_at).toISOString() } };
  }
  if (status !== blockStatuses.open) return { code: "block_closed" };
  if (!isDrawn) return null;
  if (lotsBefore > 0) return { code: "block_applied_already" };
  return isPersonEntered ? { code: "person_entered_already" } : null;
}

function readLots(quantity: string, offered: Offered, lotsBefore: number): Checked {
  const { lot_size: lot, min_lots: least, max_lots: most } = offered;
  const rule = "block_terms";
  const wanted = parseShares(quantity);
  if (wanted === null) return object("quantity_not_whole");
  if (wanted <= 0n) return object("quantity_not_positive");
  if (wanted % lot !== 0n) return object("quantity_not_in_lots", { lot: formatShares(lot), rule });
  const lots = wanted / lot;
  const bound = (count: number) => formatShares(shares(BigInt(count) * lot));
  if (lots < BigInt(least)) return object("quantity_below_minimum", { min: bound(least), rule });
  if (lots > BigInt(most - lotsBefore)) {
    return object("quantity_above_maximum", { max: bound(Math.max(0, most - lotsBefore)), rule });
  }
  return { ok: true, lots: Number(lots) };
}

function object(code: RefusalCode, params?: Record<string, string>): Checked {
  return { ok: false, objection: params === undefined ? { code } : { code, params } };
}

/** Whether its customer can cancel it: while the window is open, and where the offer says so. */
export function canCancel(
  application: { status: number },
  offer: Progress & { cancellable: boolean; withdrawn_at: number | null },
  now: number,
): boolean {
  const isOpen = blockStatus(offer, now) === blockStatuses.open && offer.withdrawn_at === null;
  return applicationCan.cancel(application) && offer.cancellable && isOpen;
}

/** In percent with two decimals: of what was applied for, what can be filled. All of it at most. */
export function winningRate(quotaLots: number, appliedLots: number): string | null {
  if (appliedLots === 0) return null;
  const hundredths = divide(BigInt(quotaLots) * 10_000n, BigInt(appliedLots), "floor");
  return formatScaled(hundredths > 10_000n ? 10_000n : hundredths, 2);
}

/** How much lower a price is than another, in percent with two decimals; below zero where it is higher. */
export function percentBelow(price: Price, other: Price): string {
  return formatScaled(divide((other - price) * 10_000n, other, "floor"), 2);
}

/** The first field of a form that is not as an offer has it; null where all is. */
export function faultOfForm(form: BlockOfferForm, now: number): keyof BlockOfferForm | null {
  const price = parsePrice(form.price);
  if (price === null || price <= 0n) return "price";
  const lot = BigInt(form.lot);
  const broken = (["total", "minimum", "maximum"] as const).find((field) => {
    return BigInt(form[field]) % lot !== 0n;
  });
  if (broken !== undefined) return broken;
  if (BigInt(form.total) / lot > quotaLotsMost) return "total";
  if (BigInt(form.maximum) < BigInt(form.minimum)) return "maximum";
  if (BigInt(form.maximum) > BigInt(form.total)) return "maximum";
  if (form.rule === "by_lot" && BigInt(form.maximum) / lot > drawnLotsMost) return "maximum";
  return faultOfTimes(form, now);
}

/** So many lots are in one offer at most. */
const quotaLotsMost = 10_000_000n;
/** One entry is so often in a draw by lot at most. */
const drawnLotsMost = 100n;
/** So long after its close an offer that is drawn settles at least: its list is published in between. */
const drawMsLeast = minuteMs;

function faultOfTimes(form: BlockOfferForm, now: number): keyof BlockOfferForm | null {
  const [opens, closes] = [Date.parse(form.opens_at), Date.parse(form.closes_at)];
  const settles = Date.parse(form.settles_at);
  if (opens <= now) return "opens_at";
  if (closes <= opens || closes - opens > blockWindowDaysMax * dayMs) return "closes_at";
  if (form.rule !== "first_come" && settles < closes + drawMsLeast) return "settles_at";
  if (settles < closes || settles - closes > blockWindowDaysMax * dayMs) return "settles_at";
  return form.lock_up_days > blockLockUpDaysMax ? "lock_up_days" : null;
}

/** Whether a block is priced within the market's band and as large as its rule asks. */
export function objectToBlock(
  block: { market: MarketKey; price: Price; total: Shares },
  limits: BlockLimits,
): "price" | "total" | null {
  if (block.price < limits.low || block.price > limits.high) return "price";
  const { minimum } = limits;
  if (minimum === null || block.total >= minimum.shares) return null;
  const value = notional(block.price, block.total, settlementCurrency(block.market), "floor");
  return value >= minimum.valueMinor ? null : "total";
}

/** What each application gets of what the seller has, in the order in which they came. */
export function serve(wanted: readonly number[], sellerLots: number): number[] {
  let left = sellerLots;
  return wanted.map((lots) => {
    const filled = Math.min(lots, left);
    left -= filled;
    return filled;
  });
}
