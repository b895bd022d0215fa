import type { OpeningKind } from "@sanshi/contract";
import { ruleText, useText, type Translate } from "../../../shared/text.ts";
import { ChoiceRow } from "./choice-row.tsx";
import type { TicketEntry } from "./order-entry.ts";
import type { TicketView } from "./order-view.ts";

export const simpleKinds: readonly OpeningKind[] = ["market", "limit"];
const allKinds: readonly OpeningKind[] = [...simpleKinds, "stop", "stop_limit", "oco"];
/** What a customer may look for; those that are not offered stand there with the reason. */
const usualLeverages: readonly number[] = [1, 2, 3, 5, 10];

type ChoiceProps = {
  entry: TicketEntry;
  view: TicketView;
  disabled: boolean;
  refusal: string | undefined;
};

type KindChoiceProps = Omit<ChoiceProps, "view"> & {
  /** By kind what the market has of it; nothing of a kind that its brokers do not have. */
  forms: Readonly<Record<string, readonly string[]>>;
  isAll: boolean;
  /** Whether the market trades now. */
  isOpen: boolean;
};

/** What an order of a kind does: at the market it is filled at once, and out of hours when trading next begins. */
export function aboutKind(kind: OpeningKind, isOpen: boolean) {
  return kind === "market" && !isOpen ? "about_market_waits" : (`about_${kind}` as const);
}

export function KindChoice({ entry, forms, isAll, isOpen, ...rest }: KindChoiceProps) {
  const t = useText("order");
  const offered = allKinds.filter((kind) => (forms[kind] ?? []).length > 0);
  return (
    <ChoiceRow
      {...rest}
      wide
      label={t("kind")}
      value={entry.ticket.kind}
      choices={(isAll ? offered : simpleKinds).map((kind) => ({ value: kind, text: t(kind) }))}
      reason={t(aboutKind(entry.ticket.kind, isOpen))}
      onChange={entry.chooseKind}
    />
  );
}

export function LeverageChoice({ entry, view, ...rest }: ChoiceProps) {
  const t = useText("order");
  const offered = view.offer.leverages;
  const all = [...new Set([...usualLeverages, ...(offered ?? [])])].toSorted((a, b) => a - b);
  return (
    <ChoiceRow
      {...rest}
      label={t("leverage")}
      value={String(entry.ticket.leverage)}
      choices={all.map((leverage) => ({
        value: String(leverage),
        text: t("leverage_value", { times: leverage }),
        locked: offered?.includes(leverage) === false,
      }))}
      reason={leverageReason(view, t)}
      onChange={(leverage) => entry.change({ leverage: Number(leverage), fraction: null })}
    />
  );
}

/** How far leverage goes for the stock, and by which rule where that is the market's own. */
function leverageReason({ offer, terms }: TicketView, t: Translate<"order">): string {
  if (offer.leverages === null) return "";
  const most = Math.max(1, ...offer.leverages);
  const isMarkets = terms !== undefined && terms.leverages.join() === offer.leverages.join();
  if (!isMarkets) return most === 1 ? t("leverage_none") : t("leverage_most", { times: most });
  const words = {
    times: most,
    percent: terms.initial_percent,
    rule: ruleText(terms.rule, terms.since),
  };
  return most === 1 ? t("leverage_none_by_rule", words) : t("leverage_by_rule", words);
}
