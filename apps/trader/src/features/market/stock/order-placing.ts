import type { CallOutput, Calls } from "@sanshi/contract";
import { useCallback, useRef, useState } from "react";
import { toastRefusal } from "../../../shared/api.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { refresh } from "../../../shared/queries.ts";
import { fieldOfRefusal } from "./order-refusals.ts";
import type { OrderInput } from "./order-ticket.ts";
import type { RefusedForm } from "./order-view.ts";

export type PlacedOrder = CallOutput<Calls["/trade/place-order"]>;

export type Placing =
  | { step: "entering"; refused: RefusedForm | null }
  | { step: "sending"; input: OrderInput }
  | { step: "unknown"; input: OrderInput }
  | { step: "placed"; order: PlacedOrder; input: OrderInput };

/** Places an order once, however often the button is pressed and the line breaks. */
export function usePlacing() {
  const [placing, setPlacing] = useState<Placing>({ step: "entering", refused: null });
  const isSending = useRef(false);
  const place = useCallback(async (input: OrderInput) => {
    if (isSending.current) return;
    isSending.current = true;
    setPlacing({ step: "sending", input });
    const answer = await askOnce("/trade/place-order", input);
    isSending.current = false;
    if (answer.isUnknown) {
      setPlacing({ step: "unknown", input });
      return;
    }
    if (answer.ok) {
      setPlacing({ step: "placed", order: answer.data, input });
      void refresh(
        "/user/assets",
        "/user/getUserinfo",
        "/trade/userstocklist",
        "/trade/holdings",
        "/trade/fills",
        "/trade/margin",
      );
      return;
    }
    if (fieldOfRefusal(answer.refusal) === null) toastRefusal(answer.refusal);
    setPlacing({
      step: "entering",
      refused: { form: JSON.stringify(input), refusal: answer.refusal },
    });
  }, []);
  return { placing, place };
}
