import {
  parseHours,
  type AnyRefusalCode,
  type Difference,
  type ServiceDays,
} from "@sanshi/contract";
import { formatMinor, readAmount, type Currency, type Minor } from "@sanshi/money";

export type Names = { jp: string; cn: string; us: string };

export type ChannelText = {
  currency: Currency;
  name: Names;
  instructions: Names;
  account_name: string;
  account_number: string;
  bank_name: string;
  branch_name: string;
  minimum: Minor | null;
  maximum: Minor | null;
  hours_from: string;
  hours_to: string;
  days: ServiceDays;
  closes: boolean;
  position: number;
};

/** A channel as an operator writes it. */
type ChannelForm = Omit<ChannelText, "minimum" | "maximum" | "hours_from" | "hours_to"> & {
  minimum?: string | undefined;
  maximum?: string | undefined;
  hours: string;
};

export function checkChannel(
  form: ChannelForm,
): { ok: true; channel: ChannelText } | { ok: false; code: AnyRefusalCode } {
  const { minimum: least, maximum: most, hours: typed, ...rest } = form;
  const hours = parseHours(typed);
  if (hours === null) return { ok: false, code: "setting_invalid" };
  const minimum = readLimit(least, form.currency);
  if (typeof minimum === "string") return { ok: false, code: minimum };
  const maximum = readLimit(most, form.currency);
  if (typeof maximum === "string") return { ok: false, code: maximum };
  if (minimum !== null && maximum !== null && maximum < minimum) {
    return { ok: false, code: "setting_invalid" };
  }
  const channel = { ...rest, minimum, maximum, hours_from: hours.from, hours_to: hours.to };
  return { ok: true, channel };
}

function readLimit(
  text: string | undefined,
  currency: Currency,
): Minor | null | "amount_not_positive" | "amount_too_precise" {
  if (text === undefined) return null;
  const read = readAmount(text, currency);
  return read.ok ? read.amount : read.fault;
}

/** What the approver compares, field by field, with the channel that is replaced. */
export function differencesOf(before: ChannelText | null, after: ChannelText): Difference[] {
  const [old, wanted] = [before === null ? null : shown(before), shown(after)];
  return Object.entries(wanted).flatMap(([field, text]) => {
    const was = old?.[field] ?? null;
    return was === text ? [] : [{ field, before: was, after: text }];
  });
}

function shown(channel: ChannelText): Record<string, string> {
  const { currency, minimum, maximum } = channel;
  const limit = (amount: Minor | null) => (amount === null ? "" : formatMinor(amount, currency));
  const inAll = ({ jp, cn, us }: Names) => [jp, cn, us].join(" / ");
  return {
    currency,
    name: inAll(channel.name),
    account_name: channel.account_name,
    account_number: channel.account_number,
    bank_name: channel.bank_name,
    branch_name: channel.branch_name,
    instructions: inAll(channel.instructions),
    minimum: limit(minimum),
    maximum: limit(maximum),
    hours: `${channel.hours_from}-${channel.hours_to} ${channel.days}${channel.closes ? " closes" : ""}`,
    position: String(channel.position),
  };
}
