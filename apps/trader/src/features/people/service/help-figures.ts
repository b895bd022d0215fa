import type { ConfigName } from "../../../shared/config.ts";
import { fillText } from "@sanshi/web/fill-text";
import {
  factorResetHours,
  fundPasswordResetHours,
  loginPasswordCaseDays,
  loginPasswordResetHours,
  sellLockMinutes,
} from "@sanshi/contract/constants";
import type { HelpCondition, HelpTexts } from "../../../texts/help/shape.ts";

type Config = (name: ConfigName) => string;

/** What fills the gaps of the pages: this instance's own settings, so that no page promises another's. */
export function helpFigures(
  config: Config,
  { figures }: Pick<HelpTexts, "figures">,
): Record<string, string> {
  const minutes = (count: number) =>
    count % 60 === 0
      ? fillText(figures.hours, { count: count / 60 })
      : fillText(figures.minutes, { count });
  const hours = (count: number) => minutes(count * 60);
  return {
    days: config("withdrawal_days") === "every" ? figures.days_every : figures.days_business,
    hours: config("withdrawal_hours").replace("-", "–"),
    arrival: minutes(Number(config("withdrawal_arrival_minutes"))),
    cooling_off: hours(Number(config("bank_card_cooling_off_hours"))),
    reset_hold: hours(Number(config("reset_hold_hours"))),
    sell_lock: minutes(sellLockMinutes),
    fund_reset: hours(fundPasswordResetHours),
    factor_reset: hours(factorResetHours),
    login_reset: hours(loginPasswordResetHours),
    case_days: fillText(figures.days, { count: loginPasswordCaseDays }),
  };
}

/** Whether a paragraph is true here. */
export function holds(condition: HelpCondition | undefined, config: Config): boolean {
  switch (condition) {
    case undefined:
      return true;
    case "simulated":
      return config("simulated") !== "false";
    case "live":
      return config("simulated") === "false";
    case "always_open":
      return config("market_hours") !== "exchange";
    case "exchange_hours":
      return config("market_hours") === "exchange";
    case "no_positions":
      return config("withdrawal_requires_no_positions") === "on";
    case "cooling_off":
      return Number(config("bank_card_cooling_off_hours")) > 0;
    case "reset_hold":
      return Number(config("reset_hold_hours")) > 0;
  }
}

export type AmountRow = { currency: string; minimum: string; maximum: string };

/** `JPY:10000,USD:70` and its greatest, currency by currency. */
export function amountRows(minimum: string, maximum: string): AmountRow[] {
  const greatest = new Map(pairs(maximum));
  return pairs(minimum).map(([currency, amount]) => ({
    currency,
    minimum: grouped(amount),
    maximum: grouped(greatest.get(currency) ?? ""),
  }));
}

function pairs(text: string): [string, string][] {
  return text.split(",").flatMap((pair): [string, string][] => {
    const [currency = "", amount = ""] = pair.split(":");
    return currency === "" || amount === "" ? [] : [[currency, amount]];
  });
}

/** A text is taken to its last digit. */
function grouped(amount: string): string {
  const [whole = "", cents] = amount.split(".");
  const figure = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return cents === undefined ? figure : `${figure}.${cents}`;
}
