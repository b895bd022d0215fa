import { displayDecimal, displayMoney, parseShares, shares } from "@sanshi/money";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { mostLost } from "./order-figures.ts";
import { fractionQuantity, type Ticket } from "./order-ticket.ts";
import type { TicketView } from "./order-view.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";

type OrderPowerProps = { stock: StockDetail; ticket: Ticket; view: TicketView };

/** In one line: what one holds of it, how much more one can order, and what the order can lose at most. */
export function OrderPower({ stock, ticket, view }: OrderPowerProps) {
  const t = useText("order");
  const { type, code } = stock;
  const { side } = ticket;
  const holdings = useCall("/trade/holdings", { type }, { quiet: true });
  const own = holdings.data?.items.filter((one) => one.code === code && one.side === side);
  const held = own?.reduce((sum, one) => sum + (parseShares(one.quantity) ?? 0n), 0n);
  const most = fractionQuantity(stock, ticket, view, 100);
  const lost = view.preview === undefined ? undefined : mostLost(stock, side, view.preview);
  const count = (quantity: bigint | null | undefined) =>
    quantity === null || quantity === undefined
      ? "–"
      : t("shares_count", { quantity: displayDecimal(shares(quantity).toString(), 0, 0) });
  const isLong = side === "long";
  return (
    <dl className={styles["power"]}>
      <div>
        <dt>{t(isLong ? "held" : "held_short")}</dt>
        <dd>{count(held)}</dd>
      </div>
      <div>
        <dt>{t(isLong ? "can_buy" : "can_short")}</dt>
        <dd>{count(most)}</dd>
      </div>
      <div>
        <dt>{t("can_lose")}</dt>
        <dd>
          {lost === undefined ? "–" : lost === null ? t("lose_unlimited") : displayMoney(lost)}
        </dd>
      </div>
    </dl>
  );
}
