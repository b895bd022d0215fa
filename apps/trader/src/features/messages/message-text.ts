import {
  type AlertKind,
  type CustomerState,
  type Message,
  type MessageKind,
} from "@sanshi/contract";
import { displayDecimal, displaySignedMoney, isMarketKey } from "@sanshi/money";
import { deviceName } from "../../shared/device-name.ts";
import type { Language } from "../../shared/language.ts";
import { returnPlace } from "../../shared/places.ts";
import type { TextKey, Translate } from "../../shared/text.ts";
import { showDateTime } from "../../shared/times.ts";
import { delayText } from "./delay-text.ts";

type Key = TextKey<"messages">;
type Sentences = { title: Key; body: Key; open: Key };

/** The sentences of every kind; a kind that this release does not know yet has its own. */
const sentences: Readonly<Record<Exclude<MessageKind, "announcement">, Sentences>> = {
  welcome: { title: "title_welcome", body: "body_welcome", open: "open_welcome" },
  sign_in: { title: "title_sign_in", body: "body_sign_in", open: "open_new_sign_in" },
  new_sign_in: { title: "title_new_sign_in", body: "body_new_sign_in", open: "open_new_sign_in" },
  password_changed: {
    title: "title_password_changed",
    body: "body_password_changed",
    open: "open_password_changed",
  },
  price_alert: {
    title: "title_price_alert",
    body: "body_price_at_or_above",
    open: "open_price_alert",
  },
  stock_split: { title: "title_stock_split", body: "body_stock_split", open: "open_position" },
  dividend_paid: {
    title: "title_dividend_paid",
    body: "body_dividend_paid",
    open: "open_position",
  },
  dividend_charged: {
    title: "title_dividend_charged",
    body: "body_dividend_charged",
    open: "open_position",
  },
  margin_call: { title: "title_margin_call", body: "body_margin_call", open: "open_margin" },
  margin_restored: {
    title: "title_margin_restored",
    body: "body_margin_restored",
    open: "open_margin",
  },
  forced_sale: {
    title: "title_forced_sale",
    body: "body_forced_sale_ratio_too_low",
    open: "open_position",
  },
  unpaid_debt: { title: "title_unpaid_debt", body: "body_unpaid_debt", open: "open_assets" },
  verification_approved: {
    title: "title_verification_approved",
    body: "body_verification_approved",
    open: "open_my_page",
  },
  verification_rejected: {
    title: "title_verification_rejected",
    body: "body_verification_rejected",
    open: "open_verification",
  },
  bank_card_added: {
    title: "title_bank_card_added",
    body: "body_bank_card_added",
    open: "open_cards",
  },
  fund_password_set: {
    title: "title_fund_password_set",
    body: "body_fund_password_set",
    open: "open_my_page",
  },
  fund_password_changed: {
    title: "title_fund_password_changed",
    body: "body_fund_password_changed",
    open: "open_my_page",
  },
  fund_password_locked: {
    title: "title_fund_password_locked",
    body: "body_fund_password_locked",
    open: "open_my_page",
  },
  fund_password_reset_requested: {
    title: "title_fund_password_reset_requested",
    body: "body_fund_password_reset_requested",
    open: "open_fund_password_reset",
  },
  fund_password_reset_cancelled: {
    title: "title_fund_password_reset_cancelled",
    body: "body_fund_password_reset_cancelled",
    open: "open_my_page",
  },
  fund_password_reset_done: {
    title: "title_fund_password_reset_done",
    body: "body_fund_password_reset_done",
    open: "open_my_page",
  },
  login_password_reset_approved: {
    title: "title_login_password_reset_approved",
    body: "body_login_password_reset_approved",
    open: "open_login_password_reset",
  },
  login_password_reset_rejected: {
    title: "title_login_password_reset_rejected",
    body: "body_login_password_reset_rejected",
    open: "open_login_password_reset",
  },
  login_password_reset_cancelled: {
    title: "title_login_password_reset_cancelled",
    body: "body_login_password_reset_cancelled",
    open: "open_my_page",
  },
  login_password_reset_done: {
    title: "title_login_password_reset_done",
    body: "body_login_password_reset_done",
    open: "open_my_page",
  },
  deposit_approved: {
    title: "title_deposit_approved",
    body: "body_deposit_approved",
    open: "open_deposits",
  },
  deposit_rejected: {
    title: "title_deposit_rejected",
    body: "body_deposit_rejected",
    open: "open_deposits",
  },
  deposit_delayed: {
    title: "title_deposit_delayed",
    body: "body_deposit_delayed",
    open: "open_deposits",
  },
  withdrawal_paid: {
    title: "title_withdrawal_paid",
    body: "body_withdrawal_paid",
    open: "open_withdrawals",
  },
  withdrawal_rejected: {
    title: "title_withdrawal_rejected",
    body: "body_withdrawal_rejected",
    open: "open_withdrawals",
  },
  withdrawal_delayed: {
    title: "title_withdrawal_delayed",
    body: "body_withdrawal_delayed",
    open: "open_withdrawals",
  },
  totp_set: {
    title: "title_totp_set",
    body: "body_totp_set",
    open: "open_my_page",
  },
  totp_removed: {
    title: "title_totp_removed",
    body: "body_totp_removed",
    open: "open_my_page",
  },
  passkey_added: {
    title: "title_passkey_added",
    body: "body_passkey_added",
    open: "open_my_page",
  },
  passkey_removed: {
    title: "title_passkey_removed",
    body: "body_passkey_removed",
    open: "open_my_page",
  },
  recovery_codes_renewed: {
    title: "title_recovery_codes_renewed",
    body: "body_recovery_codes_renewed",
    open: "open_my_page",
  },
  frozen_by_customer: {
    title: "title_frozen_by_customer",
    body: "body_frozen_by_customer",
    open: "open_my_page",
  },
  account_state: { title: "title_account_state", body: "body_account_active", open: "open" },
  trading_halted: {
    title: "title_trading_halted",
    body: "body_trading_halted",
    open: "open_halt",
  },
  trading_resumed: {
    title: "title_trading_resumed",
    body: "body_trading_resumed",
    open: "open_halt",
  },
  correction: { title: "title_correction", body: "body_correction", open: "open_records" },
  order_filled: {
    title: "title_order_filled",
    body: "body_order_filled",
    open: "open_position",
  },
  order_partly_filled: {
    title: "title_order_partly_filled",
    body: "body_order_partly_filled",
    open: "open_position",
  },
  order_triggered: {
    title: "title_order_triggered",
    body: "body_order_triggered",
    open: "open_position",
  },
  order_expired: {
    title: "title_order_expired",
    body: "body_order_expired_opening",
    open: "open_position",
  },
  order_rejected: {
    title: "title_order_rejected",
    body: "body_order_rejected_insufficient_balance",
    open: "open_position",
  },
  closing_filled: {
    title: "title_closing_filled",
    body: "body_closing_filled_limit",
    open: "open_position",
  },
  exit_started: {
    title: "title_exit_started",
    body: "body_exit_started_stop_loss",
    open: "open_position",
  },
};
const stateBodies: Readonly<Record<CustomerState, Key>> = {
  active: "body_account_active",
  trading_disabled: "body_account_trading_disabled",
  frozen: "body_account_frozen",
  banned: "body_account_banned",
};
/** What became of an order, by what its message says of the reason. */
const orderBodies: Readonly<Partial<Record<MessageKind, Readonly<Record<string, Key>>>>> = {
  order_partly_filled: { taken_back: "body_order_partly_filled_ended" },
  order_expired: { closing: "body_order_expired_closing" },
  order_rejected: {
    insufficient_credit_limit: "body_order_rejected_insufficient_credit_limit",
    no_counterparty: "body_order_rejected_no_counterparty",
  },
  closing_filled: {
    take_profit: "body_closing_filled_take_profit",
    stop_loss: "body_closing_filled_stop_loss",
  },
  exit_started: { take_profit: "body_exit_started_take_profit" },
};
/** What an alert was set to decides how its being reached is said. */
const alertBodies: Readonly<Record<AlertKind, Key>> = {
  price_at_or_above: "body_price_at_or_above",
  price_at_or_below: "body_price_at_or_below",
  percent_up: "body_percent_up",
  percent_down: "body_percent_down",
};
const unknownKind: Sentences = { title: "title_unknown", body: "body_unknown", open: "open" };

export type MessageText = {
  title: string;
  body: string;
  /** Where it leads inside the app, and what the button to there says. */
  way: { place: string; label: string } | null;
};

/** What a message says in the reader's language. */
export function messageText(
  message: Pick<Message, "kind" | "params" | "texts" | "link">,
  t: Translate<"messages">,
  reader: { language: Language; simulated: boolean },
): MessageText {
  const place = returnPlace(message.link);
  const announced = message.texts?.[reader.language];
  if (announced !== undefined) {
    return { ...announced, way: place === null ? null : { place, label: t("open") } };
  }
  const { title, body, open } = sentencesOf(message, reader.simulated);
  const gaps = gapsOf(message.params, t, reader.language);
  return {
    title: t(title, gaps),
    body: t(body, gaps),
    way: place === null ? null : { place, label: t(open, gaps) },
  };
}

function sentencesOf({ kind, params }: Pick<Message, "kind" | "params">, simulated: boolean) {
  if (kind === "announcement" || !Object.hasOwn(sentences, kind)) return unknownKind;
  const known = sentences[kind];
  if (kind === "forced_sale" && params["reason"] === "call_overdue") {
    return { ...known, body: "body_forced_sale_call_overdue" as const };
  }
  // Without a position there is no ratio to tell, and nothing that could fall again.
  if (kind === "margin_restored" && params["ratio"] === undefined) {
    return { ...known, title: "title_margin_call_over", body: "body_margin_call_over" } as const;
  }
  if (kind === "account_state") {
    return { ...known, body: stateBodies[params["state"] as CustomerState] ?? known.body };
  }
  if (kind === "trading_halted" && params["closing"] === "false") {
    return { ...known, body: "body_trading_halted_closing" as const };
  }
  if (kind === "correction" && simulated) {
    return { ...known, body: "body_correction_simulated" as const };
  }
  // Those of former releases say neither why nor until when.
  if (kind === "withdrawal_delayed" && params["delay"] !== undefined) {
    return { ...known, body: "body_withdrawal_delayed_reason" as const };
  }
  if (kind === "welcome" && simulated) return { ...known, body: "body_welcome_simulated" as const };
  const orderBody =
    orderBodies[kind]?.[params["reason"] ?? params["rest"] ?? params["order"] ?? ""];
  if (orderBody !== undefined) return { ...known, body: orderBody };
  if (kind !== "price_alert") return known;
  return { ...known, body: alertBodies[params["alert"] as AlertKind] ?? known.body };
}

/** The sign before the currency, as everywhere. */
function signed(text: string | undefined, amount: (text: string | undefined) => string): string {
  if (text === undefined || text === "") return "";
  if (!/[1-9]/.test(text)) return amount(text);
  return text.startsWith("-") ? `−${amount(text.slice(1))}` : `+${amount(text)}`;
}

const figures = [
  ...["quantity", "filled", "before", "after", "per_share"],
  ...["amount", "ratio", "required", "restore"],
];

/** As everywhere on the screen: with separators, a real minus sign, and the decimals that came. */
function grouped([name, value]: [string, string]): [string, string] {
  if (!figures.includes(name)) return [name, value];
  const match = /^-?\d+(?:\.(\d+))?$/.exec(value);
  if (match === null) return [name, value];
  const digits = match[1]?.length ?? 0;
  return [name, displayDecimal(value, digits, digits)];
}

/** A device as a person calls it, a stock by its name in the reader's language, amounts with their unit. */
function gapsOf(
  params: Readonly<Record<string, string>>,
  t: Translate<"messages">,
  language: Language,
): Record<string, string> {
  const market = params["type"] ?? "";
  const amount = (text: string | undefined) =>
    isMarketKey(market)
      ? t(`amount_${market}`, { amount: displayDecimal(text, market === "jpy" ? 0 : 2, 4) })
      : "";
  const isPercent = params["alert"]?.startsWith("percent") === true;
  return {
    ...Object.fromEntries(Object.entries(params).map(grouped)),
    device: deviceName(params["device"] ?? "") ?? t("unknown_device"),
    name: params[`name_${language}`] ?? params["code"] ?? "",
    reason: params[`why_${language}`] ?? "",
    scope: params[`scope_${language}`] ?? "",
    value: isPercent ? displayDecimal(params["value"], 0, 2) : amount(params["value"]),
    price: amount(params["price"]),
    stop: amount(params["stop"]),
    profit: signed(params["profit"], amount),
    change: displaySignedMoney(params["change_percent"]),
    market: isMarketKey(market) ? t(`market_${market}`) : "",
    // The mainland counts all assets over all debt, and calls it otherwise.
    ratio_name: t(market === "cny" ? "collateral_ratio" : "margin_ratio"),
    missing: amount(params["missing"]),
    debt: amount(params["debt"]),
    delay: delayText(params["delay"], t),
    due_at: showDateTime(params["due_at"]),
    until: showDateTime(params["until"]),
  };
}
