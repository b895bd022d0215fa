import type { AlertKind, CustomerState, Message, MessageKind } from "@sanshi/contract";
import { wordsWithin } from "@sanshi/contract/own-words";
import { displayDecimal, displaySignedMoney, isMarketKey } from "@sanshi/money";
import { calendarDate } from "../../../shared/calendar-date.ts";
import { deviceName } from "../../../shared/device-name.ts";
import type { Language } from "@sanshi/web/language";
import { returnPlace } from "../../../shared/places.ts";
import { expectedDate, type Translate } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { delayText, rolesOf } from "./delay-text.ts";
import { sentences, type Key, type Sentences } from "./message-sentences.ts";

const stateBodies: Readonly<Record<CustomerState, Key>> = {
  active: "body_account_active",
  trading_disabled: "body_account_trading_disabled",
  frozen: "body_account_frozen",
  banned: "body_account_banned",
};
/** What became of an order, by what its message says of the reason. */
const orderBodies: Readonly<Partial<Record<MessageKind, Readonly<Record<string, Key>>>>> = {
  order_partly_filled: { taken_back: "body_order_partly_filled_ended" },
  order_triggered: { closing: "body_order_triggered_closing" },
  order_expired: {
    closing: "body_order_expired_closing",
    opening_auction: "body_order_expired_opening_auction",
    closing_auction: "body_order_expired_closing_auction",
    opening_date: "body_order_expired_opening_date",
    closing_date: "body_order_expired_closing_date",
  },
  order_rejected: {
    insufficient_credit_limit: "body_order_rejected_insufficient_credit_limit",
    no_counterparty: "body_order_rejected_no_counterparty",
    rejected_by_venue: "body_order_rejected_by_venue",
    corporate_action: "body_order_rejected_corporate_action",
    dividend: "body_order_rejected_dividend",
  },
  closing_filled: {
    take_profit: "body_closing_filled_take_profit",
    stop_loss: "body_closing_filled_stop_loss",
    stop: "body_closing_filled_stop",
    trailing_stop: "body_closing_filled_trailing_stop",
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

type MessageText = {
  title: string;
  body: string;
  /** What of it an operator wrote in own words, without what frames it; null of what the system says alone. */
  words: string | null;
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
    return { ...announced, words: null, way: place === null ? null : { place, label: t("open") } };
  }
  const { title, body, open } = sentencesOf(message, reader.simulated);
  const gaps = gapsOf(message.params, t, reader.language);
  return {
    title: t(title, gaps),
    body: [t(body, gaps), ...hoursOf(message, t), ...restrictionTerms(message, t, gaps)].join(" "),
    words: wordsWithin(message.params[`why_${reader.language}`] ?? ""),
    way: place === null ? null : { place, label: t(open, gaps) },
  };
}

/** Said of a fill outside of the regular hours. */
function hoursOf({ params }: Pick<Message, "params">, t: Translate<"messages">): string[] {
  return params["hours"] === "extended" ? [t("body_in_extended_hours")] : [];
}

/** Until when closing is barred and when it is looked at again; those of former releases say neither. */
function restrictionTerms(
  { kind, params }: Pick<Message, "kind" | "params">,
  t: Translate<"messages">,
  gaps: Record<string, string>,
): string[] {
  if (kind !== "account_state") return [];
  return [
    ...(params["closing_until"] === undefined ? [] : [t("body_account_closing_until", gaps)]),
    ...(params["review_at"] === undefined ? [] : [t("body_account_review", gaps)]),
  ];
}

function sentencesOf({ kind, params }: Pick<Message, "kind" | "params">, simulated: boolean) {
  if (kind === "announcement" || !Object.hasOwn(sentences, kind)) return unknownKind;
  const known = sentences[kind];
  if (kind === "forced_sale" && params["reason"] === "call_overdue") {
    return { ...known, body: "body_forced_sale_call_overdue" as const };
  }
  if (kind === "forced_sale" && params["reason"] === "term_ended") {
    return { ...known, body: "body_forced_sale_term_ended" as const };
  }
  // Without a position there is no ratio to tell, and nothing that could fall again.
  if (kind === "margin_restored" && params["ratio"] === undefined) {
    return { ...known, title: "title_margin_call_over", body: "body_margin_call_over" } as const;
  }
  if (kind === "account_state") {
    return { ...known, body: stateBodies[params["state"] as CustomerState] ?? known.body };
  }
  if (kind === "stock_end_announced" && params["target"] !== undefined) {
    return { ...known, body: "body_stock_end_announced_shares" as const };
  }
  if (kind === "stock_end_announced" && params["cash_price"] !== undefined) {
    return { ...known, body: "body_stock_end_announced_cash" as const };
  }
  if (kind === "trading_halted" && params["orders"] === "true") {
    return { ...known, body: "body_trading_paused" as const };
  }
  if (kind === "trading_halted" && params["closing"] === "false") {
    return { ...known, body: "body_trading_halted_closing" as const };
  }
  if (kind === "follow_stop_reached" && params["until"] !== undefined) {
    return { ...known, body: "body_follow_stop_reached_locked" as const };
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
  ...["quantity", "received", "filled", "before", "after", "per_share"],
  ...["amount", "ratio", "required", "restore", "due", "paid"],
];

/** As everywhere on the screen: with separators, a real minus sign, and the decimals that came. */
function grouped([name, value]: [string, string]): [string, string] {
  if (!figures.includes(name)) return [name, value];
  const match = /^-?\d+(?:\.(\d+))?$/.exec(value);
  if (match === null) return [name, value];
  const digits = match[1]?.length ?? 0;
  return [name, displayDecimal(value, digits, digits)];
}

/** An operator's own words stand below the sentence, in their frame. */
function reasonIn(why: string, t: Translate<"messages">): string {
  return wordsWithin(why) === null ? why : t("reason_below");
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
  const moment = (name: string) =>
    expectedDate(showDateTime(params[name]), params[`${name}_status`]);
  const day = (name: string) =>
    expectedDate(calendarDate(params[name] ?? ""), params[`${name}_status`]);
  const isPercent = params["alert"]?.startsWith("percent") === true;
  return {
    ...Object.fromEntries(Object.entries(params).map(grouped)),
    device: deviceName(params["device"] ?? "") ?? t("unknown_device"),
    name: params[`name_${language}`] ?? params["code"] ?? "",
    target_name: params[`target_name_${language}`] ?? params["target"] ?? "",
    cash: amount(params["cash"]),
    new_name: params[`new_name_${language}`] ?? params["new_code"] ?? "",
    reason: reasonIn(params[`why_${language}`] ?? "", t),
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
    ...rolesOf(params, t),
    delay: delayText(params["delay"], t),
    due_at: moment("due_at"),
    until: moment("until"),
    due_on: day("due_on"),
    date: calendarDate(params["date"] ?? ""),
    traded_on: calendarDate(params["traded_on"] ?? ""),
    settles_on: calendarDate(params["settles_on"] ?? ""),
    last_day: day("last_day"),
    closing_until: showDateTime(params["closing_until"]),
    review_at: showDateTime(params["review_at"]),
  };
}
