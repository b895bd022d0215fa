import { currencies, isCurrency, parseMinor, type Currency, type Minor } from "@sanshi/money";

/** On a live instance nobody can make a reset's hold shorter. */
export const resetHoldHoursMin = 24;

/**
 * The site's settings: what each is called, how its text is spelled and what holds until an operator
 * changes it. `public` ones are in `/common/config`, which everybody reads.
 */
export const siteSettings = {
  title: { kind: "text", tightens: "never", public: true, text: "Sanshi 三市" },
  logo: { kind: "text", tightens: "never", public: true, text: "/logo.svg" },
  /** The customer-service link; there is none until an operator names it. */
  kefu: { kind: "address", tightens: "always", public: true, text: "" },
  menu: { kind: "choice", tightens: "never", choices: ["five", "six"], public: true, text: "five" },
  default_language: {
    kind: "choice",
    tightens: "never",
    choices: ["jp", "cn", "us"],
    public: true,
    text: "jp",
  },

  withdrawal_hours: { kind: "hours", tightens: "narrower", public: true, text: "09:00-15:30" },
  withdrawal_days: { kind: "days", tightens: "narrower", public: true, text: "business" },
  withdrawal_minimum: {
    kind: "amounts",
    tightens: "up",
    public: true,
    text: "JPY:10000,USD:70,CNY:500,HKD:500,TWD:2000,KRW:100000,THB:2000,MYR:300,VND:1700000",
  },
  withdrawal_maximum: {
    kind: "amounts",
    tightens: "down",
    public: true,
    text: "JPY:100000000,USD:700000,CNY:5000000,HKD:5000000,TWD:20000000,KRW:1000000000,THB:20000000,MYR:3000000,VND:17000000000",
  },
  withdrawal_requires_no_positions: { kind: "flag", tightens: "on", public: true, text: "on" },
  /** The specification's two hours. */
  withdrawal_arrival_minutes: {
    kind: "whole",
    tightens: "up",
    min: 1,
    max: 10_080,
    public: true,
    text: "120",
  },
  withdrawals_under_review_max: {
    kind: "whole",
    tightens: "down",
    min: 1,
    max: 1_000,
    public: false,
    text: "20",
  },
  /** Whether another operator has to approve each payment. */
  withdrawal_four_eyes: { kind: "flag", tightens: "never", public: false, text: "on" },
  /** Paper money goes nowhere; on a live instance whoever is robbed has a day to notice the thief's account. */
  bank_card_cooling_off_hours: {
    kind: "whole",
    tightens: "up",
    min: 0,
    max: 8_760,
    public: true,
    text: "24",
    simulatedText: "0",
  },
  /** After a password was set by a reset nothing leaves for so long, in real time. */
  reset_hold_hours: { kind: "whole", tightens: "up", min: 0, max: 720, public: true, text: "72" },

  deposit_minimum: {
    kind: "amounts",
    tightens: "up",
    public: true,
    text: "JPY:1,USD:1,CNY:1,HKD:1,TWD:1,KRW:1,THB:1,MYR:1,VND:1",
  },
  /** Both of the specification's readings, each where its amount makes sense. */
  deposit_maximum: {
    kind: "amounts",
    tightens: "down",
    public: true,
    text: "JPY:10000000000,USD:500000,CNY:500000,HKD:500000,TWD:500000,KRW:10000000000,THB:500000,MYR:500000,VND:10000000000",
  },
  /** Whether another operator has to approve deposits. */
  deposit_four_eyes: { kind: "flag", tightens: "never", public: false, text: "on" },
  /**
   * From which amount on, a customer's deposits of a day that one operator approved counted together: every
   * deposit, until an operator raises it.
   */
  deposit_four_eyes_from: {
    kind: "amounts",
    tightens: "never",
    public: false,
    text: "JPY:1,USD:0.01,CNY:0.01,HKD:0.01,TWD:0.01,KRW:1,THB:0.01,MYR:0.01,VND:1",
  },
  deposit_review_minutes: {
    kind: "whole",
    tightens: "up",
    min: 1,
    max: 10_080,
    public: false,
    text: "120",
  },

  /** A year's interest in basis points; the most is what the law allows for every amount (the rulebook's ceilings). */
  loan_rate_jpy: { kind: "whole", tightens: "up", min: 0, max: 1_500, public: false, text: "700" },
  loan_rate_usd: { kind: "whole", tightens: "up", min: 0, max: 1_600, public: false, text: "900" },
  loan_rate_cny: { kind: "whole", tightens: "up", min: 0, max: 1_200, public: false, text: "800" },
  /** The most that the house has lent at a time. */
  loan_capital: {
    kind: "amounts",
    tightens: "never",
    public: false,
    text: "JPY:1000000000,USD:7000000,CNY:50000000,HKD:1,TWD:1,KRW:1,THB:1,MYR:1,VND:1",
  },
  /** For so long a loan can be given back without interest. */
  loan_cooling_off_days: {
    kind: "whole",
    tightens: "down",
    min: 0,
    max: 60,
    public: false,
    text: "8",
  },
  /** Whether less than all that is owed on a loan can be repaid. */
  allow_partial_repayment: { kind: "flag", tightens: "off", public: false, text: "off" },
  /** Whether another operator has to approve each loan. */
  loan_four_eyes: { kind: "flag", tightens: "never", public: false, text: "on" },

  /** Whether the simulated market's institutions lend shares to shorts without a limit; where money is real nobody does. */
  short_borrow_unlimited: {
    kind: "flag",
    tightens: "off",
    public: false,
    text: "off",
    simulatedText: "on",
  },
  /** Else, how many shares of each stock the house lends beside what customers lend. */
  house_lends_shares: {
    kind: "whole",
    tightens: "down",
    min: 0,
    max: 999_999_999,
    public: false,
    text: "0",
  },

  /** Whether orders on US stocks can be given for New York's extended hours, where the feed has prices of them. */
  extended_hours: { kind: "flag", tightens: "off", public: true, text: "off" },

  /** From which amount of a day on a correction waits for a day, in which its customer can object. */
  correction_objection_from: {
    kind: "amounts",
    tightens: "up",
    public: false,
    text: "JPY:100000,USD:1000,CNY:5000,HKD:5000,TWD:20000,KRW:1000000,THB:20000,MYR:3000,VND:17000000",
  },

  /** Japan stopped issuing it; an operator may go on taking it. */
  health_insurance_card_accepted: { kind: "flag", tightens: "off", public: false, text: "off" },
} as const satisfies Record<string, SiteSetting>;

/**
 * Which way a setting tightens for customers: with a higher figure or a lower one, switched on or off, with
 * fewer hours or days; a link that leads out of the app with every change. What tightens is announced a day
 * ahead; anything else may hold at once.
 */
export type Tightening = "up" | "down" | "on" | "off" | "narrower" | "never" | "always";
/** So long before it holds a change that tightens is announced. */
export const tighteningHoursAhead = 24;

export type SiteSetting = {
  readonly public: boolean;
  readonly text: string;
  readonly tightens: Tightening;
  /** What holds on a simulated instance instead. */
  readonly simulatedText?: string;
} & (
  | { readonly kind: "text" | "address" | "flag" | "hours" | "days" | "amounts" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "whole"; readonly min: number; readonly max: number }
);
export type SiteSettingName = keyof typeof siteSettings;

/** What a setting is until an operator changes it. */
export function standardText(name: SiteSettingName, market: "simulated" | "live"): string {
  const setting: SiteSetting = siteSettings[name];
  return market === "simulated" ? (setting.simulatedText ?? setting.text) : setting.text;
}

export const siteSettingNames = Object.keys(siteSettings) as readonly SiteSettingName[];
export const settingLengthMax = 500;

/** Whether a text is a value that the setting can have. */
export function isSettingValue(name: SiteSettingName, text: string): boolean {
  const setting: SiteSetting = siteSettings[name];
  if (text.length > settingLengthMax) return false;
  switch (setting.kind) {
    case "text":
      return text !== "";
    case "address":
      return text === "" || (URL.canParse(text) && /^(?:https?|mailto|tel|line):/.test(text));
    case "flag":
      return text === "on" || text === "off";
    case "hours":
      return parseHours(text) !== null;
    case "days":
      return parseDays(text) !== null;
    case "amounts":
      return parseAmounts(text) !== null;
    case "choice":
      return setting.choices.includes(text);
    case "whole":
      return parseWhole(text, setting) !== null;
  }
}

/** Whether another value asks more of customers, or gives them less; both have to be values of the setting. */
export function isTightening(name: SiteSettingName, before: string, after: string): boolean {
  const { kind, tightens }: SiteSetting = siteSettings[name];
  if (tightens === "never" || before === after) return false;
  if (tightens === "always") return true;
  if (tightens === "on" || tightens === "off") return after === tightens;
  if (kind === "hours") return !coversHours(parseHours(after), parseHours(before));
  if (kind === "days")
    return serviceDays.indexOf(after as ServiceDays) < serviceDays.indexOf(before as ServiceDays);
  const raises = (from: bigint, to: bigint) => (tightens === "up" ? to > from : to < from);
  if (kind === "whole") return raises(BigInt(before), BigInt(after));
  const [from, to] = [parseAmounts(before), parseAmounts(after)];
  if (from === null || to === null) return true;
  return currencies.some((currency) => raises(from[currency], to[currency]));
}

type Hours = { from: string; to: string } | null;

function coversHours(wide: Hours, narrow: Hours): boolean {
  return wide !== null && narrow !== null && wide.from <= narrow.from && wide.to >= narrow.to;
}

/** The days on which something is done, the fewest first: Tokyo's business days, Mondays to Fridays, or all. */
export const serviceDays = ["business", "weekdays", "every"] as const;
export type ServiceDays = (typeof serviceDays)[number];

export function parseDays(text: string): ServiceDays | null {
  return serviceDays.find((days) => days === text) ?? null;
}

/** `09:00-15:30`, the end not included; null where it is not that. */
export function parseHours(text: string): { from: string; to: string } | null {
  const match = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(text);
  const [, from = "", to = ""] = match ?? [];
  return match !== null && from < to ? { from, to } : null;
}

export type Amounts = Readonly<Record<Currency, Minor>>;

/** `JPY:10000,USD:70`: above zero, each of the wallet's currencies once; null where it is not that. */
export function parseAmounts(text: string): Amounts | null {
  const amounts = new Map<Currency, Minor>();
  for (const part of text.split(",")) {
    const [currency = "", amount = "", more] = part.split(":");
    if (!isCurrency(currency) || more !== undefined || amounts.has(currency)) return null;
    const parsed = parseMinor(amount, currency);
    if (parsed === null || parsed <= 0n) return null;
    amounts.set(currency, parsed);
  }
  return amounts.size === currencies.length ? (Object.fromEntries(amounts) as Amounts) : null;
}

export function parseWhole(
  text: string,
  { min, max }: { min: number; max: number },
): number | null {
  const value = Number(text);
  return /^(?:0|[1-9]\d{0,8})$/.test(text) && value >= min && value <= max ? value : null;
}
