import type { HeldStock } from "@sanshi/contract";
import type { CustomerEvent } from "@sanshi/contract/stream";
import { displayDecimal } from "@sanshi/money";
import { useEffect, useRef } from "react";
import { inLanguage } from "@sanshi/web/language";
import { listenToEvents } from "../../../shared/stream.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { workingOrdersOf } from "./working-order.ts";

/** Says it when an order that waited on this screen is filled. */
export function useFillToasts(positions: readonly HeldStock[]): void {
  const t = useText("positions");
  const shown = useRef(positions);
  useEffect(() => {
    shown.current = positions;
  });
  useEffect(
    () =>
      listenToEvents((event) => {
        const filled = workingOrder(event, shown.current);
        if (filled === null) return;
        const { position, price, quantity } = filled;
        const gaps = {
          name: inLanguage(position.names),
          count: Number(quantity),
          quantity: displayDecimal(quantity, 0, 0),
          price: displayDecimal(price, 2, 4),
        };
        toast(t(newsKey(event.kind === "order_filled", position.side), gaps));
      }),
    [t],
  );
}

function newsKey(opens: boolean, side: HeldStock["side"]) {
  if (opens) return side === "long" ? "bought" : "shorted";
  return side === "long" ? "sold" : "covered";
}

/** A market order has told its own answer; only what was seen waiting is news. */
export function workingOrder(
  event: CustomerEvent,
  positions: readonly HeldStock[],
): { position: HeldStock; price: string; quantity: string } | null {
  if (event.kind !== "order_filled" && event.kind !== "position_closed") return null;
  const position = positions.find((one) => one.id === event.id);
  if (position === undefined) return null;
  const closes = event.kind === "position_closed";
  if (!workingOrdersOf(position).some(({ part }) => (part === "closing") === closes)) return null;
  return { position, price: event.price, quantity: event.quantity };
}
