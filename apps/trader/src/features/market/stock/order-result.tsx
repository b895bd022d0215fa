import { displayDecimal, displayMoney, settlementCurrency } from "@sanshi/money";
import { Button, Icon } from "@sanshi/ui";
import { useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { inLanguage } from "@sanshi/web/language";
import { expectedDate, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { outcomeOf } from "./order-outcome.ts";
import { sellableText } from "./sellable-text.ts";
import type { PlacedOrder } from "./order-placing.ts";
import type { OrderInput } from "./order-ticket.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";

type OrderResultProps = {
  stock: StockDetail;
  order: PlacedOrder;
  input: OrderInput;
  onClose: () => void;
};

/** What happened, with the price that it happened at. */
export function OrderResult({ stock, order, input, onClose }: OrderResultProps) {
  const t = useText("order");
  const leave = useLeave();
  const { state, title, sentence, words } = outcomeOf(order, input, {
    name: inLanguage(stock.names),
    currency: settlementCurrency(stock.type),
  });
  const counted = (name: "quantity" | "filled" | "rest") =>
    t("share_count", { count: words[name] ?? "" });
  const isFilled = state !== "waiting";
  const isPart = state === "part_waiting" || state === "part_ended";
  const currency = settlementCurrency(stock.type);
  const priceName = isFilled ? "fill_price" : waitingPriceName(input.kind);
  const lines = [
    [t(priceName), displayDecimal(order.price, 2, 4)],
    [
      t("quantity"),
      isPart
        ? t("part_of", { quantity: words["filled"] ?? "", of: words["quantity"] ?? "" })
        : words["quantity"],
    ],
    [t(isFilled ? "amount" : "order_amount"), `${displayMoney(order.amount)} ${currency}`],
    [t("fee"), /[1-9]/.test(order.fee) ? `${displayMoney(order.fee)} ${currency}` : t("fee_none")],
    ...(order.reserved === undefined
      ? []
      : [[t("total_held"), `${displayMoney(order.reserved)} ${currency}`]]),
    ...(input.leverage === "1"
      ? []
      : [[t("leverage"), t("leverage_value", { times: input.leverage })]]),
    ...(order.meets === undefined
      ? []
      : [
          [
            t(`meets_${order.meets.by}`),
            expectedDate(showDateTime(order.meets.at), order.meets.at_status),
          ],
        ]),
    ...(order.filled_at === null ? [] : [[t("filled_at"), showDateTime(order.filled_at)]]),
    ...(order.sellable_at === null
      ? []
      : [
          [
            t(input.side === "long" ? "sellable_at" : "coverable_at"),
            sellableText(
              { ...order, sellable_at: order.sellable_at },
              Date.parse(order.filled_at ?? ""),
              t,
            ),
          ],
        ]),
    [t("order_number"), order.order_number],
  ] as const;
  return (
    <div className={styles["result"]} role="status">
      <span className={styles["mark"]} data-filled={isFilled} data-unknown={isPart || undefined}>
        <Icon name={isFilled ? "check" : "day"} size={32} />
      </span>
      <h3 className={styles["resultTitle"]}>{t(title)}</h3>
      <p className={styles["resultSentence"]}>
        {t(sentence, {
          ...words,
          quantity_shares: counted("quantity"),
          filled_shares: counted("filled"),
          rest_shares: counted("rest"),
        })}
      </p>
      <dl className={styles["summary"]}>
        {lines.map(([label, value]) => (
          <div key={label} className={styles["line"]}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.reserved !== undefined && (
        <p className={styles["resultSentence"]}>
          {t(input.kind === "stop" || input.kind === "oco" ? "stop_room" : "held_until")}
        </p>
      )}
      <div className={styles["ways"]}>
        <Button wide onClick={() => leave(paths.position({ id: order.id }))}>
          {t(isFilled ? "see_position" : "see_order")}
        </Button>
        <Button look="plain" wide onClick={onClose}>
          {t("done")}
        </Button>
      </div>
    </div>
  );
}

/** The price that stands beside an order of which nothing is traded. */
function waitingPriceName(kind: OrderInput["kind"]): "hold_price" | "stop_price" | "order_price" {
  if (kind === "market") return "hold_price";
  return kind === "stop" ? "stop_price" : "order_price";
}

type OrderUnknownProps = { isSending: boolean; onAgain: () => void };

/** The line broke over the order: the same id asks again what became of it. */
export function OrderUnknown({ isSending, onAgain }: OrderUnknownProps) {
  const t = useText("order");
  const leave = useLeave();
  return (
    <div className={styles["result"]} role="alert">
      <span className={styles["mark"]} data-unknown>
        <Icon name="alert" size={32} />
      </span>
      <h3 className={styles["resultTitle"]}>{t("unknown")}</h3>
      <p className={styles["resultSentence"]}>{t("unknown_sentence")}</p>
      <div className={styles["ways"]}>
        <Button wide busy={isSending} onClick={onAgain}>
          {t("send_again")}
        </Button>
        <Button look="plain" wide onClick={() => leave(paths.positions())}>
          {t("see_positions")}
        </Button>
      </div>
    </div>
  );
}

/** Goes on in the ticket's place in the history: back leads to the stock, not to a new ticket. */
function useLeave(): (place: string) => void {
  const navigate = useNavigate();
  return (place) => void navigate(place, { replace: true });
}
