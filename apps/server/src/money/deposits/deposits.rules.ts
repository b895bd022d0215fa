import { minuteMs, type RefusalCode } from "@sanshi/contract";
import { formatMinor, readAmount, type Currency, type Minor } from "@sanshi/money";

export type Objection = { code: RefusalCode; params?: Record<string, string> };

export type ChannelTerms = {
  currency: Currency;
  minimum: Minor;
  maximum: Minor;
  /** Whether it takes nothing outside its hours. */
  closes: boolean;
  open: boolean;
  opensAt: number | null;
};

type DepositFacts = {
  amount: string;
  /** Null where there is no such channel, or no longer. */
  channel: ChannelTerms | null;
};

/** In the contract's order, up to whether another deposit is under review. */
export function checkDeposit({
  amount: typed,
  channel,
}: DepositFacts): { ok: true; amount: Minor } | { ok: false; objection: Objection } {
  if (channel === null) return object({ code: "channel_not_found" });
  const { currency, minimum, maximum, opensAt } = channel;
  if (channel.closes && !channel.open) {
    const opens = opensAt === null ? "" : new Date(opensAt).toISOString();
    return object({ code: "channel_closed", params: { opens_at: opens } });
  }
  const read = readAmount(typed, currency);
  if (!read.ok) {
    const params = read.fault === "amount_too_precise" ? { digits: String(read.digits) } : {};
    return object({ code: read.fault, params });
  }
  if (read.amount < minimum) {
    const params = { min: formatMinor(minimum, currency), currency };
    return object({ code: "amount_below_minimum", params });
  }
  if (read.amount > maximum) {
    const params = { max: formatMinor(maximum, currency), currency };
    return object({ code: "amount_above_maximum", params });
  }
  return { ok: true, amount: read.amount };
}

function object(objection: Objection): { ok: false; objection: Objection } {
  return { ok: false, objection };
}

/** Letters and digits that are not mistaken for one another, also not over the telephone. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const lettersMin = 4;

/**
 * What a customer writes into a transfer's message: short, always the same, and with a last letter that
 * does not fit any more when one of the others is mistyped.
 */
export function depositReference(customerId: bigint): string {
  let rest = customerId;
  let code = "";
  for (; rest > 0n || code.length < lettersMin; rest /= 32n)
    code = letters[Number(rest % 32n)] + code;
  return `S${code}${checkLetter(code)}`;
}

/** Odd weights, which have an inverse modulo 32: no other letter in a place gives the same sum. */
function checkLetter(code: string): string {
  const sum = [...code].reduce(
    (total, letter, at) => total + letters.indexOf(letter) * (2 * at + 1),
    0,
  );
  return letters[sum % 32] ?? "";
}

/** By when a deposit is looked at: counted from the opening of its channel's hours where they have not begun. */
export function promisedBy(
  { open, opensAt }: Pick<ChannelTerms, "open" | "opensAt">,
  at: number,
  reviewMinutes: number,
): number {
  return (open ? at : (opensAt ?? at)) + reviewMinutes * minuteMs;
}
