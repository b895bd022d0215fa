import { Sheet } from "@sanshi/ui";
import { useState } from "react";
import { inLanguage } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { OrderForm } from "./order-form.tsx";
import { usePlacing } from "./order-placing.ts";
import { OrderResult, OrderUnknown } from "./order-result.tsx";
import type { TicketStart } from "./order-ticket.ts";
import type { StockDetail } from "./stock-queries.ts";

type OrderSheetProps = {
  stock: StockDetail;
  open: boolean;
  /** The side of its button; a price that was touched in the order book, or null at the market. */
  start: TicketStart;
  onClose: () => void;
};

/** The order ticket: a bottom sheet over the chart. */
export default function OrderSheet({ stock, open, start, onClose }: OrderSheetProps) {
  const t = useText("order");
  const shell = useText("shell");
  const visit = useVisit(open);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t("title", { name: inLanguage(stock.names) })}
      closeLabel={shell("close")}
    >
      <Ticket key={visit} stock={stock} start={start} onClose={onClose} />
    </Sheet>
  );
}

type TicketProps = Pick<OrderSheetProps, "stock" | "start" | "onClose">;

function Ticket({ stock, start, onClose }: TicketProps) {
  const { placing, place } = usePlacing();
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
