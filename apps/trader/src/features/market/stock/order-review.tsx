import { displayDecimal, displayMoney, settlementCurrency } from "@sanshi/money";
import { CheckField, Icon } from "@sanshi/ui";
import { useText } from "../../../shared/text.ts";
import { wireNumber } from "./keypad-text.ts";
import { pricesOf, type TicketExit } from "./order-exits.ts";
import { switchPreference } from "../../../shared/order-preferences.ts";
import { OrderSummary } from "./order-summary.tsx";
import {
  borrows,
  hasLimit,
  hasStop,
  isUnreduced,
  mayBeExtended,
  type Ticket,
} from "./order-ticket.ts";
import type { TicketView } from "./order-view.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";

type OrderReviewProps = {
  stock: StockDetail;
  ticket: Ticket;
  view: TicketView;
  /** Whether the next order is reviewed too. */
  isKept: boolean;
};

/** The order as it will be sent, with everything that it costs: the last look before the button. */
export function OrderReview({ stock, ticket, view, isKept }: OrderReviewProps) {
  const t = useText("order");
  return (
    <div className={styles["review"]}>
      <h3 className={styles["reviewTitle"]}>{t("review_title")}</h3>
      <dl className={styles["summary"]}>
        {reviewLines(stock, ticket, t).map(([label, value]) => (
          <div key={label} className={styles["line"]}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <OrderSummary stock={stock} ticket={ticket} view={view} />
      {borrows(ticket) ? (
        <Risk stock={stock} ticket={ticket} view={view} />
      ) : (
        <ReviewSwitch isOn={isKept} />
      )}
    </div>
  );
}

/** What can be lost beyond what is put in. */
function Risk({ stock, ticket, view: { preview } }: Omit<OrderReviewProps, "isKept">) {
  const t = useText("order");
  if (preview === undefined) return null;
  const margin = `${displayMoney(preview.margin)} ${settlementCurrency(stock.type)}`;
  return (
    <p className={styles["obstacle"]}>
      <Icon name="alert" size={16} />
      <span>{t(ticket.side === "short" ? "risk_short" : "risk_leverage", { margin })}</span>
    </p>
  );
}

/** Kept for the customer on the server: the next order on any device goes by it. */
export function ReviewSwitch({ isOn }: { isOn: boolean }) {
  const t = useText("order");
  return (
    <CheckField checked={isOn} onChange={(checked) => void switchPreference("review", checked)}>
      {t("review_keep")}
    </CheckField>
  );
}

function reviewLines(
  stock: StockDetail,
  ticket: Ticket,
  t: ReturnType<typeof useText<"order">>,
): (readonly [string, string])[] {
  const { side, kind, quantity, leverage, timeInForce, takeProfit, stopLoss } = ticket;
  const price = (text: string) => displayDecimal(wireNumber(text), 2, 4);
  const given = (label: string, text: string): (readonly [string, string])[] =>
    text === "" ? [] : [[label, price(text)]];
  const lasts = timeInForce === "until_date" ? ticket.goodUntil : t(`time_${timeInForce}`);
  return [
    [t("side"), t(side)],
    [t("quantity"), t("shares_count", { quantity: displayDecimal(quantity, 0, 0) })],
    [t("kind"), t(kind)],
    ...(hasStop(kind) ? given(t("stop_price"), ticket.stop) : []),
    ...(hasLimit(kind) ? given(t("limit_price"), ticket.price) : []),
    ...(kind === "market" ? [] : [[t("time_in_force"), lasts] as const]),
    ...(ticket.isExtended && mayBeExtended(stock, ticket)
      ? [[t("order_hours"), t("hours_extended")] as const]
      : []),
    ...(isUnreduced(stock, ticket) ? [[t("on_ex_dates"), t("price_stays")] as const] : []),
    ...(leverage === 1 ? [] : [[t("leverage"), t("leverage_value", { times: leverage })] as const]),
    ...given(t("take_profit"), takeProfit),
    ...given(t("stop_loss"), stopLoss),
    ...ticket.exits.map(
      (exit, index) => [t("exit_part", { number: index + 1 }), exitText(exit, t)] as const,
    ),
  ];
}

/** One line for each exit: its shares, and at what. */
function exitText(exit: TicketExit, t: ReturnType<typeof useText<"order">>): string {
  const price = (text: string) => displayDecimal(wireNumber(text), 2, 4);
  const said = pricesOf(exit).map((text) => {
    switch (text) {
      case "takeProfit":
        return `${t("take_profit")} ${price(exit.takeProfit)}`;
      case "stopLoss":
        return `${t("stop_loss")} ${price(exit.stopLoss)}`;
      case "trailPercent":
        return `${t("exit_trailing")} ${wireNumber(exit.trailPercent)}%`;
      case "trailAmount":
        return `${t("exit_trailing")} ${price(exit.trailAmount)}`;
      case "quantity":
        return "";
    }
  });
  const shares = t("shares_count", { quantity: displayDecimal(exit.quantity, 0, 0) });
  return `${shares} · ${said.join(" / ")}`;
}
