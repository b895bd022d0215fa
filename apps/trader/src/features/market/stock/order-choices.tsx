import type { OrderKind, TimeInForce } from "@sanshi/contract";
import { ruleText, useText, type Translate } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { ChoiceRow } from "./choice-row.tsx";
import type { TicketEntry } from "./order-entry.ts";
import type { TicketView } from "./order-view.ts";
import styles from "./order-sheet.module.css";

const kinds: readonly OrderKind[] = ["market", "limit", "stop", "stop_limit"];
const times: readonly TimeInForce[] = ["until_cancelled", "day"];
/** What a customer may look for; those that are not offered stand there with the reason. */
const usualLeverages: readonly number[] = [1, 2, 3, 5, 10];

type ChoiceProps = {
  entry: TicketEntry;
  view: TicketView;
  disabled: boolean;
  refusal: string | undefined;
};

/** Selling short can be touched where it is not offered too: the answer names the rule. */
export function SideChoice({ entry, view, ...rest }: ChoiceProps) {
  const t = useText("order");
  const isShortShut = view.offer.shortOffered === false;
  return (
    <ChoiceRow
      {...rest}
      label={t("side")}
      value={entry.ticket.side}
      choices={[
        { value: "long", text: t("long"), look: "up" },
        { value: "short", text: t("short"), look: "down", locked: isShortShut },
      ]}
      {...(isShortShut && { reason: t("short_reason") })}
      onChange={entry.chooseSide}
    />
  );
}

export function KindChoice({ entry, ...rest }: Omit<ChoiceProps, "view">) {
  const t = useText("order");
  return (
    <ChoiceRow
      {...rest}
      wide
      label={t("kind")}
      value={entry.ticket.kind}
      choices={kinds.map((kind) => ({ value: kind, text: t(kind) }))}
      reason={t(`about_${entry.ticket.kind}`)}
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

/** How long what waits may wait; a market order does not. */
export function TimeInForceChoice({ entry, view, ...rest }: ChoiceProps) {
  const t = useText("order");
  const { timeInForce } = entry.ticket;
  const expires = view.preview?.expires_at ?? null;
  return (
    <ChoiceRow
      {...rest}
      label={t("time_in_force")}
      value={timeInForce}
      choices={times.map((one) => ({ value: one, text: t(`time_${one}`) }))}
      reason={
        timeInForce === "day" && expires !== null
          ? t("expires_at", { time: showDateTime(expires) })
          : t(`about_${timeInForce}`)
      }
      onChange={(chosen) => entry.change({ timeInForce: chosen })}
    />
  );
}

/** The button that shows or hides what few orders need. */
export function MoreButton({ text, open, onToggle }: MoreButtonProps) {
  return (
    <button type="button" className={styles["more"]} aria-expanded={open} onClick={onToggle}>
      {text}
      <span className={styles["moreArrow"]} aria-hidden="true" />
    </button>
  );
}

type MoreButtonProps = { text: string; open: boolean; onToggle: () => void };
