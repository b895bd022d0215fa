import { currencies, type Currency } from "@sanshi/money";
import type { Input, Output } from "../../../shared/calls.ts";
import { languages, type Language } from "@sanshi/web/language";

export type Channel = Output<"/api/ops/deposit-channels">["items"][number];
type Proposal = Input<"/api/ops/deposit-channels/propose">;
type InThreeLanguages = Readonly<Record<Language, string>>;

/** A channel as it is typed. */
export type ChannelDraft = {
  currency: Currency;
  name: InThreeLanguages;
  instructions: InThreeLanguages;
  account_name: string;
  account_number: string;
  bank_name: string;
  branch_name: string;
  minimum: string;
  maximum: string;
  from: string;
  to: string;
  days: Proposal["days"];
  closes: boolean;
  position: string;
};

export const neededLines = ["account_name", "account_number", "bank_name", "branch_name"] as const;
export type ChannelFault = "name" | "hours" | "position" | (typeof neededLines)[number];

const nothing: InThreeLanguages = { jp: "", cn: "", us: "" };

export const emptyDraft: ChannelDraft = {
  currency: "JPY",
  name: nothing,
  instructions: nothing,
  account_name: "",
  account_number: "",
  bank_name: "",
  branch_name: "",
  minimum: "",
  maximum: "",
  from: "09:00",
  to: "15:00",
  days: "business",
  closes: false,
  position: "0",
};

/** What replaces a channel begins as it is. */
export function draftOf(channel: Channel): ChannelDraft {
  const { currency, name, instructions, account_name, account_number } = channel;
  const { bank_name, branch_name, minimum, maximum, hours, days, closes, position } = channel;
  const [from = "", to = ""] = hours.split("-");
  return {
    currency,
    name,
    instructions,
    account_name,
    account_number,
    bank_name,
    branch_name,
    minimum: minimum ?? "",
    maximum: maximum ?? "",
    from,
    // A field of time knows no 24:00.
    to: to === "24:00" ? "00:00" : to,
    days,
    closes,
    position: String(position),
  };
}

/** What is missing, or cannot be sent as it is. The rest is the server's to judge. */
export function faultsOf(draft: ChannelDraft): readonly ChannelFault[] {
  const wrong: ChannelFault[] = neededLines.filter((name) => draft[name].trim() === "");
  if (languages.some((language) => draft.name[language].trim() === "")) wrong.push("name");
  if (draft.from === "" || draft.to === "" || draft.from >= endOf(draft.to)) wrong.push("hours");
  if (!/^\d{1,3}$/.test(draft.position.trim())) wrong.push("position");
  return wrong;
}

export function proposalOf(draft: ChannelDraft): Omit<Proposal, "replaces" | "note"> {
  const { currency, days, closes } = draft;
  const [minimum, maximum] = [plainAmount(draft.minimum), plainAmount(draft.maximum)];
  return {
    currency,
    name: trimmed(draft.name),
    instructions: trimmed(draft.instructions),
    account_name: draft.account_name.trim(),
    account_number: draft.account_number.trim(),
    bank_name: draft.bank_name.trim(),
    branch_name: draft.branch_name.trim(),
    ...(minimum !== "" && { minimum }),
    ...(maximum !== "" && { maximum }),
    hours: `${draft.from}-${endOf(draft.to)}`,
    days,
    closes,
    position: Number(draft.position),
  };
}

/** The channels of each currency that has any, in the currencies' own order. */
export function byCurrency(
  channels: readonly Channel[],
): { currency: Currency; channels: readonly Channel[] }[] {
  return currencies
    .map((currency) => ({
      currency,
      channels: channels.filter((one) => one.currency === currency),
    }))
    .filter((group) => group.channels.length > 0);
}

function endOf(to: string): string {
  return to === "00:00" ? "24:00" : to;
}

function plainAmount(typed: string): string {
  return typed.replace(/[\s,]/g, "");
}

function trimmed({ jp, cn, us }: InThreeLanguages): Record<Language, string> {
  return { jp: jp.trim(), cn: cn.trim(), us: us.trim() };
}
