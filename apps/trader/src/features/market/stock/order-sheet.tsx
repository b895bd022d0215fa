import { Sheet, SkeletonRows } from "@sanshi/ui";
import { useId, useState } from "react";
import { inLanguage } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { BorrowingIntro } from "./borrowing-intro.tsx";
import { OrderForm } from "./order-form.tsx";
import { usePlacing } from "./order-placing.ts";
import { useTradingPreferences } from "../../../shared/order-preferences.ts";
import { OrderResult, OrderUnknown } from "./order-result.tsx";
import type { TicketStart } from "./order-ticket.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./order-sheet.module.css";

type OrderSheetProps = {
  stock: StockDetail;
  open: boolean;
  /** The side of its button; a price that was touched in the order book, or null at the market. */
  start: TicketStart;
  onClose: () => void;
};

/** Where there is room, the ticket stands beside the chart and is always open. */
export function OrderDock({ stock, start, onClose }: Omit<OrderSheetProps, "open">) {
  const t = useText("order");
  const [visit, setVisit] = useState(0);
  const id = useId();
  return (
    <section className={styles["dock"]} aria-labelledby={id}>
      <h2 className={styles["dockTitle"]} id={id}>
        {t(start.side === "short" ? "title_short" : "title", { name: inLanguage(stock.names) })}
      </h2>
      <Ticket
        key={`${visit} ${start.side} ${start.price}`}
        stock={stock}
        start={start}
        onClose={() => {
          setVisit(visit + 1);
          onClose();
        }}
      />
    </section>
  );
}

/** The order ticket: a bottom sheet over the chart. */
export default function OrderSheet({ stock, open, start, onClose }: OrderSheetProps) {
  const t = useText("order");
  const shell = useText("shell");
  const visit = useVisit(open);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(start.side === "short" ? "title_short" : "title", { name: inLanguage(stock.names) })}
      closeLabel={shell("close")}
    >
      <Ticket key={visit} stock={stock} start={start} onClose={onClose} />
    </Sheet>
  );
}

type TicketProps = Pick<OrderSheetProps, "stock" | "start" | "onClose">;

function Ticket({ stock, start, onClose }: TicketProps) {
  const { placing, place } = usePlacing();
  const { chosen, isPending } = useTradingPreferences();
  const [wasUnknown, setWasUnknown] = useState(false);
  if (placing.step === "unknown" && !wasUnknown) setWasUnknown(true);
  if (placing.step === "placed") {
    const { order, input } = placing;
    return <OrderResult stock={stock} order={order} input={input} onClose={onClose} />;
  }
  if (placing.step === "unknown" || (placing.step === "sending" && wasUnknown)) {
    return (
      <OrderUnknown
        isSending={placing.step === "sending"}
        onAgain={() => void place(placing.input)}
      />
    );
  }
  if (start.side === "short" && !chosen.short) {
    return isPending ? <SkeletonRows count={6} /> : <BorrowingIntro kind="short" stock={stock} />;
  }
  return (
    <OrderForm
      stock={stock}
      start={start}
      isSending={placing.step === "sending"}
      refused={placing.step === "entering" ? placing.refused : null}
      onPlace={(input) => void place(input)}
    />
  );
}

/** Counts the openings, so that each one starts with an empty ticket. */
function useVisit(open: boolean): number {
  const [visit, setVisit] = useState({ open, count: 0 });
  if (visit.open !== open) setVisit({ open, count: visit.count + (open ? 1 : 0) });
  return visit.count;
}
