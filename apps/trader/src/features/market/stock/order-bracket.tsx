import { displayDecimal } from "@sanshi/money";
import { useText } from "../../../shared/text.ts";
import type { TicketEntry } from "./order-entry.ts";
import { PriceField } from "./order-fields.tsx";
import { otherSideOrLast } from "./order-ticket.ts";
import type { TicketView } from "./order-view.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";

type OrderBracketProps = {
  stock: StockDetail;
  entry: TicketEntry;
  view: TicketView;
  disabled: boolean;
  refusalAt: (field: "takeProfit" | "stopLoss") => string | undefined;
};

/** Where the position closes by itself. */
export function OrderBracket({ stock, entry, view, disabled, refusalAt }: OrderBracketProps) {
  const t = useText("order");
  const { ticket } = entry;
  const now = otherSideOrLast(ticket.side, view.live);
  const price = displayDecimal(now, 2, 4);
  const common = { stock, entry, now, disabled, placeholder: t("exit_none") };
  return (
    <div className={styles["bracket"]}>
      <PriceField
        {...common}
        field="takeProfit"
        label={t("take_profit")}
        hint={t(`take_profit_hint_${ticket.side}`, { price })}
        refusal={refusalAt("takeProfit")}
      />
      <PriceField
        {...common}
        field="stopLoss"
        label={t("stop_loss")}
        hint={t(`stop_loss_hint_${ticket.side}`, { price })}
        refusal={refusalAt("stopLoss")}
      />
    </div>
  );
}
