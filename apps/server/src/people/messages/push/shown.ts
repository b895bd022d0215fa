import type { Message, MessageKind } from "@sanshi/contract";
import { messageTitles as cn } from "@sanshi/contract/message-titles/cn";
import { messageTitles as jp } from "@sanshi/contract/message-titles/jp";
import { messageTitles as us } from "@sanshi/contract/message-titles/us";
import { displayDecimal, isMarketKey } from "@sanshi/money";
import { pushTexts, type PushTexts } from "./push.texts.ts";

export type PushLanguage = keyof typeof pushTexts;

/** What is told; `service` for a reply of customer service. */
export type Told =
  | (Pick<Message, "kind" | "params" | "texts" | "link" | "author"> & { id: string })
  | { kind: "service" };

/** What the service worker shows, and where a touch on it leads (apps/trader/src/early/service-worker.js). */
export type Shown = { title: string; body: string; place: string; tag: string };

const titles: Record<PushLanguage, Readonly<Record<string, string>>> = { jp, cn, us };

/** Which amounts of a kind are shown to whoever has chosen to see them; nothing of the others. */
const amountsOf: Readonly<
  Partial<Record<MessageKind, Exclude<keyof PushTexts, "market" | "amount">>>
> = {
  order_filled: "fill",
  order_partly_filled: "fill",
  closing_filled: "fill_profit",
  forced_sale: "fill",
  stock_end_settled: "fill_profit",
  intraday_squared_off: "fill",
  margin_call: "margin_call",
  new_share_allotted: "allotted",
  price_alert: "price",
  dividend_paid: "money",
  deposit_approved: "money",
  withdrawal_paid: "money",
  loan_approved: "money",
};

/**
 * A locked phone is read by others: there are no amounts on it unless they were chosen, and nothing that an
 * operator wrote. What is simulated says so.
 */
export function shownOf(
  told: Told,
  reader: { language: PushLanguage; amounts: boolean; simulated: boolean },
): Shown {
  const texts = pushTexts[reader.language];
  const mark = reader.simulated ? texts.simulated : "";
  if (told.kind === "service") {
    return { title: texts.service, body: mark, place: "/mine/service", tag: "service" };
  }
  const { kind, params, id, link } = told;
  const gaps = gapsOf(params, texts, reader.language);
  // What an operator wrote is read in its frame alone.
  const isSystems = told.author === null;
  const written = reader.amounts && isSystems ? told.texts?.[reader.language].title : undefined;
  const title = written ?? titles[reader.language][titleKey(kind, params)] ?? texts.notice;
  const amounts = reader.amounts ? amountsOf[kind] : undefined;
  const detail = amounts === undefined ? "" : filled(texts[amounts], gaps);
  return {
    title: filled(title, gaps),
    body: [detail, mark].filter((part) => part !== "").join(" · "),
    place: link ?? `/mine/messageInfo?id=${id}`,
    tag: `message-${id}`,
  };
}

/** Without a position there is no ratio to tell: the call is over, and not met. */
function titleKey(kind: MessageKind, params: Message["params"]): string {
  const isOver = kind === "margin_restored" && params["ratio"] === undefined;
  return isOver ? "title_margin_call_over" : `title_${kind}`;
}

function gapsOf(
  params: Message["params"],
  texts: PushTexts,
  language: PushLanguage,
): Record<string, string> {
  const type = params["type"] ?? "";
  const market = isMarketKey(type) ? type : null;
  const digits = market === "jpy" ? 0 : 2;
  const money = (text: string | undefined): string => {
    if (text === undefined || market === null) return "";
    const sign = text.startsWith("-") ? "−" : "";
    const amount = displayDecimal(sign === "" ? text : text.slice(1), digits, 4);
    return sign + texts.amount[market].replace("{{amount}}", amount);
  };
  return {
    ...params,
    name: params[`name_${language}`] ?? params["code"] ?? "",
    market: market === null ? "" : texts.market[market],
    quantity: displayDecimal(params["filled"] ?? params["quantity"], 0, 0),
    amount: displayDecimal(params["amount"], 0, 4),
    price: money(params["price"]),
    profit: money(params["profit"]),
    missing: money(params["missing"]),
  };
}

function filled(text: string, gaps: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => gaps[name] ?? "");
}
